"""Parameters, defaults and start values of translational components."""

from __future__ import annotations

import pytest

from drivetrain import rotational
from drivetrain import translational as t
from drivetrain.modeling.members import REQUIRED, Parameter, TableParameter
from drivetrain.modeling.trace import trace

HEAT = {"use_heat_port": False}
HOUSED = {"use_support": False}
RELATIVE = {"s_nominal": 1e-4, "state_select": "prefer"}
FRICTION = {
    "v_small": 1e-3, "smoothness": "linear_segments", "peak": 1.0, "law": "acceleration", **HOUSED,
    **HEAT,
}  # fmt: skip
SPEED_LAW = {"f_nominal": REQUIRED, "force_direction": True, "v_nominal": REQUIRED, **HOUSED}

DEFAULTS = {
    t.Fixed: {"s0": 0.0},
    t.Mass: {"m": REQUIRED, "L": 0.0, "state_select": "default"},
    t.Rod: {"L": REQUIRED},
    t.Spring: {"c": REQUIRED, "s_rel0": 0.0},
    t.Damper: {"d": REQUIRED, **RELATIVE, **HEAT},
    t.SpringDamper: {"c": REQUIRED, "d": REQUIRED, "s_rel0": 0.0, **RELATIVE, **HEAT},
    t.SupportFriction: {"f_pos": [[0, 1]], **FRICTION},
    t.Brake: {"mu_pos": [[0, 0.5]], "cgeo": 1.0, "fn_max": REQUIRED, **FRICTION},
    t.InitializeFlange: {
        "use_s_start": True, "use_v_start": True, "use_a_start": True, "state_select": "default",
    },
    t.RelativeStates: {"state_select": "prefer"},
    t.RollingResistance: {
        "f_weight": REQUIRED, "use_cr_input": False, "cr_constant": 0.01,
        "use_inclination_input": False, "inclination_constant": 0.0, "reg": "exp", "v0": 0.1,
        **HOUSED,
    },
    t.Vehicle: {
        "m": REQUIRED, "g": 9.80665, "J": REQUIRED, "R": REQUIRED, "A": REQUIRED, "Cd": REQUIRED,
        "rho": 1.2, "use_wind_input": False, "v_wind_constant": 0.0, "use_cr_input": False,
        "cr_constant": 0.015, "v_reg": 1e-3, "use_inclination_input": False,
        "inclination_constant": 0.0,
    },
    t.MassWithStopAndFriction: {
        "m": REQUIRED, "smax": REQUIRED, "smin": REQUIRED, "v_small": 1e-3, "F_prop": REQUIRED,
        "F_Coulomb": REQUIRED, "F_Stribeck": REQUIRED, "fexp": REQUIRED, "L": REQUIRED,
        "law": "acceleration", **HEAT,
    },
    t.GeneralForceToPositionAdaptor: {"use_pder": True, "use_pder2": True},
    t.GeneralPositionToForceAdaptor: {"use_pder": True, "use_pder2": True},
    t.Force: HOUSED,
    t.Force2: {},
    t.Position: {"exact": False, "f_crit": 50.0, **HOUSED},
    t.Speed: {"exact": False, "f_crit": 50.0, **HOUSED},
    t.Accelerate: HOUSED,
    t.Move: HOUSED,
    t.ConstantForce: {"f_constant": REQUIRED, **HOUSED},
    t.ConstantSpeed: {"v_fixed": REQUIRED, **HOUSED},
    t.ForceStep: {
        "step_force": REQUIRED, "offset_force": REQUIRED, "start_time": 0.0, **HOUSED,
    },
    t.LinearSpeedDependentForce: SPEED_LAW,
    t.QuadraticSpeedDependentForce: SPEED_LAW,
    t.InverseSpeedDependentForce: {**SPEED_LAW, "v0": REQUIRED},
    t.SignForce: {"f_nominal": REQUIRED, "reg": "exp", "v0": REQUIRED, **HOUSED},
    t.EddyCurrentForce: {
        "use_excitation_input": False, "constant_excitation": 1.0, "f_nominal": REQUIRED,
        "v_nominal": REQUIRED, "T_ref": REQUIRED, "alpha20": REQUIRED, "T": 293.15, **HOUSED,
        **HEAT,
    },
}  # fmt: skip


def defaults(cls):
    return {
        name: member
        for name, member in cls.declarations().items()
        if isinstance(member, TableParameter)
        or (isinstance(member, Parameter) and not member.final)
    }


@pytest.mark.parametrize("cls", DEFAULTS)
def test_defaults(cls):
    assert {name: member.default for name, member in defaults(cls).items()} == DEFAULTS[cls]


def test_defaults_of_the_elastic_gap():
    found = {name: member.default for name, member in defaults(t.ElastoGap).items()}
    assert str(found.pop("f_ref")) == "c * s_ref"
    assert found == {"c": REQUIRED, "d": REQUIRED, "s_rel0": 0.0, "s_ref": 1.0, "n": 1.0,
                     **RELATIVE, **HEAT}  # fmt: skip


@pytest.mark.parametrize(
    ("cls", "name", "start", "is_fixed"),
    [
        (t.Mass, "s", 0.0, False),
        (t.Mass, "v", 0.0, False),
        (t.Mass, "a", 0.0, False),
        (t.Damper, "v_rel", 0.0, False),
        (t.Brake, "mode", 3, True),
        (t.Accelerate, "s", 0.0, True),
        (t.Accelerate, "v", 0.0, True),
        (t.Speed, "s", 0.0, True),
    ],
)
def test_start_values(cls, name, start, is_fixed):
    variable = cls.declarations()[name]
    assert (variable.start, variable.is_fixed) == (start, is_fixed)


def test_relative_states_are_preferred_whatever_the_parameter_says():
    traced = trace(t.RelativeStates(state_select="never"))
    assert {v.state_select for v in traced.variables if v.name in ("s_rel", "v_rel")} == {"prefer"}


def test_compliant_elements_have_no_relative_acceleration():
    assert "a_rel" not in t.Damper.declarations()


def test_wheel_and_rack_are_those_of_rotation():
    assert t.IdealGearR2T is rotational.IdealGearR2T
    assert t.IdealRollingWheel is rotational.IdealRollingWheel
