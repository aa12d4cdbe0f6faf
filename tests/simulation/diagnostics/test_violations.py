"""Runs that an assertion ends: at the first instant of a violation, with no row after it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Model, simulate
from drivetrain import compile as translate
from drivetrain.blocks import Log, Sine, Step
from drivetrain.errors import SimulationError
from drivetrain.modeling import (
    boolean,
    constant,
    delay,
    der,
    ensure,
    fixed,
    no_event,
    parameter,
    reinit,
    terminate,
    time,
    variable,
    when,
)
from drivetrain.simulation.results.result import Result

LIMIT = constant(1.0, "rad/s")


class Growing(Model):
    """A speed that grows with time, w = t; no event tells that it comes to its limit."""

    w = variable("rad/s", start=fixed(0.0))
    double = variable("rad/s")

    def equations(self) -> Iterable[Any]:
        yield der(self.w) == constant(1.0, "rad/s2")
        yield self.double == 2 * self.w
        yield ensure(no_event(self.w < LIMIT), "too fast")


class Remembering(Growing):
    """With a delay, so that every value is recorded as the run goes."""

    late = variable("rad/s")

    def equations(self) -> Iterable[Any]:
        yield self.late == delay(self.w, 0.125)


class Switched(Growing):
    """With an event in the step in which the limit is passed."""

    step = Step(start_time=1.01)


class Crossed(Growing):
    """With an event that a state causes a little after the limit."""

    is_over = boolean()

    def equations(self) -> Iterable[Any]:
        yield self.is_over == (self.w > constant(1.01, "rad/s"))


def test_a_value_is_told_with_what_it_follows_from() -> None:
    class Doubled(Growing):
        def equations(self) -> Iterable[Any]:
            yield ensure(no_event(self.double < LIMIT), "twice too fast")

    told, _ = failed(Doubled())
    assert "twice too fast" in told
    assert "failed at t = 0.5 s" in told
    assert "There double = 1." in told
    assert "double follows from w = 0.5 rad/s." in told


def failed(model: Model, **settings: Any) -> tuple[str, Result]:
    """Return the message and the result of a run that fails."""
    with pytest.raises(SimulationError) as told:
        simulate(model, **{"stop_time": 2.0, **settings})
    result = told.value.result
    assert isinstance(result, Result)
    return str(told.value), result


@pytest.mark.parametrize("interval", [0.3, 0.001])
@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize("model", [Growing, Remembering, Switched, Crossed])
def test_the_run_ends_at_the_first_violation(
    model: type[Model], solver: str, interval: float
) -> None:
    message, result = failed(model(), interval=interval, solver=solver)
    assert message.startswith("the run failed at t = 1 s: An assertion of the model is violated")
    assert message.count("too fast") == 1
    assert result["w"].max() < 1.0
    assert result.time[-1] == pytest.approx(1.0, abs=1.001 * interval)


@pytest.mark.parametrize("model", [Growing, Remembering, Switched, Crossed])
@pytest.mark.parametrize("points", [[0.2, 1.5], [0.999, 1.001, 1.002], [1e-3]])
def test_the_run_ends_there_with_output_points_of_ones_own(
    model: type[Model], points: list[float]
) -> None:
    message, result = failed(model(), output_times=points)
    assert message.startswith("the run failed at t = 1 s: An assertion of the model is violated")
    assert result["w"].max() < 1.0
    assert set(result.time) >= {t for t in points if t < 1.0}
    between = np.array([0.5, 0.99]) * result.time[-1]
    np.testing.assert_allclose(result.at(between, "w"), between, rtol=1e-6)


@pytest.mark.parametrize("points", [{"interval": 5e-4}, {"output_times": [0.4, 0.4995, 0.5, 0.8]}])
def test_a_violation_between_two_steps_is_seen_where_it_is_recorded(points: Any) -> None:
    class Bump(Remembering):
        wave = Sine(f=0.5)

        def equations(self) -> Iterable[Any]:
            seldom = abs(time - constant(0.5, "s")) > constant(1e-3, "s")
            yield ensure(no_event(seldom), "half past")

    message, result = failed(Bump(), stop_time=0.9, **points)
    assert "half past" in message
    assert "t = 0.499 s" in message
    assert 0.4 <= result.time[-1] <= 0.499


def test_nothing_undefined_is_recorded_before_the_failure() -> None:
    class Logarithm(Model):
        log = Log()
        x = variable(start=fixed(1.0))

        def equations(self) -> Iterable[Any]:
            yield der(self.x) == constant(-1.0, "1/s")
            yield self.log.u == self.x

    message, result = failed(Logarithm(), interval=0.001)
    assert "the input is not positive" in message
    assert result.time[-1] == pytest.approx(1.0, abs=1.1e-3)
    assert np.isfinite(result["log.y"]).all()


def test_an_event_may_mend_what_it_finds_violated_by_a_rounding() -> None:
    class Ball(Model):
        h = variable("m", start=fixed(1.0))
        v = variable("m/s", start=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield der(self.h) == self.v
            yield der(self.v) == constant(-9.81, "m/s2")
            yield when(self.h < constant(0.0, "m"), reinit(self.v, -self.v), reinit(self.h, 0.0))
            yield ensure(no_event(self.h >= constant(0.0, "m")), "below the floor")

    result = simulate(Ball(), stop_time=3.0, interval=0.01)
    assert result.time[-1] == 3.0


def test_an_end_without_event_is_the_instant_of_its_condition() -> None:
    class Ended(Model):
        w = variable("rad/s", start=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield der(self.w) == constant(1.0, "rad/s2")
            yield terminate(no_event(self.w >= LIMIT), "fast enough")

    for interval in (0.3, 0.001):
        result = simulate(Ended(), stop_time=2.0, interval=interval)
        assert result.time[-1] == pytest.approx(1.0, abs=1e-12)
        assert result["w"][-1] == pytest.approx(1.0, abs=1e-12)
        assert np.all(np.diff(result.time) >= 0)
        assert "fast enough" in result.message


def test_runs_of_an_ensemble_end_there_as_well() -> None:
    class Faster(Model):
        w = variable("rad/s", start=fixed(0.0))
        a = parameter(1.0, unit="rad/s2")

        def equations(self) -> Iterable[Any]:
            yield der(self.w) == self.a
            yield ensure(no_event(self.w < LIMIT), "too fast")

    ensemble = translate(Faster()).ensemble({"a": [0.5, 2.0]}, stop_time=1.5, interval=0.001)
    assert ensemble[0]["w"][-1] == pytest.approx(0.75)
    assert ensemble[1]["w"].max() < 1.0
    assert ensemble[1].time[-1] == pytest.approx(0.5, abs=1.1e-3)
    assert ensemble[1].message.count("too fast") == 1
    assert math.isclose(ensemble[1]["w"][-1], 1.0, abs_tol=3e-3)
