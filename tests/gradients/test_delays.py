"""Sensitivities through delays, against the method of steps, formulas and differences of runs."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, factorial
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import VariableDelay
from drivetrain.gradients import at, dissipated, final
from drivetrain.gradients.parameters import value_of
from drivetrain.modeling import (
    Experiment,
    Model,
    constant,
    delay,
    der,
    fixed,
    no_event,
    parameter,
    pre,
    reinit,
    sample,
    sin,
    time,
    variable,
    when,
    where,
)
from drivetrain.rotational import Clutch, Damper, Fixed, Inertia, SpringDamper, Torque
from drivetrain.simulation.sensitivities.coverage import NotCoveredError

TIGHT = 1e-10
SOLVERS = ("bs5", "rodas")
PER_SECOND = constant(1.0, "1/s")


class Lagging(Model):
    """A quantity that decays as it was a time ago."""

    experiment = Experiment(stop_time=3.5)

    k = parameter(0.8, unit="1/s", doc="Rate of decay")
    lag = parameter(1.0, unit="s", doc="Delay")
    x = variable(start=fixed(1.0), doc="Quantity")

    def equations(self) -> dt.Equations:
        yield der(self.x) == -self.k * delay(self.x, self.lag)


def by_steps(t: Any) -> Any:
    """Return x, and its derivatives by k and by the delay, of `Lagging`.

    x = Σ (−k)^j (t − (j−1) T)^j / j! over all j with t > (j−1) T.
    """
    k, lag = 0.8, 1.0
    value, by_k, by_lag = np.ones_like(t), np.zeros_like(t), np.zeros_like(t)
    for j in range(1, 5):
        past = np.maximum(t - (j - 1) * lag, 0.0)
        value += (-k) ** j * past**j / factorial(j)
        by_k += -((-k) ** (j - 1)) * past**j / factorial(j - 1)
        by_lag += -((-k) ** j) * (j - 1) * past ** (j - 1) / factorial(j - 1)
    return value, by_k, by_lag


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_method_of_steps(solver: str) -> None:
    """Before the start the quantity had its first value, and changes with it."""
    names = ["k", "lag", "x.start"]
    found = dt.compile(Lagging()).sensitivities(names, tolerance=TIGHT, solver=solver)
    value, by_k, by_lag = by_steps(found.time)
    assert found.is_complete
    assert found.result["x"] == pytest.approx(value, abs=1e-9)
    assert found["x"] == pytest.approx(np.column_stack([by_k, by_lag, value]), abs=1e-7)
    assert [event.by[1] for event in found.events] == pytest.approx([1.0, 2.0, 3.0])


def test_the_run_itself_stays_the_same() -> None:
    machine = dt.compile(Lagging())
    alone, found = machine.simulate(), machine.sensitivities(["k", "lag"])
    assert np.array_equal(found.result.time, alone.time)
    assert np.array_equal(found.result["x"], alone["x"])


class Delayed(Model):
    """A delayed step, and what follows from it."""

    experiment = Experiment(stop_time=3.0)

    a = parameter(0.7, unit="1/s", doc="Rate of decay")
    lag = parameter(0.4, unit="s", doc="Delay")
    begin = parameter(0.5, unit="s", doc="Instant of the step")
    height = parameter(1.5, unit="1/s", doc="Its height")
    x = variable(start=fixed(0.0), doc="Quantity")
    inflow = variable(unit="1/s", doc="The delayed step")

    def equations(self) -> dt.Equations:
        yield self.inflow == delay(where(time > self.begin, self.height, 0.0), self.lag)
        yield der(self.x) == -self.a * self.x + self.inflow


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_delayed_step_whose_instant_moves(solver: str) -> None:
    """x = h/a (1 − exp(−a (t − b − T))) from b + T on."""
    names = ["lag", "begin", "height", "a"]
    found = dt.compile(Delayed()).sensitivities(names, tolerance=TIGHT, solver=solver)
    a, h = 0.7, 1.5
    since = found.time - 0.9
    after = (since > 0) | ((since == 0) & (found.result["inflow"] > 0))
    fall = np.exp(-a * since[after])
    by_instant = -h * fall
    by_a = -h / a**2 * (1 - fall) + h / a * since[after] * fall
    expected = np.column_stack([by_instant, by_instant, (1 - fall) / a, by_a])
    assert found["x"][after] == pytest.approx(expected, abs=1e-7)
    assert not found["x"][~after].any()
    assert found["inflow"][after] == pytest.approx(np.eye(4)[[2] * int(after.sum())])
    arrival = found.shift(float(found.time[after][0]))
    assert arrival == pytest.approx([1.0, 1.0, 0.0, 0.0])
    assert found.rate("x")[after] == pytest.approx(h * fall, abs=1e-8)


class Twice(Model):
    """What a state event sets is delayed, and decides on another event, which is delayed again."""

    experiment = Experiment(stop_time=3.0)

    a = parameter(0.7, unit="1/s", doc="Rate")
    lag = parameter(0.4, unit="s", doc="Delay")
    begin = parameter(0.5, unit="s", doc="Instant of a step")
    level = parameter(0.6, doc="Level at which another begins")
    x = variable(start=fixed(0.0), doc="First quantity")
    y = variable(start=fixed(0.0), doc="Second quantity")
    z = variable(start=fixed(0.0), doc="Third quantity")
    signal = variable(doc="Delayed signal")

    def equations(self) -> dt.Equations:
        step = where(time > self.begin, 1.0, 0.0)
        yield der(self.x) == -self.a * self.x + PER_SECOND * delay(step, self.lag)
        yield self.signal == delay(where(self.x > self.level, 2.0, 0.0), 2 * self.lag)
        yield der(self.y) == -self.a * self.y + PER_SECOND * self.signal
        again = where(self.signal * self.a > PER_SECOND, self.x, 0.0)
        products = delay(again, 0.3 * self.lag) + delay(self.signal * self.x, 0.3 * self.lag)
        yield der(self.z) == PER_SECOND * products


class Controlled(Model):
    """Two wheels on a shaft; the speed of the second is controlled through a delay."""

    experiment = Experiment(stop_time=2.0)

    lag = parameter(0.05, unit="s", doc="Delay")
    gain = parameter(3.0, unit="N.m.s/rad", doc="Gain")
    target = parameter(10.0, unit="rad/s", doc="Speed that is wanted")
    motor = Torque()
    first = Inertia(J=0.3, phi=fixed(0.0), w=fixed(0.0))
    shaft = SpringDamper(c=200.0, d=0.5)
    second = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    brake = Damper(d=0.4)
    ground = Fixed()

    def equations(self) -> dt.Equations:
        yield self.motor >> self.first >> self.shaft >> self.second >> self.brake >> self.ground
        yield self.motor.tau == self.gain * delay(self.target - self.second.w, self.lag)


class Closing(Model):
    """A clutch is pressed as the speed of its engine was a time ago, and locks."""

    experiment = Experiment(stop_time=4.0)

    lag = parameter(0.2, unit="s", doc="Delay")
    begin = parameter(0.3, unit="s", doc="Instant from which on it is pressed harder")
    slope = parameter(0.01, unit="s/rad", doc="Force per speed")
    engine = Inertia(J=0.2, phi=fixed(0.0), w=fixed(100.0))
    clutch = Clutch(mu_pos=[[0, 0.5]], fn_max=40.0)
    load = Inertia(J=0.5, phi=fixed(0.0), w=fixed(0.0))
    brake = Damper(d=0.4)
    ground = Fixed()

    def equations(self) -> dt.Equations:
        yield self.engine >> self.clutch >> self.load >> self.brake >> self.ground
        force = where(time > self.begin, self.slope * self.engine.w, 0.05)
        yield self.clutch.f_normalized == delay(force, self.lag)


class Emptied(Model):
    """A tank is emptied when it was full a time ago."""

    experiment = Experiment(stop_time=3.0)

    lag = parameter(0.25, unit="s", doc="Delay")
    inflow = parameter(1.0, unit="1/s", doc="Rate of flow")
    level = parameter(0.6, doc="Level at which it is full")
    x = variable(start=fixed(0.0), doc="Contents")

    def equations(self) -> dt.Equations:
        yield der(self.x) == self.inflow * (1 + self.x)
        full = delay(where(self.x > self.level, 1.0, 0.0), self.lag)
        yield when(full > 0.5, reinit(self.x, 0.1 * pre(self.x)))


class Limited(Model):
    """Speed control whose torque is limited, rectified and switched without events, and delayed."""

    experiment = Experiment(stop_time=1.0)

    lag = parameter(0.05, unit="s", doc="Delay")
    gain = parameter(3.0, unit="N.m.s/rad", doc="Gain")
    target = parameter(10.0, unit="rad/s", doc="Speed that is wanted")
    most = parameter(12.0, unit="N.m", doc="Largest torque")
    motor, other = Torque(), Torque()
    wheel = Inertia(J=0.3, phi=fixed(0.0), w=fixed(0.0))
    another = Inertia(J=0.3, phi=fixed(0.0), w=fixed(0.0))
    brake = Damper(d=0.4)
    ground = Fixed()

    def equations(self) -> dt.Equations:
        yield self.motor >> self.wheel >> self.brake >> self.ground
        yield self.other >> self.another
        torque = self.gain * (self.target - self.wheel.w)
        limited = no_event(where(torque > self.most, self.most, torque))
        yield self.motor.tau == delay(limited, self.lag)
        fast = no_event(where(self.wheel.w > 0.7 * self.target, 0.5 * self.most, 0 * self.most))
        rectified = delay(abs(self.motor.tau - 4 * self.brake.tau), 2 * self.lag)
        yield self.other.tau == delay(fast, self.lag) + rectified


class Sampled(Model):
    """A sampled controller sees a delayed measurement, from the first instant on."""

    experiment = Experiment(stop_time=2.0)

    lag = parameter(0.13, unit="s", doc="Delay")
    gain = parameter(2.0, doc="Gain")
    begin = parameter(0.2, doc="Value at the start")
    x = variable(start=fixed(begin), doc="Quantity")
    u = variable(start=fixed(0.0), doc="What the controller says")
    opposite = variable(doc="Its opposite")

    def equations(self) -> dt.Equations:
        yield der(self.x) == PER_SECOND * (self.u - self.x)
        tick = sample(0.0, 0.1)
        yield when(tick, self.u == self.gain * (1 - delay(self.x, self.lag)))
        yield self.opposite == -self.u


class Steady(Model):
    """The start follows from an equation, and from a delayed value that follows from itself."""

    experiment = Experiment(stop_time=1.0)

    gain = parameter(2.0, doc="Gain")
    target = parameter(1.5, doc="Value that is wanted")
    lag = parameter(0.13, unit="s", doc="Delay")
    x = variable(start=1.0, doc="Quantity")
    y = variable(doc="Signal")
    w = variable(start=fixed(0.5), doc="Another quantity")

    def equations(self) -> dt.Equations:
        yield self.y == 0.5 * self.x**2 + 0.3 * delay(self.y, self.lag)
        yield der(self.x) == PER_SECOND * (self.target - self.y - self.gain * (self.x - 1))
        yield der(self.w) == PER_SECOND * (delay(self.x * self.w, self.lag) - 1)

    def initial_equations(self) -> dt.Equations:
        yield der(self.x) == 0.2 * PER_SECOND


CASES: list[tuple[type[Model], list[str], list[str]]] = [
    (Twice, ["a", "lag", "begin", "level"], ["x", "y", "z"]),
    (Controlled, ["lag", "gain", "target", "first.J", "second.w.start"], ["first.w", "motor.tau"]),
    (Closing, ["lag", "begin", "slope", "clutch.fn_max", "brake.d"], ["engine.w", "load.phi"]),
    (Emptied, ["lag", "inflow", "level"], ["x"]),
    (Sampled, ["lag", "gain", "begin"], ["x", "u", "opposite"]),
    (Steady, ["gain", "target", "w.start"], ["x", "y", "w"]),
    (Limited, ["lag", "gain", "target", "most", "wheel.J"], ["wheel.w", "another.w"]),
]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("kind", "names", "outcomes"), CASES, ids=[c[0].__name__ for c in CASES])
def test_runs_against_differences(
    kind: type[Model], names: list[str], outcomes: list[str], solver: str
) -> None:
    machine = dt.compile(kind())
    found = machine.sensitivities(names, tolerance=1e-9, solver=solver)
    assert found.is_complete
    got = np.array([found.final(name) for name in outcomes])
    scale = np.abs(got).max()
    assert got == pytest.approx(differences(machine, names, outcomes), rel=1e-6, abs=1e-6 * scale)


def differences(machine: Any, names: Sequence[str], outcomes: Sequence[str]) -> Any:
    """Return central differences of runs, extrapolated once."""
    columns = []
    for name in names:
        value = value_of(machine.translation, machine.translation.values, name)
        step = 1e-3 * (abs(value) or 0.1)
        slopes = []
        for h in (step, step / 2):
            given = [{name: value + s * h} for s in (1, -1)]
            ends = [machine.simulate(parameters=one, tolerance=1e-12) for one in given]
            upper, lower = (np.array([run.final[one] for one in outcomes]) for run in ends)
            slopes.append((upper - lower) / (2 * h))
        columns.append((4 * slopes[1] - slopes[0]) / 3)
    return np.array(columns).T


def test_gradients_of_outcomes() -> None:
    machine = dt.compile(Delayed())
    outcomes = [final("x"), at("x", 1.9)]
    found = machine.gradient(outcomes, ["lag", "a"], method="sensitivities")
    assert np.asarray(found)[1, 0] == pytest.approx(-1.5 * exp(-0.7), rel=1e-5)


def test_energies() -> None:
    machine = dt.compile(Closing())
    asked: Any = [dissipated("clutch"), dissipated("brake")], ["lag", "slope", "brake.d"]
    carried = np.asarray(machine.gradient(*asked, method="sensitivities"))
    compared = np.asarray(machine.gradient(*asked, method="differences"))
    assert carried == pytest.approx(compared, rel=1e-5)


def test_a_first_event_that_depends_on_its_own_past() -> None:
    """What is sampled at the start is what it was before: no number is given by chance."""

    class Circular(Model):
        experiment = Experiment(stop_time=0.5)

        share = parameter(0.5, doc="Share of the past")
        free = parameter(1.0, doc="The rest")
        lag = parameter(0.13, unit="s", doc="Delay")
        u = variable(start=fixed(0.0), doc="Signal")
        x = variable(start=fixed(0.0), doc="Quantity")

        def equations(self) -> dt.Equations:
            tick = sample(0.0, 1.0)
            yield when(tick, self.u == self.free - self.share * delay(self.u, self.lag))
            yield der(self.x) == PER_SECOND * self.u

    found = dt.compile(Circular()).sensitivities(["share", "free"])
    expected = np.array([-1 / 1.5**2, 1 / 1.5]) * 0.5
    for end, value, right in zip(found.ends, found.final("x"), expected, strict=True):
        assert value == pytest.approx(right, rel=1e-6) or "depends" in str(end)


class Together(Model):
    """Two steps that leave two delays at the same instant."""

    experiment = Experiment(stop_time=1.0)

    first = parameter(0.2, unit="s", doc="One delay")
    second = parameter(0.2, unit="s", doc="Another delay")
    begin = parameter(0.3, unit="s", doc="Instant of the step")
    x = variable(start=fixed(0.0), doc="Quantity")

    def equations(self) -> dt.Equations:
        step = where(time > self.begin, 1.0, 0.0)
        both = delay(step, self.first) * (1 + delay(step, self.second))
        yield der(self.x) == PER_SECOND * both


def test_jumps_that_arrive_together_and_move_apart() -> None:
    """Which comes first decides; with the instant of the step they move alike."""
    found = dt.compile(Together()).sensitivities(["first", "second", "begin"], tolerance=TIGHT)
    for ended in found.ends[:2]:
        assert ended is not None
        assert ended.time == 0.5
        assert "coincide" in ended.reason
    assert found.ends[2] is None
    assert found.final("x")[2] == pytest.approx(-2.0)


def test_kinks_that_arrive_together_do_no_harm() -> None:
    """Two quantities begin to move at the start, and their delays are the same by chance."""

    class Kinked(Model):
        experiment = Experiment(stop_time=1.0)

        first = parameter(0.2, unit="s", doc="One delay")
        second = parameter(0.2, unit="s", doc="Another delay")
        x = variable(start=fixed(0.0), doc="Quantity")
        y = variable(start=fixed(0.0), doc="Another")

        def equations(self) -> dt.Equations:
            yield der(self.x) == PER_SECOND
            both = delay(self.x, self.first) + 2 * delay(self.x, self.second)
            yield der(self.y) == PER_SECOND * both

    found = dt.compile(Kinked()).sensitivities(["first", "second"], tolerance=TIGHT)
    assert found.is_complete
    assert found.final("y") == pytest.approx([-0.8, -1.6], abs=1e-8)
    assert np.isnan(found.shift(0.2)).all()


def test_jumps_without_events_that_are_too_close_together() -> None:
    """They are recorded within a step, so that nobody knows how they leave the delay."""

    class Fast(Model):
        experiment = Experiment(stop_time=0.5)

        lag = parameter(0.13, unit="s", doc="Delay")
        speed = parameter(300.0, unit="rad/s", doc="How fast they follow each other")
        x = variable(start=fixed(0.3), doc="Quantity")

        def equations(self) -> dt.Equations:
            angle = self.speed * time
            jumping = no_event(where(sin(angle + 1) > 0.3, angle, 0 * angle))
            yield der(self.x) == PER_SECOND * (delay(jumping, self.lag) - self.x)

    found = dt.compile(Fast()).sensitivities(["lag", "speed"])
    exact = np.array([7.26886, -0.0303566])
    for end, value, right in zip(found.ends, found.final("x"), exact, strict=True):
        assert value == pytest.approx(right, rel=1e-4) or "leaves a delay" in str(end)


def test_delays_that_are_not_covered_are_refused_by_name() -> None:
    class Varying(Model):
        ramp = parameter(0.1, unit="s", doc="Delay")
        lag = VariableDelay(delay_max=1.0)
        x = variable(start=fixed(1.0), doc="Quantity")

        def equations(self) -> dt.Equations:
            yield self.lag.u == self.x
            yield self.lag.delay_time == self.ramp + 0.1 * time
            yield der(self.x) == -PER_SECOND * self.lag.y

    with pytest.raises(NotCoveredError, match="vary"):
        dt.compile(Varying()).sensitivities("ramp")
