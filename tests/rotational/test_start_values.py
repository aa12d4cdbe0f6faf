"""Start values and state priorities of rotational components."""

from __future__ import annotations

import pytest

from drivetrain import rotational as r
from drivetrain.modeling import Expr


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
    from drivetrain.modeling.tracing.trace import trace

    found = {v.name: v.state_select for v in trace(component).variables}
    assert {name: found[name] for name in selected} == selected


def test_the_nominal_relative_angle_follows_its_parameter():
    nominal = r.Clutch.declarations()["phi_rel"].nominal
    assert isinstance(nominal, Expr)
    assert "phi_nominal" in str(nominal)
