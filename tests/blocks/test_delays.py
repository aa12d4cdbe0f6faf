"""Delays in models: signals, events, loops, integrators, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import blocks as b
from drivetrain import compile as translate
from drivetrain import rotational, simulate
from drivetrain.errors import DrivetrainError, ExpressionError, StructureError, UnitError
from drivetrain.modeling import (
    BooleanOutput,
    Model,
    constant,
    delay,
    der,
    fixed,
    parameter,
    sin,
    time,
    variable,
    where,
)
from drivetrain.simulation.verification.residuals import residuals
from tests.blocks.building import drive, rights
from tests.sundials_reference import SECOND_OPINIONS

SECOND = constant(1.0, "s")
WAVE = b.Sine(f=0.5, amplitude=2.0)


def test_a_sine_is_delayed():
    result = drive(b.FixedDelay(delay_time=0.3), u=WAVE, tolerance=1e-8)
    expected = 2.0 * np.sin(np.pi * np.maximum(result.time - 0.3, 0.0))
    np.testing.assert_allclose(result["block.y"], expected, rtol=0, atol=1e-10)


def test_pulses_come_out_at_the_exact_instants():
    pulse = b.Pulse(amplitude=2.0, period=0.7, start_time=0.1, offset=-1.0)
    result = drive(b.FixedDelay(delay_time=0.45), u=pulse)
    assert set(result["block.y"]) == {-1.0, 1.0}
    instants = result.time[1:][np.diff(result["block.y"]) != 0]
    expected = 0.1 + 0.35 * np.arange(len(instants)) + 0.45
    np.testing.assert_allclose(instants, expected, rtol=0, atol=1e-14)


def test_a_delay_that_is_a_signal():
    wave = b.Sine(f=0.3, amplitude=0.3, offset=0.4)
    result = drive(b.VariableDelay(delay_max=0.7), u=WAVE, delay_time=wave)
    past = np.maximum(result.time - result["s_delay_time.y"], 0.0)
    np.testing.assert_allclose(result["block.y"], 2 * np.sin(np.pi * past), rtol=0, atol=1e-10)


@pytest.mark.parametrize(("height", "at"), [(1.0, 1.2), (-1.0, 0.3)])
def test_a_delay_that_leaves_its_range(height, at):
    ramp = b.Ramp(height=height, duration=3.0, offset=0.1)
    with pytest.raises(DrivetrainError, match=r"(?s)positive or exceeds its bound.*block\.y"):
        drive(b.VariableDelay(delay_max=0.5), u=WAVE, delay_time=ramp)


class Loop(Model):
    """Delayed negative feedback around an integrator."""

    k = parameter(1.0, unit="1/s")
    T = parameter(1.0, unit="s")
    x = variable(start=fixed(1.0))

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == -self.k * delay(self.x, self.T)


@pytest.mark.parametrize("solver", ["auto", "bs5", "rodas"])
def test_method_of_steps(solver):
    result = simulate(Loop(), stop_time=3.0, tolerance=1e-8, interval=0.01, solver=solver)
    np.testing.assert_allclose(result["x"], looped(result.time), rtol=0, atol=1e-12)


@pytest.mark.parametrize("solver", SECOND_OPINIONS)
def test_multistep_methods_too(solver):
    result = simulate(Loop(), stop_time=3.0, tolerance=1e-8, interval=0.01, solver=solver)
    np.testing.assert_allclose(result["x"], looped(result.time), rtol=0, atol=1e-7)


def looped(t: Any) -> Any:
    """What the loop does until t = 3 s, delay by delay."""
    return 1 - t + np.where(t > 1, (t - 1) ** 2 / 2, 0) - np.where(t > 2, (t - 2) ** 3 / 6, 0)


class Population(Model):
    """Delayed logistic growth, whose cycles a method must follow for a long time."""

    x = variable(start=fixed(0.1))

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == 1.8 * self.x * (1 - delay(self.x, 1.0)) / SECOND


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_errors_follow_the_tolerance(solver):
    def run(tolerance: float) -> Any:
        return simulate(
            Population(), stop_time=20.0, tolerance=tolerance, interval=20.0, solver=solver
        )["x"][-1]

    exact = simulate(Population(), stop_time=20.0, tolerance=1e-12, interval=20.0)["x"][-1]
    errors = [abs(run(tolerance) - exact) for tolerance in (1e-6, 1e-9)]
    assert errors[0] < 2e-4
    assert errors[1] < 1e-6
    assert errors[1] < errors[0] / 30


class Echo(Model):
    """A loop without states: the delay breaks it, and jumps go round for ever."""

    r, y = variable(), variable()

    def equations(self) -> Iterable[Any]:
        yield self.r == where(time >= constant(0.25, "s"), 1.0, 0.0)
        yield self.y == self.r - 0.5 * delay(self.y, 0.5)


def test_a_delay_breaks_an_algebraic_loop():
    result = simulate(Echo(), stop_time=3.0)
    t, y = rights(result, "y")
    rounds = np.floor((t - 0.25) / 0.5 + 1e-9) + 1
    expected = np.where(rounds > 0, (1 - (-0.5) ** rounds) / 1.5, 0.0)
    np.testing.assert_allclose(y, expected, rtol=1e-13)


class Relay(Model):
    """Two-point control with dead time swings by the dead time in each direction."""

    x = variable(start=fixed(0.2))
    up = BooleanOutput()

    def equations(self) -> Iterable[Any]:
        yield self.up == (delay(self.x, 0.5) > 0)
        yield der(self.x) == where(self.up, -1.0, 1.0) / SECOND


def test_events_in_the_past_switch_a_relay():
    result = simulate(Relay(), stop_time=6.0, tolerance=1e-9)
    t, up = rights(result, "up")
    switches = t[1:][np.diff(up.astype(int)) != 0]
    np.testing.assert_allclose(switches, 0.7 + np.arange(len(switches)), rtol=0, atol=1e-10)
    assert len(switches) == 6
    assert np.abs(result["x"]).max() == pytest.approx(0.5, abs=1e-10)


class Implicit(Model):
    """The delay depends on what is delayed."""

    y = variable()

    def equations(self) -> Iterable[Any]:
        lag = constant(0.5, "s") + constant(0.1, "s") * self.y
        yield self.y == delay(sin(3.0 * time / SECOND), lag, longest=1.0)


class OfNothing(Model):
    root = b.Sqrt()
    late = b.FixedDelay(delay_time=0.5)

    def equations(self) -> Iterable[Any]:
        yield self.root.u == -1.0
        yield self.root.y >> self.late.u


def test_what_has_no_value_at_the_start_is_told_by_its_block():
    with pytest.raises(DrivetrainError, match=r"root: the input is negative"):
        simulate(OfNothing(), stop_time=1.0)


def test_a_delay_may_be_found_by_iteration():
    result = simulate(Implicit(), stop_time=3.0)
    t, y = result.time, result["y"]
    expected = np.sin(3.0 * np.maximum(t - 0.5 - 0.1 * y, 0.0))
    np.testing.assert_allclose(y, expected, rtol=0, atol=1e-10)


class Engagement(Model):
    """A clutch that gets its command late, on a shaft whose drive knows the load of before."""

    pulse = b.Pulse(amplitude=1.0, period=1.0, width=50, start_time=0.1)
    command = b.FixedDelay(delay_time=0.25)
    measured = b.FixedDelay(delay_time=0.1)
    motor = rotational.Torque()
    engine = rotational.Inertia(J=1.0, w=fixed(10.0), phi=fixed(0.0))
    clutch = rotational.Clutch(fn_max=20.0, mu_pos=[[0, 1]])
    load = rotational.Inertia(J=1.0, w=fixed(0.0), phi=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.motor.flange >> self.engine.flange_a
        yield self.engine.flange_b >> self.clutch.flange_a
        yield self.clutch.flange_b >> self.load.flange_a
        yield self.pulse.y >> self.command.u
        yield self.command.y >> self.clutch.f_normalized
        yield self.measured.u == 3.0 - self.load.w / constant(1.0, "rad/s")
        yield self.measured.y >> self.motor.tau


@pytest.mark.parametrize("solver", ["bs5", "rodas", *SECOND_OPINIONS])
def test_arrivals_that_coincide_but_for_rounding(solver):
    """Events that go round the loop fall one bit before edges of the pulse."""
    compiled = translate(Engagement())
    tolerance = 1e-10 if solver in ("cvode", "ida") else 1e-8  # theirs holds for the mean of states
    result = compiled.simulate(stop_time=5.0, tolerance=tolerance, interval=0.01, solver=solver)
    assert residuals(compiled, result).worst <= 1e-9
    t, y = rights(result, "command.y")
    expected = 0.35 + 0.5 * np.arange(10)
    np.testing.assert_allclose(t[1:][np.diff(y) != 0], expected, rtol=0, atol=1e-14)
    finer = compiled.simulate(stop_time=5.0, tolerance=1e-11, interval=0.01)
    assert result["load.w"][-1] == pytest.approx(finer["load.w"][-1], rel=1e-7)
    assert result.energy.relative_error < (1e-9 if solver in ("bs5", "rodas") else 1e-6)


def test_equal_runs_are_equal_and_parameters_change_the_delay():
    compiled = translate(Relay())
    one, two = (compiled.simulate(stop_time=3.0) for _ in range(2))
    assert np.array_equal(one.rows, two.rows)
    runs = translate(Loop()).simulate(stop_time=1.5, parameters={"T": 2.0})
    np.testing.assert_allclose(runs["x"], 1.0 - runs.time, atol=1e-13)


@pytest.mark.parametrize(
    ("equation", "error", "text"),
    [
        (lambda m: m.x == delay(m.x, 0.1 + time / 10), ExpressionError, "give its bound"),
        (lambda m: m.x == delay(m.x, 0.1, longest=1 + time), ExpressionError, "must not"),
        (lambda m: m.x == delay(time, constant(1.0, "m")) / SECOND, UnitError, "expected s"),
        (lambda m: m.x == delay(time, 1.0), UnitError, "unit"),
        (lambda m: m.x == der(delay(m.x, 1.0)) * SECOND, ExpressionError, "no derivative"),
        (lambda m: m.x == delay(time > SECOND, 1.0), ExpressionError, "needs numbers"),
    ],
)
def test_what_a_delay_cannot_be(equation, error, text):
    class Wrong(Model):
        x = variable()

        def equations(self) -> Iterable[Any]:
            yield equation(self)

    with pytest.raises(error, match=text):
        simulate(Wrong(), stop_time=1.0)


class Moved(Model):
    """A delayed signal whose derivative is asked for."""

    x, v = variable(), variable(unit="1/s")

    def equations(self) -> Iterable[Any]:
        yield self.x == delay(sin(time / SECOND), 1.0)
        yield self.v == der(self.x)


def test_a_delayed_value_has_no_derivative():
    with pytest.raises(StructureError, match="would have to be differentiated"):
        simulate(Moved(), stop_time=1.0)


class Pushed(Model):
    """A source whose angle is a delayed signal."""

    wave = b.Sine(f=0.5)
    late = b.FixedDelay(delay_time=0.2)
    source = rotational.Position(exact=True)
    disc = rotational.Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.late.u
        yield self.late.y >> self.source.phi_ref
        yield self.source >> self.disc


def test_the_block_is_named_whose_delay_would_have_to_be_differentiated():
    with pytest.raises(StructureError, match=r"late \(FixedDelay\): y == delay\(u, delay_time\)"):
        simulate(Pushed(), stop_time=1.0)


class Divided(Model):
    """A quotient by a delayed signal, which at the start is what the signal is then."""

    two = b.Constant(k=2.0)
    late = b.FixedDelay(delay_time=0.2)
    quotient = b.Division()

    def equations(self) -> Iterable[Any]:
        yield self.two.y >> self.late.u
        yield self.two.y >> self.quotient.u1
        yield self.late.y >> self.quotient.u2


def test_assertions_wait_until_delays_have_their_first_value():
    result = simulate(Divided(), stop_time=0.5)
    np.testing.assert_array_equal(result["quotient.y"], 1.0)


class EndsAtOnce(Divided):
    """The same, ended by the model in its first instant."""

    on = b.BooleanConstant(k=True)
    stop = b.TerminateSimulation()

    def equations(self) -> Iterable[Any]:
        yield self.on.y >> self.stop.condition


def test_a_run_that_ends_at_once_knows_its_delayed_values():
    result = simulate(EndsAtOnce(), stop_time=0.5)
    assert result["late.y"].tolist() == [2.0]
