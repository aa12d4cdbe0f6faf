"""What locks that close at a finite speed take for rounding, and where they are refused.

More than rounding, and what tolerances leave, an impulse takes away (test_impacts.py). None is
known at a start, for friction, and where nothing but sources moves the sides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Result, simulate
from drivetrain.errors import SimulationError
from drivetrain.modeling import (
    Model,
    boolean,
    constant,
    der,
    fixed,
    hold,
    parameter,
    reinit,
    time,
    variable,
    when,
    where,
)
from drivetrain.rotational import (
    Clutch,
    ConstantSpeed,
    ConstantTorque,
    Damper,
    Fixed,
    Inertia,
    OneWayClutch,
)
from drivetrain.rotational.interfaces import CompliantWithRelativeStates
from drivetrain.translational import Mass
from drivetrain.translational import interfaces as translational

AT = 0.5
LEFT, RIGHT = 1.0, 3.0
COMMON = LEFT * 10.0 / (LEFT + RIGHT)


class Dog(CompliantWithRelativeStates):
    """A dog clutch that locks at a time, at whatever speed."""

    at = parameter(AT, unit="s")
    grip = variable("N.m", least_change=True)
    locked = boolean(start=fixed(False))

    def equations(self) -> Iterable[Any]:
        torque, acceleration = constant(1.0, "N.m"), constant(1.0, "rad/s2")
        yield self.locked == (time >= self.at)
        yield where(self.locked, self.a_rel / acceleration, self.grip / torque) == 0
        yield self.tau == self.grip
        yield hold(self.w_rel, while_=self.locked)


class Pair(Model):
    """Two bodies, of which one turns, and a dog clutch between them."""

    left: Any = Inertia(J=LEFT, phi=fixed(0.0), w=fixed(10.0))
    dog: Any = Dog()
    right: Any = Inertia(J=RIGHT, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.dog >> self.right


def refusal(model: Model) -> tuple[str, Result]:
    """Return why a run is refused, and what is kept of it."""
    with pytest.raises(SimulationError) as refused:
        simulate(model, stop_time=1.0)
    assert refused.value.result is not None
    return " ".join(str(refused.value).split()), refused.value.result


class Given(Pair):
    """A source turns one side, and the other one stands still."""

    left = ConstantSpeed(w_fixed=10.0)
    right = Fixed()

    def equations(self) -> Iterable[Any]:
        return ()


def test_a_speed_that_no_impulse_changes_is_refused_and_what_came_before_is_kept() -> None:
    message, kept = refusal(Given())
    assert "at t = 0.5 s: A lock closes although its sides move against each other" in message
    assert "'dog' locks there (locked is true) at dog.w_rel = -10" in message
    for remedy in ("Clutch, Brake", "SpringDamper", "reinit(…) in the same event"):
        assert remedy in message
    assert kept.time[-1] == pytest.approx(AT)
    np.testing.assert_array_equal(kept["dog.w_rel"], -10.0)
    assert "at t = 0.5 s" in kept.message


class FromTheStart(Pair):
    dog = Dog(at=0.0)


def test_a_start_with_different_speeds_is_refused() -> None:
    message, _ = refusal(FromTheStart())
    assert "at t = 0 s: A lock closes" in message
    assert "give both the same speed at a start" in message
    assert "(left.w = 10, right.w = 0)" in message


class Together(FromTheStart):
    right = Inertia(J=RIGHT, phi=fixed(0.0), w=fixed(10.0))
    motor = ConstantTorque(tau_constant=8.0)

    def equations(self) -> Iterable[Any]:
        yield self.right >> self.motor


def test_a_start_with_one_speed_is_locked() -> None:
    result = simulate(Together(), stop_time=1.0)
    assert result.final["left.w"] == pytest.approx(12.0, rel=1e-9)
    np.testing.assert_array_equal(result["dog.w_rel"], 0.0)


class Set(Pair):
    """The event that closes the lock sets the common speed."""

    def equations(self) -> Iterable[Any]:
        yield when(self.dog.locked, reinit(self.left.w, COMMON), reinit(self.right.w, COMMON))


class SetOne(Pair):
    def equations(self) -> Iterable[Any]:
        yield when(self.dog.locked, reinit(self.left.w, COMMON))


def test_both_speeds_may_be_set_in_the_event() -> None:
    result = simulate(Set(), stop_time=1.0)
    late = result.time > AT
    np.testing.assert_array_equal(result["left.w"][late], COMMON)
    np.testing.assert_array_equal(result["right.w"][late], COMMON)


def test_a_speed_that_is_set_in_the_event_counts_as_the_one_before() -> None:
    result = simulate(SetOne(), stop_time=1.0)
    assert result.final["right.w"] == pytest.approx(COMMON / 4.0, rel=1e-12)
    assert result.energy.relative_error < 1e-12


class Damped(Pair):
    """A damper beside the dog clutch takes all of the speed away but for a part of exp(-33)."""

    damper = Damper(d=50.0)

    def equations(self) -> Iterable[Any]:
        yield self.left.flange_b >> self.damper.flange_a
        yield self.damper.flange_b >> self.right.flange_a


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-9])
def test_what_tolerances_leave_is_taken_away(tolerance: float) -> None:
    result = simulate(Damped(), stop_time=1.0, tolerance=tolerance)
    assert result.final["dog.w_rel"] == 0.0
    assert result.final["left.w"] == pytest.approx(COMMON, rel=10 * tolerance)
    assert result.energy.relative_error < 10 * tolerance


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e6])
@pytest.mark.parametrize(("part", "small"), [(1e-15, True), (1e-7, True), (1e-2, False)])
def test_small_is_small_beside_the_speeds(size: float, part: float, small: bool) -> None:
    """Of bodies that turn at `size`, or that of a typical speed, 1 rad/s, if that is more."""

    class Nearly(Pair):
        """Bodies of nearly the same speed."""

        left = Inertia(J=LEFT, phi=fixed(0.0), w=fixed(size))
        right = Inertia(J=RIGHT, phi=fixed(0.0), w=fixed(size + part * max(size, 1.0)))
        dog = Dog(state_select="never")

    result = simulate(Nearly(), stop_time=1.0)
    assert result.final["dog.w_rel"] == pytest.approx(0.0, abs=1e-15 * size)
    common = size + part * max(size, 1.0) * RIGHT / (LEFT + RIGHT)
    wanted = {"rel": 1e-6, "abs": 1e-6} if small else {"rel": 1e-12}
    assert result.final["left.w"] == pytest.approx(common, **wanted)


class Chain(Model):
    """Of two dog clutches that close together, only one has anything to do."""

    first = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
    one = Dog()
    second = Inertia(J=2.0, phi=fixed(0.0), w=fixed(10.0))
    other: Any = Dog()
    third = Inertia(J=3.0, phi=fixed(0.0), w=fixed(3.0))

    def equations(self) -> Iterable[Any]:
        yield self.first >> self.one >> self.second >> self.other >> self.third


class Later(Chain):
    """One is closed from the start; the other place has a clutch that slides to rest."""

    one = Dog(at=0.0)
    other = Clutch(fn_max=20.0, mu_pos=[[0, 1.0]], f_normalized=1.0)


def test_only_the_one_that_moves_takes_energy() -> None:
    result = simulate(Chain(), stop_time=1.0)
    assert result.final["first.w"] == pytest.approx(6.5, rel=1e-12)
    assert result.energy.dissipated_by["one"][-1] == 0.0
    assert result.energy.dissipated_by["other"][-1] == pytest.approx(36.75, rel=1e-12)


def test_a_lock_beside_one_that_slides_closes() -> None:
    """Friction may take it away: 7 rad/s between 3 and 3 kg·m² at 20 N·m last 0.525 s."""
    result = simulate(Later(), stop_time=1.0, tolerance=1e-9)
    (stop,) = result.events.times("other.mode", after="stuck")
    assert stop == pytest.approx(7.0 * 1.5 / 20.0, rel=1e-6)
    assert result.final["first.w"] == pytest.approx(6.5, rel=1e-6)


class Struck(Model):
    """A body that is struck while its clutch slides: its speed turns round."""

    body = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
    clutch: Any = Clutch(fn_max=10.0, mu_pos=[[0, 0.5]], f_normalized=0.5)
    load = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.body >> self.clutch >> self.load
        yield when(time >= constant(AT, "s"), reinit(self.body.w, -5.0))


class Overtaken(Model):
    """One side of a freewheel is struck, and is faster than the other then."""

    body = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    clutch = OneWayClutch(fn_max=10.0, f_normalized=0.5)
    load = Inertia(J=2.0, phi=fixed(0.0), w=fixed(10.0))

    def equations(self) -> Iterable[Any]:
        yield self.body >> self.clutch >> self.load
        yield when(time >= constant(AT, "s"), reinit(self.body.w, 15.0))


def test_friction_that_a_blow_turns_round_goes_on_sliding_the_other_way() -> None:
    """Whatever its w_small is, which counts for friction that was stuck."""
    result = simulate(Struck(), stop_time=5.0, tolerance=1e-9)
    momentum = 1.0 * -5.0 + 2.5 * AT
    assert result.final["body.w"] == pytest.approx(momentum / 3.0, rel=1e-8)
    assert result.final["clutch.w_rel"] == 0.0


def test_a_freewheel_that_is_overtaken_in_a_blow_stops_that() -> None:
    """It cannot slip backward: both go on with the common speed."""
    result = simulate(Overtaken(), stop_time=0.500001, tolerance=1e-10)
    before = result["load.w"][np.flatnonzero(result.time == AT)[0]]
    assert result.final["load.w"] == pytest.approx((15.0 + 2.0 * before) / 3.0, rel=1e-9)


@pytest.mark.parametrize("tolerance", [1e-2, 1e-6, 1e-10])
@pytest.mark.parametrize("select", ["never", "prefer"])
@pytest.mark.parametrize("speed", [1e-3, 10.0, 1e6])
def test_friction_that_comes_to_rest_locks(tolerance: float, select: str, speed: float) -> None:
    """At the instant of its event, whatever the speed is computed from, and however exactly."""

    class Slipping(Model):
        """A clutch brings two bodies to one speed."""

        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(3.0 * speed))
        clutch = Clutch(fn_max=speed, mu_pos=[[0, 0.5], [1, 0.6]], f_normalized=1.0,
                        state_select=select)  # fmt: skip
        right = Inertia(J=2.0, phi=fixed(0.0), w=fixed(1.7 * speed))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.clutch >> self.right

    result = simulate(Slipping(), stop_time=10.0, tolerance=tolerance)
    assert result.final["clutch.locked"]
    assert result.final["left.w"] == pytest.approx(6.4 * speed / 3.0, rel=max(tolerance, 1e-12))


class Latch(translational.CompliantWithRelativeStates):
    """A latch between rods."""

    grip = variable("N", least_change=True)
    locked = boolean(start=fixed(False))

    def equations(self) -> Iterable[Any]:
        force, acceleration = constant(1.0, "N"), constant(1.0, "m/s2")
        yield self.locked == (time >= constant(AT, "s"))
        yield where(self.locked, der(self.v_rel) / acceleration, self.grip / force) == 0
        yield self.f == self.grip
        yield hold(self.v_rel, while_=self.locked)


class Rods(Model):
    left = Mass(m=1.0, s=fixed(0.0), v=fixed(2.0))
    latch = Latch()
    right = Mass(m=3.0, s=fixed(0.0), v=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.latch >> self.right


def test_so_it_is_with_what_slides() -> None:
    assert simulate(Rods(), stop_time=1.0).final["left.v"] == pytest.approx(0.5, rel=1e-12)
