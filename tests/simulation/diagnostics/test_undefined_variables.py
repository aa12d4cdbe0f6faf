"""Variables that feed no state and become undefined: the run ends there, and says so."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain
from drivetrain import Model, fixed, guess, simulate
from drivetrain.blocks import CombiTable1Ds, ContinuousClock, Division, Log10, Sine, Sqrt
from drivetrain.errors import SimulationError
from drivetrain.modeling import (
    constant,
    integer,
    log,
    parameter,
    sqrt,
    table,
    time,
    variable,
    when,
    where,
)
from drivetrain.rotational import Inertia, Torque
from drivetrain.simulation.results.result import Result, RunStatus
from drivetrain.thermal import HeatCapacitor, PrescribedTemperature

SECOND = constant(1.0, "s")


class Turning(Model):
    """A mass that turns at 1 rad/s."""

    mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
    x = variable()


def failed(model: Model | type[Model], **settings: Any) -> tuple[str, Result]:
    with pytest.raises(SimulationError) as caught:
        simulate(model() if isinstance(model, type) else model, **settings)
    result = caught.value.result
    assert isinstance(result, Result)
    assert result.status is RunStatus.FAILED
    return str(caught.value), result


def test_the_run_ends_where_a_variable_becomes_undefined() -> None:
    class Leaving(Turning):
        def equations(self) -> Iterable[Any]:
            yield self.x == sqrt(0.6 - self.mass.phi)

    message, result = failed(Leaving, interval=0.1)
    assert "failed at t = 0.6" in message
    assert "Variable concerned: x" in message
    assert "'sqrt(0.6 - mass.phi)' in 'x == sqrt(0.6 - mass.phi)' has no finite value" in message
    assert result.time[-1] == pytest.approx(0.6, abs=1e-6)
    assert np.isfinite(result.rows).all()
    assert result["x"] == pytest.approx(np.sqrt(0.6 - result["mass.phi"]))


def test_what_is_undefined_at_the_start_is_told_at_once() -> None:
    class Resting(Turning):
        def equations(self) -> Iterable[Any]:
            yield self.x == log(self.mass.phi)

    message, _ = failed(Resting)
    assert "failed at t = 0 s" in message
    assert "'log(mass.phi)'" in message
    assert "mass.phi = 0" in message


def test_a_parameter_that_is_divided_by_may_not_be_zero() -> None:
    class Quotient(Turning):
        k = parameter(2.0)

        def equations(self) -> Iterable[Any]:
            yield self.x == self.mass.phi / self.k

    compiled = drivetrain.compile(Quotient())
    assert compiled.simulate()["x"][-1] == pytest.approx(0.5)
    with pytest.raises(SimulationError, match=r"'mass\.phi / k'"):
        compiled.simulate(parameters={"k": 0.0})


def test_a_value_between_steps_counts_where_it_is_recorded() -> None:
    class Dipping(Turning):
        """The argument is negative for 1 ms only, far from the end of any step."""

        def equations(self) -> Iterable[Any]:
            yield self.x == log((time / SECOND - 0.4321) ** 2 - 1e-6)

    message, result = failed(Dipping, interval=1e-4)
    assert "failed at t = 0.4" in message
    assert np.isfinite(result.rows).all()


def test_a_discrete_variable_counts_too() -> None:
    class Sampling(Turning):
        n = integer()
        held = variable()

        def equations(self) -> Iterable[Any]:
            yield self.x == self.mass.phi
            yield when(self.mass.phi > 0.5, self.held == log(0.3 - self.mass.phi), self.n == 1)

    message, _ = failed(Sampling)
    assert "failed at t = 0.5" in message
    assert "Variable concerned: held" in message


def test_an_event_that_keeps_a_value_defined_comes_first() -> None:
    class Guarded(Turning):
        def equations(self) -> Iterable[Any]:
            yield self.x == where(self.mass.phi < 0.5, sqrt(0.6 - self.mass.phi), 0)

    assert np.isfinite(simulate(Guarded())["x"]).all()


def test_a_table_without_extrapolation() -> None:
    class Tabled(Turning):
        law = table([[0, 0], [0.5, 1]], extrapolation="no_extrapolation")

        def equations(self) -> Iterable[Any]:
            yield self.x == self.law(self.mass.phi)

    message, _ = failed(Tabled)
    assert "failed at t = 0.5" in message
    assert "law" in message


def test_an_assertion_says_more() -> None:
    class Asserted(Model):
        wave = Sine(f=1.0)
        quotient = Division(u1=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.wave.y >> self.quotient.u2

    message, _ = failed(Asserted)
    assert "the divisor u2 is zero" in message


def test_equations_that_run_as_a_loop() -> None:
    class Disc(Inertia):
        x = variable()
        limit = parameter(1.0)

        def equations(self) -> Iterable[Any]:
            yield self.x == log(self.limit - self.phi)

    class Row(Model):
        disc = Disc.array(60, J=1.0, phi=fixed(0.0), w=fixed(1.0), limit=np.linspace(2.0, 0.5, 60))

    message, result = failed(Row)
    assert "failed at t = 0.5" in message
    assert "Variable concerned: disc[59].x" in message
    assert "'log(limit - phi)'" in message
    assert np.isfinite(result.rows).all()


def test_every_method_and_an_ensemble_say_so() -> None:
    class Leaving(Turning):
        limit = parameter(0.6)

        def equations(self) -> Iterable[Any]:
            yield self.x == sqrt(self.limit - self.mass.phi)

    for solver in ("bs5", "rodas"):
        assert "failed at t = 0.6" in failed(Leaving, solver=solver)[0]
    runs = drivetrain.compile(Leaving()).ensemble({"limit": [2.0, 0.6]})
    assert [bool(message) for message in runs.messages] == [False, True]


NEWTON_METRE = constant(1.0, "N.m")
METHODS = pytest.mark.parametrize("solver", ["dopri5", "rodas"])


class Pushed(Model):
    """A mass that turns at 1 rad/s at first."""

    motor = Torque()
    mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.mass


@METHODS
def test_a_torque_that_becomes_undefined(solver: str) -> None:
    class Rooted(Pushed):
        root = Sqrt()

        def equations(self) -> Iterable[Any]:
            yield self.root.u == 1 - self.mass.phi
            yield self.motor.tau == self.root.y * NEWTON_METRE

    message, result = failed(Rooted, solver=solver)
    assert "Variable concerned: mass." in message
    assert "root: 'sqrt(u)' in 'y == sqrt(u)' has no finite value, with root.u = -" in message
    assert result["mass.phi"][-1] == pytest.approx(1.0)


@METHODS
def test_the_branch_that_is_not_taken_is_not_to_blame(solver: str) -> None:
    class Branched(Pushed):
        mass = Inertia(J=1.0, phi=fixed(0.5), w=fixed(1.0))

        def equations(self) -> Iterable[Any]:
            one, other = sqrt(1 - self.mass.phi), sqrt(self.mass.phi - 2)
            yield self.motor.tau == where(self.mass.phi > 0.0, one, other) * NEWTON_METRE

    message, _ = failed(Branched, solver=solver)
    assert "Branched: 'sqrt(1 - mass.phi)' in " in message
    assert "with mass.phi = 1.000000000000" in message  # nine digits would say 1
    assert "'sqrt(mass.phi - 2)' in" not in message


def test_an_assertion_says_what_it_was_about() -> None:
    class Short(Pushed):
        law = CombiTable1Ds(table=[[0, 0], [0.5, 1]], extrapolation="no_extrapolation")

        def equations(self) -> Iterable[Any]:
            yield self.law.u == self.mass.phi
            yield self.motor.tau == self.law.y[0] * NEWTON_METRE

    message, _ = failed(Short)
    assert "law: an input is outside the table" in message
    assert "There law.u = 0.5" in message


class Loop(Pushed):
    """A loop whose slope is infinite where the search begins if nobody says otherwise."""

    def equations(self) -> Iterable[Any]:
        yield self.x + sqrt(self.x) == 1 - self.mass.phi
        yield self.motor.tau == self.x * NEWTON_METRE

    x = variable()


@METHODS
def test_an_infinite_slope_is_no_solution(solver: str) -> None:
    message, _ = failed(Loop, solver=solver)
    assert "They are to determine x" in message
    assert "give them a guess(…)" in message


@METHODS
def test_a_guess_helps(solver: str) -> None:
    class Guessed(Loop):
        x = variable(start=guess(0.3))

    result = simulate(Guessed(), solver=solver, stop_time=0.5)
    residual = result["x"] + np.sqrt(result["x"]) + result["mass.phi"] - 1
    assert residual == pytest.approx(0.0, abs=1e-9)


def test_a_start_that_is_infinite_warns_of_nothing_but_its_error() -> None:
    class Cold(Model):
        mass = Inertia(J=1.0)
        clock = ContinuousClock()
        order = Log10()
        source = PrescribedTemperature()
        node = HeatCapacitor(C=2.0, T=guess(300.0))

        def equations(self) -> Iterable[Any]:
            yield self.order.u == self.clock.y / SECOND
            yield self.order.y * constant(1.0, "K") == self.source.T
            yield self.source.port >> self.node.port

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        message, _ = failed(Cold)
    assert "order: the input is not positive" in message
