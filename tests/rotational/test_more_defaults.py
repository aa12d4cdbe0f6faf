"""Parameters and defaults of gears with losses, freewheels, adaptors and speed laws."""

from __future__ import annotations

import pytest

from drivetrain import rotational as r
from drivetrain.modeling.members import REQUIRED, Parameter, TableParameter
from drivetrain.modeling.trace import trace

HEAT = {"use_heat_port": False}
HOUSED = {"use_support": False}
RELATIVE = {"phi_nominal": 1e-4, "state_select": "prefer"}
LOSSES = {"ratio": REQUIRED, "loss_table": [[0, 1, 1, 0, 0]]}
SPEED_LAW = {"tau_nominal": REQUIRED, "torque_direction": True, "w_nominal": REQUIRED, **HOUSED}
R2T = {"use_support_r": False, "use_support_t": False}

DEFAULTS = {
    r.OneWayClutch: {
        "mu_pos": [[0, 0.5]], "smoothness": "linear_segments", "peak": 1.0, "cgeo": 1.0,
        "fn_max": REQUIRED, "w_small": 1e10, **RELATIVE, **HEAT,
    },
    r.LossyGear: {**LOSSES, "smoothness": "linear_segments", **HOUSED, **HEAT},
    r.Gearbox: {
        **LOSSES, "c": REQUIRED, "d": REQUIRED, "b": 0.0, "state_select": "prefer",
        **HOUSED, **HEAT,
    },
    r.IdealGearR2T: {"ratio": REQUIRED, **R2T},
    r.IdealRollingWheel: {"radius": REQUIRED, **R2T},
    r.InitializeFlange: {
        "use_phi_start": True, "use_w_start": True, "use_a_start": True,
        "state_select": "default",
    },
    r.AngleToTorqueAdaptor: {"use_w": True, "use_a": True},
    r.TorqueToAngleAdaptor: {"use_w": True, "use_a": True},
    r.GeneralAngleToTorqueAdaptor: {"use_pder": True, "use_pder2": True},
    r.GeneralTorqueToAngleAdaptor: {"use_pder": True, "use_pder2": True},
    r.Torque2: {},
    r.Move: HOUSED,
    r.LinearSpeedDependentTorque: SPEED_LAW,
    r.InverseSpeedDependentTorque: {**SPEED_LAW, "w0": REQUIRED},
    r.SignTorque: {"tau_nominal": REQUIRED, "reg": "exp", "w0": REQUIRED, **HOUSED},
    r.EddyCurrentTorque: {
        "use_excitation_input": False, "constant_excitation": 1.0, "tau_nominal": REQUIRED,
        "w_nominal": REQUIRED, "T_ref": REQUIRED, "alpha20": REQUIRED, "T": 293.15,
        **HOUSED, **HEAT,
    },
}  # fmt: skip


@pytest.mark.parametrize("cls", DEFAULTS)
def test_defaults(cls):
    found = {
        name: member.default
        for name, member in cls.declarations().items()
        if isinstance(member, TableParameter)
        or (isinstance(member, Parameter) and not member.final)
    }
    assert found == DEFAULTS[cls]


@pytest.mark.parametrize(
    ("cls", "name", "start", "is_fixed"),
    [
        (r.OneWayClutch, "start_forward", False, False),
        (r.OneWayClutch, "stuck", False, False),
        (r.OneWayClutch, "locked", False, False),
        (r.LossyGear, "mode", 2, True),
        (r.LossyGear, "tau_eta_pos", True, False),
        (r.LossyGear, "start_forward", False, False),
        (r.Gearbox, "phi_rel", 0.0, False),
    ],
)
def test_start_values(cls, name, start, is_fixed):
    variable = cls.declarations()[name]
    assert (variable.start, variable.is_fixed) == (start, is_fixed)


def test_the_second_derivative_goes_only_with_the_first():
    traced = trace(r.GeneralAngleToTorqueAdaptor(use_pder=False))
    assert {v.name for v in traced.variables} == {"p", "f", "flange.phi", "flange.tau"}


def test_the_speed_of_an_adaptor_comes_with_its_acceleration():
    traced = trace(r.AngleToTorqueAdaptor(use_w=False))
    assert {"phi", "w", "a"} <= {v.name for v in traced.variables}
