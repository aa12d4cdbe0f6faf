"""Parameters, defaults and bounds of rotational components."""

from __future__ import annotations

import pytest

from drivetrain import rotational as r
from drivetrain.modeling import Expr
from drivetrain.modeling.members import REQUIRED, Parameter, TableParameter

RELATIVE = {"phi_nominal": 1e-4, "state_select": "prefer"}
HEAT = {"use_heat_port": False}
HOUSED = {"use_support": False}
FRICTION = {
    "w_small": 1e10, "smoothness": "linear_segments", "peak": 1.0, "law": "acceleration",
}  # fmt: skip
FORCE = {**FRICTION, "mu_pos": [[0, 0.5]], "cgeo": 1.0, "fn_max": REQUIRED}
GAP = {"c": REQUIRED, "d": REQUIRED, "b": 0.0, "phi_rel0": 0.0, **RELATIVE, **HEAT}
SPEED_LAW = {"tau_nominal": REQUIRED, "torque_direction": True, "w_nominal": REQUIRED, **HOUSED}

DEFAULTS = {
    r.Fixed: {"phi0": 0.0},
    r.Inertia: {"J": REQUIRED, "state_select": "default"},
    r.Disc: {"delta_phi": 0.0},
    r.Spring: {"c": REQUIRED, "phi_rel0": 0.0},
    r.Damper: {"d": REQUIRED, **RELATIVE, **HEAT},
    r.SpringDamper: {"c": REQUIRED, "d": REQUIRED, "phi_rel0": 0.0, **RELATIVE, **HEAT},
    r.ElastoBacklash: GAP,
    r.ElastoBacklash2: GAP,
    r.BearingFriction: {"tau_pos": [[0, 1]], **FRICTION, **HOUSED, **HEAT},
    r.Brake: {**FORCE, **HOUSED, **HEAT},
    r.Clutch: {**FORCE, **RELATIVE, **HEAT},
    r.IdealGear: {"ratio": REQUIRED, **HOUSED},
    r.IdealPlanetary: {"ratio": REQUIRED},
    r.RelativeStates: {"state_select": "prefer", "phi_nominal": 1.0},
    r.Torque: HOUSED,
    r.TorqueStep: {
        "step_torque": REQUIRED, "offset_torque": REQUIRED, "start_time": 0.0, **HOUSED,
    },
    r.ConstantTorque: {"tau_constant": REQUIRED, **HOUSED},
    r.ConstantSpeed: {"w_fixed": REQUIRED, **HOUSED},
    r.QuadraticSpeedDependentTorque: SPEED_LAW,
    r.Position: {"exact": False, "f_crit": 50.0, **HOUSED},
    r.Speed: {"exact": False, "f_crit": 50.0, **HOUSED},
    r.Accelerate: HOUSED,
}  # fmt: skip


@pytest.mark.parametrize("cls", DEFAULTS)
def test_defaults(cls):
    found = {
        name: member.default
        for name, member in cls.declarations().items()
        if isinstance(member, TableParameter)
        or (isinstance(member, Parameter) and not member.final)
    }
    assert {k: found[k] for k in sorted(found)} == {
        k: DEFAULTS[cls][k] for k in sorted(DEFAULTS[cls])
    }


@pytest.mark.parametrize(
    ("cls", "name", "minimum"),
    [
        (r.Inertia, "J", 0),
        (r.Spring, "c", 0),
        (r.Damper, "d", 0),
        (r.ElastoBacklash, "c", 2.2250738585072014e-308),
        (r.ElastoBacklash, "b", 0),
        (r.Clutch, "peak", 1),
        (r.Clutch, "cgeo", 0),
        (r.Brake, "fn_max", 0),
        (r.BearingFriction, "peak", 1),
        (r.QuadraticSpeedDependentTorque, "w_nominal", 2.220446049250313e-16),
    ],
)
def test_lower_bounds(cls, name, minimum):
    assert cls.declarations()[name].minimum == minimum


@pytest.mark.parametrize(
    ("cls", "name", "start", "is_fixed"),
    [
        (r.Clutch, "start_forward", False, True),
        (r.Clutch, "start_backward", False, True),
        (r.Clutch, "locked", False, False),
        (r.Clutch, "mode", 3, True),
        (r.Damper, "phi_rel", 0.0, False),
        (r.Damper, "w_rel", 0.0, False),
        (r.Damper, "a_rel", 0.0, False),
        (r.Spring, "phi_rel", 0.0, False),
        (r.Inertia, "phi", None, False),
        (r.Inertia, "w", None, False),
        (r.Accelerate, "phi", 0.0, True),
        (r.Accelerate, "w", 0.0, True),
        (r.Speed, "phi", 0.0, True),
        (r.Speed, "w", None, False),
        (r.Position, "w", 0.0, False),
    ],
)
def test_start_values(cls, name, start, is_fixed):
    variable = cls.declarations()[name]
    assert (variable.start, variable.is_fixed) == (start, is_fixed)


@pytest.mark.parametrize(
    ("component", "selected"),
    [
        (r.Inertia(J=1.0, state_select="avoid"), {"phi": "avoid", "w": "avoid"}),
        (r.Damper(d=1.0), {"phi_rel": "prefer", "w_rel": "prefer", "a_rel": "default"}),
        (r.Spring(c=1.0), {"phi_rel": "default"}),
        (r.Clutch(fn_max=1.0, state_select="always"), {"phi_rel": "always", "w_rel": "always"}),
        (r.Position(), {"phi": "prefer", "w": "prefer"}),
        (r.Position(exact=True), {"phi": "default", "w": "default"}),
        (r.Speed(), {"phi": "prefer", "w": "prefer"}),
        (r.Speed(exact=True), {"phi": "prefer", "w": "default"}),
        (r.Accelerate(), {"phi": "prefer", "w": "prefer"}),
    ],
)
def test_state_priorities(component, selected):
    from drivetrain.modeling.trace import trace

    found = {v.name: v.state_select for v in trace(component).variables}
    assert {name: found[name] for name in selected} == selected


def test_the_nominal_relative_angle_follows_its_parameter():
    nominal = r.Clutch.declarations()["phi_rel"].nominal
    assert isinstance(nominal, Expr)
    assert "phi_nominal" in str(nominal)
