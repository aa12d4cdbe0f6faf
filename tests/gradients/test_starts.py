"""How the start of a run changes with parameters, against closed forms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Ramp, Step
from drivetrain.modeling import Experiment, Model, der, fixed, maximum, parameter, variable
from drivetrain.rotational import Inertia, Torque


class Steady(Model):
    """A quantity that begins where its supply and its decay are in balance."""

    experiment = Experiment(stop_time=1.0)

    supply = parameter(4.0, unit="1/s", doc="Supply")
    k = parameter(0.5, unit="1/s", doc="Decay")
    x = variable(start=1.5, doc="Quantity")

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == self.supply - self.k * self.x**3

    def initial_equations(self) -> Iterable[Any]:
        yield der(self.x) == 0


class Measured(Model):
    """A quantity that decays, whose start is known by what is measured of it."""

    experiment = Experiment(stop_time=1.0)

    a = parameter(0.5, doc="Sensitivity of the measurement")
    first = parameter(3.0, doc="First reading")
    decay = parameter(1.0, unit="1/s", doc="Rate of decay")
    x = variable(start=1.0, doc="Quantity")
    y = variable(start=fixed(first), doc="Reading")

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == -self.decay * self.x
        yield self.y == self.a * self.x**2


class Bent(Model):
    """Two quantities that begin where the law of one of them has a corner."""

    experiment = Experiment(stop_time=1.0)

    decay = parameter(1.0, unit="1/s", doc="Rate of decay")
    sharp = variable(start=fixed(0.0), doc="Decays by its magnitude")
    smooth = variable(start=fixed(0.0), doc="Decays by the square of that, with its sign")

    def equations(self) -> Iterable[Any]:
        yield der(self.sharp) == -self.decay * abs(self.sharp)
        yield der(self.smooth) == -self.decay * self.smooth * abs(self.smooth)


class Larger(Model):
    """A quantity that grows by the larger one of two parameters."""

    experiment = Experiment(stop_time=1.0)

    one = parameter(2.0, unit="1/s", doc="One")
    other = parameter(2.0, unit="1/s", doc="The other")
    rate = parameter(maximum(one, other), unit="1/s", doc="The larger one")
    x = variable(start=fixed(0.0), doc="Quantity")

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == self.rate


class Driven(Model):
    """Wheels that a step and a ramp turn from the first instant on."""

    experiment = Experiment(stop_time=2.0)

    step = Step(height=3.0, start_time=0.0)
    ramp = Ramp(height=8.0, duration=4.0, start_time=0.0)
    motor1, motor2 = Torque(), Torque()
    wheel1 = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    wheel2 = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.step.y >> self.motor1.tau
        yield self.ramp.y >> self.motor2.tau
        yield self.motor1 >> self.wheel1
        yield self.motor2 >> self.wheel2


def test_a_start_in_balance() -> None:
    """x₀ = (supply/k)^(1/3), where it stays."""
    found = dt.compile(Steady()).sensitivities(["supply", "k"])
    x = (4.0 / 0.5) ** (1 / 3)
    expected = [x / (3 * 4.0), -x / (3 * 0.5)]
    assert found.result["x"][0] == pytest.approx(x, rel=1e-9)
    assert found["x"][0] == pytest.approx(expected, rel=1e-9)
    assert found.final("x") == pytest.approx(expected, rel=1e-6)


def test_a_start_that_follows_from_a_fixed_value() -> None:
    """x₀ = √(first/a), then x₀ exp(−t); y = a x²."""
    found = dt.compile(Measured()).sensitivities(["a", "first"], tolerance=1e-10)
    x = np.sqrt(3.0 / 0.5)
    expected = np.array([-x / (2 * 0.5), x / (2 * 3.0)])
    assert found["x"][0] == pytest.approx(expected, rel=1e-9)
    assert found["y"][0] == pytest.approx([0.0, 1.0], abs=1e-9)
    assert found.final("x") == pytest.approx(expected * np.exp(-1.0), rel=1e-8)


def test_that_value_itself() -> None:
    found = dt.compile(Measured()).sensitivities("y.start", tolerance=1e-10)
    x = np.sqrt(3.0 / 0.5)
    assert found["x"][0] == pytest.approx([x / (2 * 3.0)], rel=1e-9)


def test_other_values_than_those_of_the_model() -> None:
    found = dt.compile(Measured()).sensitivities("a", given={"first": 12.0})
    assert found["x"][0] == pytest.approx([-np.sqrt(12.0 / 0.5) / (2 * 0.5)], rel=1e-9)


def test_a_start_at_a_corner() -> None:
    """Refused where slopes differ on both sides, and only there."""
    found = dt.compile(Bent()).sensitivities(["sharp.start", "smooth.start"])
    ended, smooth = found.ends
    assert ended is not None
    assert "bend" in ended.reason
    assert np.isnan(found.final("sharp")[0])
    assert smooth is None
    assert found.final("smooth")[1] == pytest.approx(1.0)


def test_a_parameter_that_follows_by_a_corner() -> None:
    found = dt.compile(Larger()).sensitivities("one")
    (ended,) = found.ends
    assert ended is not None
    assert "above" in ended.reason
    assert np.isnan(found.final("x")).all()
    sound = dt.compile(Larger()).sensitivities("one", given={"other": 1.0})
    assert sound.final("x") == pytest.approx([1.0])


def test_events_at_the_start() -> None:
    """A step has an effect on one side only; after a ramp from s on w = (t − s)², on both."""
    found = dt.compile(Driven()).sensitivities(
        ["step.start_time", "ramp.start_time", "step.height"], tolerance=1e-9
    )
    ended, ramp, height = found.ends
    assert ended is not None
    assert "start" in ended.reason
    assert np.isnan(found.final("wheel1.w")[0])
    assert ramp is None
    assert found.final("wheel2.w")[1] == pytest.approx(-4.0, rel=1e-7)
    assert height is None
    assert found.final("wheel1.w")[2] == pytest.approx(2.0, rel=1e-7)


def test_no_run_is_made_beside_a_smooth_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """The derivatives come from the equations of the start, not from differences."""
    from drivetrain.simulation.sensitivities.beside import Beside

    def refuse(*_: Any) -> None:
        raise AssertionError("a start beside it was looked for")

    monkeypatch.setattr(Beside, "begins", refuse)
    for name in ("CoupledClutches", "machines.DualClutchLaunch", "machines.EightSpeedAutomatic"):
        compiled = dt.compile(dt.examples.find(name)())
        settable = compiled.simulate().parameters.settable
        inertias = [one for one in settable if one.endswith(".J")][:3]
        assert compiled.sensitivities(inertias).is_complete


@pytest.mark.parametrize(
    ("model", "names", "variable"),
    [
        (Driven, ["step.start_time", "ramp.start_time", "step.height"], "wheel1.w"),
        (Measured, ["a", "first"], "x"),
        (Larger, ["one"], "x"),
    ],
)
def test_runs_from_the_same_start_are_the_same(
    model: type[Model], names: list[str], variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The start is differentiated once; what there is no derivative by, stays so."""
    from drivetrain.simulation.sensitivities.beginning import Beginning

    compiled = dt.compile(model())
    first = compiled.sensitivities(names)

    def refuse(*_: Any) -> None:
        raise AssertionError("the start was differentiated again")

    monkeypatch.setattr(Beginning, "directions", refuse)
    again = compiled.sensitivities(names)
    assert np.array_equal(again[variable], first[variable], equal_nan=True)
    assert list(map(str, again.ends)) == list(map(str, first.ends))
    monkeypatch.undo()
    others = {name: 1.25 * compiled.simulate().parameters[name] + 0.125 for name in names[-1:]}
    elsewhere = compiled.sensitivities(names, given=others)
    fresh = dt.compile(model()).sensitivities(names, given=others)
    assert np.array_equal(elsewhere[variable], fresh[variable], equal_nan=True)
