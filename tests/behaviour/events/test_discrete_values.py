"""Integers are whole, and what changes at events only does so at events only; else the run ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import drivetrain
from drivetrain import Model, fixed, simulate
from drivetrain.blocks import RealToInteger, Sine
from drivetrain.errors import SimulationError
from drivetrain.modeling import (
    boolean,
    constant,
    floor,
    initial,
    integer,
    no_event,
    parameter,
    pre,
    sample,
    variable,
    when,
    where,
)
from drivetrain.rotational import Inertia


class Turning(Model):
    """A mass that turns at 1 rad/s."""

    mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
    n = integer()


def failure(model: type[Model]) -> str:
    with pytest.raises(SimulationError) as caught:
        simulate(model())
    return str(caught.value)


def test_an_integer_that_follows_an_angle() -> None:
    class Following(Turning):
        def equations(self) -> Iterable[Any]:
            yield self.n == floor(10 * self.mass.phi)

    message = failure(Following)
    assert "failed at t = 0.1" in message
    assert "Variable concerned: n, last 0." in message
    assert "n == floor(10 * mass.phi)" in message
    assert "RealToInteger" in message


def test_a_truth_without_events() -> None:
    class Silent(Turning):
        on = boolean()

        def equations(self) -> Iterable[Any]:
            yield self.n == 1
            yield self.on == no_event(self.mass.phi > 0.5)

    message = failure(Silent)
    assert "failed at t = 0.5" in message
    assert "Variable concerned: on" in message


def test_beside_events() -> None:
    class Both(Turning):
        m = integer()

        def equations(self) -> Iterable[Any]:
            yield self.n == where(self.mass.phi > 0.2, 3, 0)
            yield self.m == where(self.mass.phi > 0.5, floor(10 * self.mass.phi), 0)

    message = failure(Both)
    assert "failed at t = 0.6" in message
    assert "Variable concerned: m, last 5." in message


def test_an_integer_with_a_fraction() -> None:
    class Half(Turning):
        k = parameter(2.0)

        def equations(self) -> Iterable[Any]:
            yield when(self.mass.phi > 0.5, self.n == 3 / self.k)

    message = failure(Half)
    assert "failed at t = 0.5" in message
    assert "Variable concerned: n, last 1.5." in message
    assert "n == 3 / k" in message
    assert drivetrain.compile(Half()).simulate(parameters={"k": 3.0})["n"][-1] == 1


def test_what_events_set_is_left_alone() -> None:
    class Sampled(Turning):
        held = variable()
        count = integer()
        whole = RealToInteger()
        wave = Sine(f=1.0, amplitude=3.0)

        def equations(self) -> Iterable[Any]:
            yield self.wave.y >> self.whole.u
            yield when(sample(constant(0.0, "s"), constant(0.1, "s")), self.held == self.mass.phi)
            yield when(self.mass.phi > 0.5, self.count == pre(self.count) + 1)
            yield self.n == where(initial(), 4, pre(self.n))

    result = simulate(Sampled())
    assert result["n"][-1] == 4
    assert result["count"][-1] == 1
    assert result["held"][-2] == pytest.approx(0.9)
    assert set(result["whole.y"]) == {-3, -2, -1, 0, 1, 2, 3}
