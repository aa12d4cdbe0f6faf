"""Start values of translational components."""

from __future__ import annotations

import pytest

from drivetrain import rotational
from drivetrain import translational as t
from drivetrain.modeling.tracing.trace import trace


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
