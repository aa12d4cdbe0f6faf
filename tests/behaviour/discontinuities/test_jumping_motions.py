"""Prescribed motions that jump through blocks: told at the event, and only where it matters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Model, fixed, simulate
from drivetrain.blocks import Add, BooleanStep, Constant, Gain, Sine, Step, Switch, TimeTable
from drivetrain.errors import SimulationError
from drivetrain.modeling import Expr, constant, where
from drivetrain.rotational import Brake, Damper, Inertia, Position, Speed, Spring

RATE = constant(1.0, "rad/s")


class Driven(Model):
    """A mass that follows exactly."""

    source = Speed(exact=True)
    mass = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.source >> self.mass


class Summed(Driven):
    wave = Sine(f=1.0)
    step = Step(start_time=0.5)
    sum = Add()

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.sum.u1
        yield self.step.y >> self.sum.u2
        yield self.sum.y >> self.source.w_ref


class Switched(Driven):
    wave = Sine(f=1.0)
    other = Constant(k=3.0)
    lever = BooleanStep(start_time=0.5)
    switch = Switch()

    def equations(self) -> Iterable[Any]:
        yield self.lever.y >> self.switch.u2
        yield self.wave.y >> self.switch.u1
        yield self.other.y >> self.switch.u3
        yield self.switch.y >> self.source.w_ref


class Tabled(Driven):
    table = TimeTable(table=[[0, 0], [0.5, 1], [0.5, 2], [1, 3]])

    def equations(self) -> Iterable[Any]:
        yield self.table.y >> self.source.w_ref


@pytest.mark.parametrize(("model", "height"), [(Summed, 1), (Switched, -3), (Tabled, 1)])
def test_a_speed_that_jumps(model: type[Model], height: float) -> None:
    with pytest.raises(SimulationError) as caught:
        simulate(model())
    message = str(caught.value)
    assert "failed at t = 0.5 s: A motion that rigid parts follow exactly jumps" in message
    assert "Variable concerned: " in message
    assert "source.w" in message
    assert f"It jumps by {height}" in message
    assert caught.value.result.time[-1] == pytest.approx(0.5)  # type: ignore[attr-defined]


def test_an_angle_that_jumps() -> None:
    class Turned(Model):
        step = Step(start_time=0.5, height=0.2)
        gain = Gain(k=2.0)
        source = Position(exact=True)
        mass = Inertia(J=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.step.y >> self.gain.u
            yield self.gain.y >> self.source.phi_ref
            yield self.source >> self.mass

    with pytest.raises(SimulationError, match=r"It jumps by 0\.4"):
        simulate(Turned())


def test_kinks_are_no_jumps() -> None:
    class Bent(Driven):
        table = TimeTable(table=[[0, 0], [0.5, 1], [1, 0]])

        def equations(self) -> Iterable[Any]:
            yield self.table.y >> self.source.w_ref

    assert simulate(Bent())["mass.w"].max() == pytest.approx(1.0)


def test_a_filter_takes_the_jump() -> None:
    class Soft(Summed):
        source = Speed(exact=False)

    assert simulate(Soft())["mass.w"][-1] == pytest.approx(1.0, abs=0.05)


def test_behind_a_spring_a_speed_may_jump() -> None:
    class Elastic(Model):
        step = Step(start_time=0.5)
        gain = Gain(k=1.0)
        source = Speed(exact=True)
        spring = Spring(c=100.0)
        mass = Inertia(J=1.0, w=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.step.y >> self.gain.u
            yield self.gain.y >> self.source.w_ref
            yield self.source >> self.spring >> self.mass

    result = simulate(Elastic())
    since = np.maximum(result.time - 0.5, 0.0)
    assert result["mass.w"] == pytest.approx(1 - np.cos(10 * since), abs=1e-4)


class Following(Model):
    """A mass that follows the motion of another one, behind an angle in another way."""

    leader = Inertia(J=1.0, phi=fixed(0.0), w=fixed(3.0))
    source = Speed(exact=True)
    mass = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.source >> self.mass

    def chosen(self, one: Any, other: Any) -> Expr:
        return where(self.leader.phi > 1.0, one, other)


class Doubled(Following):
    def equations(self) -> Iterable[Any]:
        yield self.source.w_ref == self.chosen(2 * self.leader.w, self.leader.w)


class Stopped(Following):
    def equations(self) -> Iterable[Any]:
        yield self.source.w_ref == self.chosen(0.0, 3.0) * RATE


class Displaced(Following):
    source = Position(exact=True)

    def equations(self) -> Iterable[Any]:
        yield self.source.phi_ref == self.chosen(2 * self.leader.phi, self.leader.phi)


@pytest.mark.parametrize(
    ("model", "what", "height"),
    [(Doubled, "source.w", 3), (Stopped, "source.w", -3), (Displaced, "source.phi", 1)],
)
def test_a_motion_that_jumps_where_another_one_has_come(
    model: type[Model], what: str, height: float
) -> None:
    with pytest.raises(SimulationError, match="rigid parts follow exactly jumps") as caught:
        simulate(model())
    assert f"Variable concerned: {what}" in str(caught.value).replace("mass.", "source.")
    assert f"It jumps by {height}" in str(caught.value)
    assert caught.value.result.time[-1] == pytest.approx(1 / 3)  # type: ignore[attr-defined]


def test_another_way_to_the_same_speed_is_no_jump() -> None:
    class Handed(Following):
        def equations(self) -> Iterable[Any]:
            yield self.source.w_ref == self.chosen(self.leader.w, 3.0 * RATE)

    assert simulate(Handed())["mass.w"] == pytest.approx(3.0)


def test_a_shaft_without_inertia_may_jump() -> None:
    class Light(Model):
        leader = Inertia(J=1.0, phi=fixed(0.0), w=fixed(3.0))
        damper = Damper(d=1.0)
        shaft = Inertia(J=0.0)
        brake = Brake(fn_max=100.0)

        def equations(self) -> Iterable[Any]:
            yield self.leader >> self.damper >> self.shaft >> self.brake
            yield self.brake.f_normalized == where(self.leader.phi > 1.0, 1.0, 0.0)

    result = simulate(Light())
    assert np.abs(np.diff(result["shaft.w"])).max() == pytest.approx(3.0, abs=0.01)
    assert result["leader.w"][-1] == pytest.approx(3.0 * np.exp(-2 / 3), rel=1e-4)
