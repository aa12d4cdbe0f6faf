"""A run among many is the run that it is alone, whoever makes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Model, examples
from drivetrain import compile as compile_model
from drivetrain.blocks import FixedDelay, Sine
from drivetrain.errors import DrivetrainError, SimulationError
from drivetrain.modeling import (
    constant,
    der,
    ensure,
    fixed,
    integer,
    parameter,
    pre,
    sample,
    terminate,
    variable,
    when,
)
from drivetrain.rotational import Clutch, Inertia, SpringDamper, Torque
from drivetrain.simulation import kernel_solver
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.ensembles.batch import BatchOfRuns
from drivetrain.simulation.ensembles.ensemble import Ensemble


def alone(compiled: CompiledModel, parameters: dict[str, Any]) -> tuple[bytes, str]:
    """Return the rows of a run by itself, and what went wrong."""
    try:
        return compiled.simulate(parameters=parameters, interval=np.inf).rows.tobytes(), ""
    except SimulationError as error:
        return error.result.rows.tobytes(), str(error)
    except DrivetrainError as error:
        return b"", str(error)


def assert_alone(compiled: CompiledModel, many: Ensemble, given: dict[str, list[Any]]) -> None:
    """Check that every run has the bits, and the message, that it has by itself."""
    for k, (rows, message) in enumerate(zip(many.rows, many.messages, strict=True)):
        own = {name: values[k] for name, values in given.items()}
        assert (rows.tobytes(), message) == alone(compiled, own), f"run {k}"


EXAMPLES = {
    "CoupledClutches": {"clutch2.fn_max": [20.0, 5.0, 30.0], "J4.J": [1.0, 0.5, 2.0]},
    "Backlash": {"spring_damper.d": [0.4, 0.5, 0.6]},
    "ElasticBearing": {"ramp.height": [50.0, 60.0, 20.0]},
    "HeatLosses": {"sine2.f": [5.0, 4.0, 5.5]},
    "machines.DualClutchLaunch": {"close2.duration": [0.5, 0.6, 0.4]},
    "machines.ServoAxis": {"motor.J": [1e-3, 1.1e-3, 0.9e-3]},
    "machines.ShipShafting": {"propeller.J": [30000.0, 31000.0, 28000.0]},
    "redundancy.BrakesAtGear": {"fast_shaft.J": [1.0, 0.5, 2.0]},
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    compiled = compile_model(examples.find(name)())
    many = compiled.ensemble(EXAMPLES[name], threads=2)
    assert not many.failed
    assert_alone(compiled, many, EXAMPLES[name])


@pytest.mark.parametrize("threads", [1, 3])
def test_usual_runs_are_left_to_the_kernel(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any) -> Any:
        raise AssertionError("gone on with by itself")

    monkeypatch.setattr(BatchOfRuns, "_alone", refuse)
    monkeypatch.setattr(BatchOfRuns, "_gone_on_with", refuse)
    # A busy machine may suspend a thread for so long that its call to the kernel is over.
    monkeypatch.setattr(kernel_solver, "SECONDS_UNTIL_HEEDED", np.inf)
    compiled = compile_model(examples.find("CoupledClutches")())
    given = {"J1.J": np.linspace(0.5, 2.0, 250)}
    many = compiled.ensemble(given, threads=threads, interval=0.1)
    assert len(many) == 250
    assert not many.failed
    assert (np.diff(many.final("J1.w")) != 0).all()


class Busy(Model):
    """Delays, counts ticks, ends or fails, as its parameters have it."""

    limit = parameter(10.0)
    worst = parameter(10.0)
    period = parameter(0.3, unit="s")
    late = parameter(0.2, unit="s")
    ticks = integer(start=fixed(0))
    x = variable(start=fixed(0.0))
    sine = Sine(f=2.0)
    delay = FixedDelay(delay_time=late)

    def equations(self) -> Iterable[Any]:
        yield self.sine.y >> self.delay.u
        yield when(sample(0, self.period), self.ticks == pre(self.ticks) + 1)
        yield der(self.x) == constant(1.0, "1/s") + self.delay.y * constant(1.0, "1/s")
        yield terminate(self.x > self.limit, "far enough")
        yield ensure(self.x < self.worst, "too far")


def test_clocks_delays_ends_and_failures() -> None:
    compiled = compile_model(Busy())
    given = {
        "limit": [10.0, 0.5, 10.0, 10.0, 0.7],
        "worst": [10.0, 10.0, 0.6, 10.0, 0.2],
        "period": [0.3, 0.1, 0.2, 1e-20, 0.25],
    }
    many = compiled.ensemble(given, threads=1)
    assert many.failed == [2, 3, 4]
    assert "too far" in many.messages[2]
    assert "ticks every 1e-20 s" in many.messages[3]
    assert_alone(compiled, many, given)


class Difference(Model):
    """With equal parameters nothing says what `y` is."""

    a = parameter(2.0)
    b = parameter(1.0)
    x = variable(start=fixed(1.0))
    y = variable()

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == -self.x * constant(1.0, "1/s")
        yield (self.a - self.b) * self.y == self.x


def test_a_factor_vanishes_though_no_parameter_does() -> None:
    compiled = compile_model(Difference())
    given = {"a": [2.0, 1.0, 3.0]}
    many = compiled.ensemble(given)
    assert many.failed == [1]
    assert "y" in many.messages[1]
    assert_alone(compiled, many, given)


@pytest.mark.parametrize("J", [0.0, 0.3])
def test_an_inertia_that_the_model_has_not(J: float) -> None:
    """Of a model without an inertia the runs that have one are translated anew, and the reverse."""
    compiled = compile_model(examples.find("First")(J_motor=J))
    many = compiled.ensemble({"J_motor": [0.1, 0.2, 0.0]})
    for run, value in enumerate((0.1, 0.2, 0.0)):
        own = compile_model(examples.find("First")(J_motor=value)).simulate()
        np.testing.assert_allclose(many.final("inertia3.w")[run], own["inertia3.w"][-1], rtol=1e-6)


class Stuck(Model):
    """A clutch that is to start locked."""

    speed = parameter(1.0, unit="rad/s")
    left = Inertia(J=1.0, w=fixed(1.0))
    clutch = Clutch(fn_max=10.0, f_normalized=1.0, mode=fixed(0))
    right = Inertia(J=1.0, w=fixed(speed))

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.clutch >> self.right


@pytest.mark.parametrize("name", ["speed", "right.w.start"])
def test_an_element_that_cannot_start_stuck(name: str) -> None:
    compiled = compile_model(Stuck())
    given = {name: [1.0, 2.5]}
    many = compiled.ensemble(given, stop_time=0.1)
    assert many.failed == [1]
    assert "'clutch' is asked to start stuck" in many.messages[1]


class Settling(Model):
    """A start at rest under a torque, which is another one with every stiffness."""

    load = parameter(5.0, unit="N.m")
    torque = Torque()
    left = Inertia(J=1.0)
    spring = SpringDamper(c=100.0, d=1.0)
    right = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.torque.tau == self.load
        yield self.torque >> self.left >> self.spring >> self.right

    def initial_equations(self) -> Iterable[Any]:
        yield self.left.w == 0
        yield self.spring.tau == self.load


def test_a_start_that_follows_from_parameters() -> None:
    compiled = compile_model(Settling())
    given = {"spring.c": [100.0, 50.0, 200.0]}
    many = compiled.ensemble(given)
    np.testing.assert_allclose([many[k]["spring.phi_rel"][0] for k in range(3)], [0.05, 0.1, 0.025])
    assert_alone(compiled, many, given)


@pytest.mark.parametrize(
    ("given", "by_themselves"),
    [
        ({"left.J": [1.0, 2.0, 3.0]}, []),
        ({"spring.d": [1.0, 2.0, 3.0]}, []),
        ({"spring.c": [100.0, 50.0, 100.0]}, [1]),
        ({"load": [5.0, 5.0, 4.0]}, [2]),
    ],
    ids=str,
)
def test_a_start_by_equations_is_shared_where_they_read_the_same(
    given: dict[str, list[float]], by_themselves: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled, usual = compile_model(Settling()), BatchOfRuns._alone
    made: list[int] = []

    def alone_too(self: BatchOfRuns, number: int) -> Any:
        made.append(number)
        return usual(self, number)

    monkeypatch.setattr(BatchOfRuns, "_alone", alone_too)
    many = compiled.ensemble(given, threads=1)
    assert made == by_themselves
    assert_alone(compiled, many, given)


def test_a_start_that_one_run_has_of_its_own() -> None:
    """The motor follows the load through the ratio, which moves the state of the others."""
    compiled = compile_model(examples.find("First")())
    given = {"ideal_gear.ratio": [10.0, 5.0, 10.0]}
    assert_alone(compiled, compiled.ensemble(given), given)


def test_long_runs_outgrow_their_room() -> None:
    compiled = compile_model(examples.find("CoupledClutches")())
    given = {"J1.J": [1.0, 1.5]}
    many = compiled.ensemble(given, interval=2e-4)
    assert len(many.rows[0]) > 6000
    own = compiled.simulate(parameters={"J1.J": 1.5}, interval=2e-4)
    assert own.rows.tobytes() == many.rows[1].tobytes()
