"""The end of a run at an event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain import simulate
from drivetrain.blocks import (
    BooleanConstant,
    Constant,
    FixedDelay,
    GreaterThreshold,
    Sqrt,
    TerminateSimulation,
)
from drivetrain.errors import SimulationError
from drivetrain.modeling import Model, constant, fixed
from drivetrain.rotational import (
    AngleSensor,
    ConstantTorque,
    ElastoBacklash,
    Fixed,
    Inertia,
    SpeedSensor,
)
from drivetrain.simulation.results.result import RunStatus
from drivetrain.simulation.verification.residuals import residuals
from tests.sundials_reference import SECOND_OPINIONS


class SpinUp(Model):
    """A wheel is accelerated until it turns with 5 rad/s."""

    wheel = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))
    motor = ConstantTorque(tau_constant=4.0)
    sensor = SpeedSensor()
    fast = GreaterThreshold(threshold=5.0)
    stop = TerminateSimulation(termination_text="fast enough")

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.wheel
        yield self.wheel.flange_b >> self.sensor.flange
        yield self.sensor.w >> self.fast.u
        yield self.fast.y >> self.stop.condition


@pytest.mark.parametrize("solver", ["auto", *SECOND_OPINIONS])
def test_the_run_ends_when_the_condition_becomes_true(solver):
    result = simulate(SpinUp(), stop_time=10.0, interval=0.1, solver=solver)
    assert result.status is RunStatus.DONE
    assert "fast enough" in result.message
    assert "stop" in result.message
    assert result.time[-1] == pytest.approx(2.5, rel=1e-12)
    assert result["wheel.w"][-1] == pytest.approx(5.0, rel=1e-12)
    assert np.all(np.diff(result.time) >= 0)


def test_a_condition_that_never_holds_ends_nothing():
    result = simulate(SpinUp(), stop_time=2.0, interval=0.1)
    assert result.message == ""
    assert result.time[-1] == 2.0


class EndsAtOnce(Model):
    """A tooth within its backlash, where another law holds in the first instant."""

    backlash = ElastoBacklash(c=600.0, d=0.04, b=0.5)
    wheel = Inertia(J=0.07, phi=fixed(0.1), w=fixed(0.0))
    always = BooleanConstant(k=True)
    stop = TerminateSimulation()
    ground = Fixed()
    late = FixedDelay(delay_time=0.1)  # a run that remembers its past records all its values
    angle = AngleSensor()

    def equations(self) -> Iterable[Any]:
        yield self.ground >> self.backlash >> self.wheel
        yield self.wheel.flange_b >> self.angle.flange
        yield self.angle.phi == self.late.u * constant(1.0, "rad")
        yield self.always.y >> self.stop.condition


def test_the_values_at_an_end_in_the_first_instant_are_those_of_the_run():
    compiled = compile_model(EndsAtOnce())
    result = compiled.simulate(stop_time=1.0)
    assert result.status is RunStatus.DONE
    assert result.time.tolist() == [0.0]
    assert result["backlash.tau_c"].tolist() == [0.0]
    assert residuals(compiled, result).worst <= 1e-15


class EndsInFailure(Model):
    """A run that the model would end in the instant in which a block cannot compute its output."""

    on = BooleanConstant(k=True)
    stop = TerminateSimulation()
    wave = Constant(k=-1.0)
    root = Sqrt()

    def equations(self) -> Iterable[Any]:
        yield self.on.y >> self.stop.condition
        yield self.wave.y >> self.root.u


def test_a_failure_counts_more_than_the_end():
    with pytest.raises(SimulationError, match="root: the input is negative"):
        simulate(EndsInFailure(), stop_time=1.0)
