"""A band brake, whose limits forward and backward are not the same, from the base class alone."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import REST, build, turning

import drivetrain as dt
from drivetrain.blocks import Ramp, Step
from drivetrain.modeling import Expr, RealInput, exp, parameter, where
from drivetrain.rotational import FrictionWithTwoLimits, Inertia, ShaftOnSupport, Torque

FORWARD = 100 * 0.2 * (math.exp(0.3 * 4) - 1)
BACKWARD = 100 * 0.2 * (1 - math.exp(-0.3 * 4))


class BandBrake(ShaftOnSupport, FrictionWithTwoLimits):
    """Band around a drum, whose slack end is pulled in forward motion."""

    mu = parameter(0.3, doc="Friction coefficient")
    theta = parameter(4.0, unit="rad", doc="Angle of wrap")
    R = parameter(0.2, unit="m", doc="Radius of the drum")
    pull = RealInput("N", doc="Force at the end of the band")

    def equations(self) -> Iterable[Any]:
        grip = exp(self.mu * self.theta)
        torque = where(self.free, 0, self.pull * self.R)
        yield self.free == (self.pull <= 0)
        yield self.w_relfric == self.w
        yield self.a_relfric == self.a
        yield self.tau_forward == torque * (grip - 1)
        yield self.tau_backward == torque * (1 - 1 / grip)

    def dissipated_power(self) -> Expr:
        power: Expr = self.tau * self.w
        return power


def rig(brake: Any, **more: Any) -> Any:
    """Return a shaft under a ramp of torque, held by a brake."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.ramp.y >> self.motor.tau
        yield self.motor >> self.shaft >> self.brake
        if "command" in more:
            yield self.command.y >> self.brake.pull

    return build(equations, motor=Torque(), brake=brake, **more)


@pytest.mark.parametrize(
    ("rate", "mode", "told"), [(20.0, "forward", "2.320117"), (-20.0, "backward", "0.698806")]
)
def test_it_breaks_away_at_either_limit(rate: float, mode: str, told: str):
    ramp = Ramp(height=3 * rate, duration=3.0)
    model = rig(BandBrake(pull=100.0), ramp=ramp, shaft=Inertia(J=0.1, **REST))
    run = dt.simulate(model, stop_time=3.0)
    (instant,) = run.events.times("brake.mode", after=mode)
    assert f"{instant:.6f}" == told
    assert run.energy.relative_error < 1e-8


@pytest.mark.parametrize(("w", "torque"), [(40.0, FORWARD), (-40.0, BACKWARD)])
def test_it_slides_against_the_limit_of_its_direction(w: float, torque: float):
    model = rig(
        BandBrake(pull=100.0),
        ramp=Ramp(height=0.0, duration=1.0),
        shaft=Inertia(J=1.0, **turning(w)),
    )
    run = dt.simulate(model, stop_time=4.0)
    (sticks,) = run.events.times("brake.mode", after="stuck")
    assert sticks == pytest.approx(40.0 / torque, rel=1e-10)
    assert not run["shaft.w"][run.time > sticks].any()


def test_it_is_free_while_nobody_pulls():
    model = rig(
        BandBrake(),
        ramp=Ramp(height=0.0, duration=1.0),
        shaft=Inertia(J=1.0, **turning(40.0)),
        command=Step(height=-100.0, offset=100.0, start_time=0.5),
    )
    run = dt.simulate(model, stop_time=1.0)
    late = run.time > 0.5
    np.testing.assert_array_equal(run["brake.tau"][late], 0.0)
    assert run.final["shaft.w"] == pytest.approx(40.0 - 0.5 * FORWARD, rel=1e-12)
    assert run.events.times("brake.mode", after="free") == pytest.approx([0.5])
