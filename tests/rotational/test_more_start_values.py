"""Start values of gears with losses and freewheels, and the signals of adaptors."""

from __future__ import annotations

import pytest

from drivetrain import rotational as r
from drivetrain.modeling.tracing.trace import trace


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
