"""Locks that close at a finite speed, and impacts, against momentum and numpy.

What impulses do to a chain of inertias is found a second time, without any code of the package, as
the motion that fulfils the constraints and is nearest to the one before in kinetic energy (Gauss's
principle for impulses).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from drivetrain import Result, simulate
from drivetrain.errors import ExpressionError, SimulationError
from drivetrain.modeling import (
    Expr,
    Model,
    boolean,
    constant,
    der,
    fixed,
    hold,
    impact,
    parameter,
    time,
    variable,
    where,
)
from drivetrain.rotational import (
    Brake,
    Clutch,
    ConstantSpeed,
    Fixed,
    IdealGear,
    Inertia,
    LossyGear,
    OneWayClutch,
    SpringDamper,
)
from drivetrain.rotational.interfaces import CompliantWithRelativeStates
from drivetrain.translational import Mass
from drivetrain.translational import interfaces as translational

Floats = NDArray[np.float64]

AT = 0.5
SELECTIONS = ("default", "never", "always")
SOLVERS = ("bs5", "rodas")
ROUNDING = 1e-12


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
        yield hold(self.w_rel, while_=self.locked, load=self.grip)


class Silent(CompliantWithRelativeStates):
    """The same without a word of the load."""

    at = parameter(AT, unit="s")
    locked = boolean(start=fixed(False))

    def equations(self) -> Iterable[Any]:
        torque, acceleration = constant(1.0, "N.m"), constant(1.0, "rad/s2")
        yield self.locked == (time >= self.at)
        yield where(self.locked, self.a_rel / acceleration, self.tau / torque) == 0
        yield hold(self.w_rel, while_=self.locked)


class Stop(CompliantWithRelativeStates):
    """Two sides that meet where their relative angle is zero, and part again."""

    e = parameter(0.5)

    def equations(self) -> Iterable[Any]:
        meets = (self.phi_rel <= 0) & (self.w_rel < 0)
        yield impact(self.w_rel, load=self.tau, restitution=self.e, when=meets)


def momentum(result: Result, inertias: dict[str, float]) -> Floats:
    return np.asarray(sum(J * result[f"{name}.w"] for name, J in inertias.items()))


def never_rises(result: Result) -> bool:
    stored = result.energy.stored
    return bool((np.diff(stored) <= ROUNDING * stored[0]).all())


def refusal(model: Model, stop_time: float = 1.0) -> str:
    with pytest.raises(SimulationError) as refused:
        simulate(model, stop_time=stop_time)
    return " ".join(str(refused.value).split())


# -- locks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lock", [Dog, Silent])
@pytest.mark.parametrize("select", SELECTIONS)
@pytest.mark.parametrize("solver", SOLVERS)
def test_two_bodies_go_on_with_their_common_speed(lock: Any, select: str, solver: str) -> None:
    class Pair(Model):
        """1 kg·m² at 10 rad/s and 3 kg·m² at rest."""

        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
        dog = lock(state_select=select)
        right = Inertia(J=3.0, phi=fixed(0.0), w=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.dog >> self.right

    result = simulate(Pair(), stop_time=1.0, solver=solver)
    assert result.final["left.w"] == pytest.approx(2.5, rel=ROUNDING)
    assert result.final["dog.w_rel"] == 0.0
    np.testing.assert_allclose(momentum(result, {"left": 1.0, "right": 3.0}), 10.0, rtol=ROUNDING)
    assert result.energy.dissipated_by["dog"][-1] == pytest.approx(37.5, rel=ROUNDING)
    assert result.energy.relative_error < ROUNDING
    assert never_rises(result)


@pytest.mark.parametrize("select", SELECTIONS)
def test_what_is_rigidly_behind_takes_part(select: str) -> None:
    class Tied(Model):
        """The second body has a third one behind a gear: 5 kg·m² · 2² seen from it."""

        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
        dog = Dog(state_select=select)
        right = Inertia(J=3.0, phi=fixed(0.0), w=fixed(1.0))
        gear = IdealGear(ratio=0.5)
        far = Inertia(J=5.0)

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.dog >> self.right >> self.gear >> self.far

    result = simulate(Tied(), stop_time=1.0)
    behind = 3.0 + 5.0 * 2.0**2
    common = (10.0 + behind) / (1.0 + behind)
    assert result.final["left.w"] == pytest.approx(common, rel=ROUNDING)
    assert result.final["far.w"] == pytest.approx(2.0 * common, rel=ROUNDING)
    lost = (10.0**2 + behind - (1.0 + behind) * common**2) / 2
    assert result.energy.dissipated_by["dog"][-1] == pytest.approx(lost, rel=1e-11)
    assert result.energy.relative_error < ROUNDING


def test_springs_and_what_is_behind_them_take_no_part() -> None:
    class Elastic(Model):
        """A stiff shaft: no impulse passes it."""

        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
        dog = Dog(at=0.25)
        right = Inertia(J=3.0, phi=fixed(0.0), w=fixed(0.0))
        shaft = SpringDamper(c=1e6, d=10.0, phi_rel=fixed(0.0))
        far = Inertia(J=5.0, w=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.dog >> self.right >> self.shaft >> self.far

    result = simulate(Elastic(), stop_time=0.5)
    after = np.flatnonzero(result.time == 0.25)[-1]
    assert result["left.w"][after] == pytest.approx(2.5, rel=ROUNDING)
    assert result["far.w"][after] == pytest.approx(0.0, abs=ROUNDING)
    assert result.energy.relative_error < 1e-5


def nearest(mass: Sequence[float], before: Sequence[float], constraints: list[Floats]) -> Floats:
    """Return the speeds that fulfil constraints and are nearest to those before."""
    scale = np.sqrt(np.array(mass))
    scaled = np.array(before) * scale
    if constraints:
        rows = np.array(constraints) / scale
        scaled = scaled - np.linalg.pinv(rows) @ (rows @ scaled)
    return np.asarray(scaled / scale)


@settings(max_examples=25)
@given(data=st.data())
def test_chains_of_inertias_gears_and_dogs(data: st.DataObject) -> None:
    """Of any number, that close together or one after the other."""
    n = data.draw(st.integers(2, 5))
    sizes = st.floats(0.1, 10.0)
    mass = data.draw(st.lists(sizes, min_size=n, max_size=n))
    turns = st.floats(-20.0, 20.0).map(lambda w: round(w, 3))
    speed = data.draw(st.lists(turns, min_size=n, max_size=n))
    ratio = data.draw(st.lists(st.floats(0.3, 3.0), min_size=n - 1, max_size=n - 1))
    sign = data.draw(st.lists(st.sampled_from((-1.0, 1.0)), min_size=n - 1, max_size=n - 1))
    closes = data.draw(st.lists(st.sampled_from((0.25, 0.5)), min_size=n - 1, max_size=n - 1))
    select = data.draw(st.sampled_from(SELECTIONS))
    solver = data.draw(st.sampled_from(SOLVERS))
    ratio = [r * s for r, s in zip(ratio, sign, strict=True)]
    parts: dict[str, Any] = {}
    for k in range(n):
        parts[f"body{k}"] = Inertia(J=mass[k], phi=fixed(0.0), w=fixed(speed[k]))
    for k in range(n - 1):
        parts[f"dog{k}"] = Dog(at=closes[k], state_select=select)
        parts[f"gear{k}"] = IdealGear(ratio=ratio[k])

    def equations(self: Any) -> Iterable[Any]:
        for k in range(n - 1):
            dog, gear = getattr(self, f"dog{k}"), getattr(self, f"gear{k}")
            yield getattr(self, f"body{k}") >> dog >> gear >> getattr(self, f"body{k + 1}")

    chain = type("Chain", (Model,), {"__doc__": "A chain.", **parts, "equations": equations})
    result = simulate(chain(), stop_time=1.0, solver=solver)
    expected = np.array(speed)
    for instant in (0.25, 0.5):
        constraints = []
        for k in range(n - 1):
            slip = abs(expected[k] - ratio[k] * expected[k + 1])
            assume(slip < 1e-12 or slip > 1e-3)  # what tolerances leave locks without an impulse
            if closes[k] <= instant:
                row = np.zeros(n)
                row[k], row[k + 1] = 1.0, -ratio[k]
                constraints.append(row)
        expected = nearest(mass, expected.tolist(), constraints)
    found = [result.final[f"body{k}.w"] for k in range(n)]
    size = max(1.0, *np.abs(speed))
    np.testing.assert_allclose(found, expected, atol=1e-8 * size)  # ten tolerances lock as they are
    assert result.energy.relative_error < 1e-9
    assert never_rises(result)


def test_two_locks_of_one_motion() -> None:
    class Parallel(Model):
        """Two dog clutches side by side that close together."""

        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
        one = Dog()
        other = Dog()
        right = Inertia(J=3.0, w=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.one >> self.right
            yield self.left.flange_b >> self.other >> self.right.flange_a

    result = simulate(Parallel(), stop_time=1.0)
    assert result.final["left.w"] == pytest.approx(2.5, rel=ROUNDING)
    lost = [result.energy.dissipated_by[name][-1] for name in ("one", "other")]
    assert sum(lost) == pytest.approx(37.5, rel=ROUNDING)


def test_a_source_supplies_the_impulse_that_it_takes_to_keep_its_speed() -> None:
    class Driven(Model):
        """A body at rest is locked to a shaft that keeps turning."""

        source = ConstantSpeed(w_fixed=5.0)
        dog = Dog()
        body = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.source >> self.dog >> self.body

    result = simulate(Driven(), stop_time=1.0)
    assert result.final["body.w"] == pytest.approx(5.0, rel=ROUNDING)
    assert result.energy.supplied[-1] == pytest.approx(25.0, rel=ROUNDING)
    assert result.energy.dissipated_by["dog"][-1] == pytest.approx(12.5, rel=ROUNDING)
    assert result.energy.relative_error < ROUNDING


def test_masses_on_rods_do_the_same() -> None:
    class Latch(translational.CompliantWithRelativeStates):
        """Closes at a time."""

        locked = boolean(start=fixed(False))

        def equations(self) -> Iterable[Any]:
            force, pace = constant(1.0, "N"), constant(1.0, "m/s2")
            yield self.locked == (time >= constant(AT, "s"))
            yield where(self.locked, der(self.v_rel) / pace, self.f / force) == 0
            yield hold(self.v_rel, while_=self.locked, load=self.f)

    class Rods(Model):
        """1 kg at 2 m/s and 3 kg."""

        left = Mass(m=1.0, s=fixed(0.0), v=fixed(2.0))
        latch = Latch()
        right = Mass(m=3.0, s=fixed(0.0), v=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.latch >> self.right

    result = simulate(Rods(), stop_time=1.0)
    assert result.final["right.v"] == pytest.approx(0.5, rel=ROUNDING)
    assert result.energy.dissipated_by["latch"][-1] == pytest.approx(1.5, rel=ROUNDING)


# -- impacts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("e", [0.0, 0.3, 0.8, 1.0])
@pytest.mark.parametrize("select", SELECTIONS)
@pytest.mark.parametrize("solver", SOLVERS)
def test_two_bodies_part_with_a_part_of_their_speed(e: float, select: str, solver: str) -> None:
    class Collision(Model):
        """They meet after 0.1 s."""

        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
        stop = Stop(e=e, state_select=select)
        right = Inertia(J=3.0, phi=fixed(1.0), w=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.stop >> self.right

    result = simulate(Collision(), stop_time=0.2, solver=solver)
    impulse = (1.0 + e) * 10.0 * 0.75
    assert result.final["left.w"] == pytest.approx(10.0 - impulse, rel=1e-11)
    assert result.final["right.w"] == pytest.approx(impulse / 3.0, rel=1e-11)
    lost = 0.5 * 0.75 * 100.0 * (1.0 - e**2)
    assert result.energy.dissipated_by["stop"][-1] == pytest.approx(lost, rel=1e-11, abs=1e-11)
    assert result.energy.relative_error < ROUNDING
    assert never_rises(result)
    ((event,),) = [tuple(result.events)]
    (struck,) = event.impacts
    assert event.time == pytest.approx(0.1, rel=1e-9)
    assert struck.name == "stop.w_rel"
    speeds = struck.before, struck.after, struck.impulse
    assert speeds == pytest.approx((-10.0, 10.0 * e, -impulse), rel=1e-11, abs=1e-11)
    if e == 0.3:
        assert "stop.w_rel: -10 → 3 rad/s by -9.75 N.m.s" in result.events.text()
        assert len(result.events.of("stop")) == 1


@pytest.mark.parametrize("gap", [0.1, 0.0])
@pytest.mark.parametrize("select", SELECTIONS)
def test_a_cradle_of_bodies_passes_the_speed_on(gap: float, select: str) -> None:
    """One after the other: with gaps at instants of their own, in contact at one and the same."""

    class Cradle(Model):
        """The first of four equal bodies turns."""

        first = Inertia(J=2.0, phi=fixed(0.0), w=fixed(10.0))
        one = Stop(e=1.0, state_select=select)
        second = Inertia(J=2.0, phi=fixed(0.5), w=fixed(0.0))
        two = Stop(e=1.0, state_select=select)
        third = Inertia(J=2.0, phi=fixed(0.5 + gap), w=fixed(0.0))
        three = Stop(e=1.0, state_select=select)
        last = Inertia(J=2.0, phi=fixed(0.5 + 2 * gap), w=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.first >> self.one >> self.second >> self.two >> self.third
            yield self.third >> self.three >> self.last

    result = simulate(Cradle(), stop_time=1.0)
    found = [result.final[f"{name}.w"] for name in ("first", "second", "third", "last")]
    np.testing.assert_allclose(found, [0.0, 0.0, 0.0, 10.0], atol=1e-11)
    assert result.energy.relative_error < ROUNDING
    assert sum(len(event.impacts) for event in result.events) == 3


@settings(max_examples=15)
@given(
    e=st.sampled_from((0.0, 0.25, 0.7, 1.0)),
    mass=st.lists(st.floats(0.1, 10.0), min_size=3, max_size=3),
    speed=st.floats(1.0, 20.0),
)
def test_two_impacts_at_one_instant_are_solved_together(
    e: float, mass: list[float], speed: float
) -> None:
    """A body is hit from both sides: A Λ = -(1 + e) w, with numpy."""

    class Squeezed(Model):
        """From both sides at the same instant."""

        left = Inertia(J=mass[0], phi=fixed(-1.0), w=fixed(speed))
        first = Stop(e=e)
        middle = Inertia(J=mass[1], phi=fixed(0.0), w=fixed(0.0))
        second = Stop(e=e)
        right = Inertia(J=mass[2], phi=fixed(1.0), w=fixed(-speed))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.first >> self.middle >> self.second >> self.right

    begin = simulate(Squeezed(), stop_time=1.0 / speed * 1.001, tolerance=1e-8)
    relative = np.array([[-1.0, 1.0, 0.0], [0.0, -1.0, 1.0]])
    before = np.array([speed, 0.0, -speed])
    A = relative @ np.diag(1 / np.array(mass)) @ relative.T
    impulse = np.linalg.solve(A, -(1 + e) * relative @ before)
    expected = before + np.diag(1 / np.array(mass)) @ relative.T @ impulse
    impacts = [one for event in begin.events for one in event.impacts]
    if len(impacts) == 2 and len(begin.events) == 1:
        found = [begin.final[f"{name}.w"] for name in ("left", "middle", "right")]
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9 * speed)
    assert begin.energy.relative_error < 1e-10
    assert never_rises(begin)


def test_a_body_that_bounces_loses_the_square_of_the_restitution() -> None:
    class Table(Model):
        """A body that a spring drives onto a stop in the housing."""

        ground = Fixed()
        stop = Stop(e=0.5)
        body = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))
        spring = SpringDamper(c=4.0, d=0.0)
        far = Fixed(phi0=0.0)

        def equations(self) -> Iterable[Any]:
            yield self.ground >> self.stop >> self.body
            yield self.body.flange_b >> self.spring >> self.far

    result = simulate(Table(), stop_time=4.0, tolerance=1e-10)
    speeds = [struck.after for event in result.events for struck in event.impacts]
    np.testing.assert_allclose(speeds, [1.0, 0.5, 0.25], rtol=1e-7)  # each half period of pi/2 s
    assert result.energy.relative_error < 1e-8


class Resting(CompliantWithRelativeStates):
    """A stop at which bodies come to rest: what is below a speed no longer bounces."""

    grip = variable("N.m", least_change=True)
    locked = boolean(start=fixed(False))
    e = parameter(0.5, min=0, max=1)

    def equations(self) -> Iterable[Any]:
        torque, acceleration = constant(1.0, "N.m"), constant(1.0, "rad/s2")
        meets = (self.phi_rel <= 0) & (self.w_rel < 0)
        slow = self.w_rel > -constant(1e-3, "rad/s")
        yield self.locked == ((self.phi_rel <= 0) & (self.w_rel <= 0) & slow)
        yield where(self.locked, self.a_rel / acceleration, self.grip / torque) == 0
        yield self.tau == self.grip
        yield hold(self.w_rel, while_=self.locked, load=self.grip)
        yield impact(self.w_rel, load=self.grip, restitution=where(slow, 0, self.e), when=meets)


def test_a_stop_that_holds_shares_its_load_with_its_impacts() -> None:
    class Pressed(Model):
        """A torque presses a body onto a stop until it rests there."""

        ground = Fixed()
        stop = Resting()
        body = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))
        spring = SpringDamper(c=1.0, d=0.0, phi_rel0=3.0)
        far = Fixed(phi0=0.0)

        def equations(self) -> Iterable[Any]:
            yield self.ground >> self.stop >> self.body
            yield self.body.flange_b >> self.spring >> self.far

    result = simulate(Pressed(), stop_time=10.0, tolerance=1e-9)
    assert result.final["stop.locked"]
    assert result.final["body.w"] == 0.0
    assert abs(result.final["stop.grip"]) == pytest.approx(3.0, rel=1e-6)
    assert result.energy.relative_error < 1e-8


# -- friction, freewheels -------------------------------------------------------------------------


def test_a_brake_that_sticks_slips_under_the_blow() -> None:
    class Braked(Model):
        """5 N·m cannot stop anything in no time."""

        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
        dog = Dog()
        right = Inertia(J=3.0, w=fixed(0.0))
        brake = Brake(fn_max=10.0, mu_pos=[[0, 0.5]], f_normalized=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.dog >> self.right >> self.brake

    result = simulate(Braked(), stop_time=3.0, tolerance=1e-9)
    assert result.events.times("brake.mode", after="forward") == pytest.approx([AT])
    (rests,) = result.events.times("brake.mode", after="stuck")
    assert rests == pytest.approx(AT + 2.5 * 4.0 / 5.0, rel=1e-8)
    assert result.energy.dissipated_by["dog"][-1] == pytest.approx(37.5, rel=ROUNDING)
    assert result.energy.dissipated_by["brake"][-1] == pytest.approx(12.5, rel=1e-8)


@pytest.mark.parametrize("select", SELECTIONS)
def test_a_clutch_that_sticks_slips_under_the_blow(select: str) -> None:
    class Clutched(Model):
        """Behind the clutch nothing is noticed at once."""

        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(-10.0))
        dog = Dog()
        right = Inertia(J=3.0, w=fixed(0.0))
        clutch = Clutch(fn_max=1.0, mu_pos=[[0, 0.5]], f_normalized=1.0, state_select=select)
        far = Inertia(J=5.0, w=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.dog >> self.right >> self.clutch >> self.far

    result = simulate(Clutched(), stop_time=20.0, tolerance=1e-9)
    after = np.flatnonzero(result.time == AT)[-1]
    assert result["right.w"][after] == pytest.approx(-2.5, rel=1e-9)
    assert result["far.w"][after] == pytest.approx(0.0, abs=1e-12)
    assert result.final["clutch.mode"] == 0
    assert result.final["far.w"] == pytest.approx(-10.0 / 9.0, rel=1e-8)


@pytest.mark.parametrize(
    ("speed", "near", "far"), [(10.0, 10.0 / 9.0, 10.0 / 9.0), (-10.0, -2.5, 0.0)]
)
def test_a_freewheel_passes_a_blow_on_one_way(speed: float, near: float, far: float) -> None:
    class Overrun(Model):
        """The freewheel drives its load and cannot hold it back."""

        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(speed))
        dog = Dog()
        right = Inertia(J=3.0, w=fixed(0.0))
        freewheel = OneWayClutch(fn_max=1.0, f_normalized=0.0)
        load = Inertia(J=5.0, w=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.dog >> self.right >> self.freewheel >> self.load

    result = simulate(Overrun(), stop_time=0.6)
    assert result.final["right.w"] == pytest.approx(near, rel=1e-11)
    assert result.final["load.w"] == pytest.approx(far, rel=1e-11, abs=1e-12)
    assert result.energy.relative_error < ROUNDING


def test_teeth_with_losses_take_their_part_of_the_impulse() -> None:
    """J_a + J_b / (i² η) is behind the dog clutch; from rest, too."""

    class Lossy(Model):
        """A dog clutch that starts a gear."""

        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
        dog = Dog()
        right = Inertia(J=0.5, w=fixed(0.0))
        gear = LossyGear(ratio=2.0, loss_table=[[0, 0.9, 0.9, 0, 0]])
        load = Inertia(J=3.0)

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.dog >> self.right >> self.gear >> self.load

    result = simulate(Lossy(), stop_time=0.5)
    common = 10.0 / (1.5 + 3.0 / (4.0 * 0.9))
    assert result.final["left.w"] == pytest.approx(common, rel=1e-11)
    assert result.energy.dissipated_by["gear"][-1] > 0.0
    assert result.energy.relative_error < ROUNDING


# -- what is refused ------------------------------------------------------------------------------


class Met(Model):
    """They meet after 0.1 s."""

    left: Any = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
    stop: Any = Stop()
    right: Any = Inertia(J=3.0, phi=fixed(1.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.stop >> self.right


class TooLively(Met):
    stop = Stop(e=1.5)


class AtTheStart(Met):
    right = Inertia(J=3.0, phi=fixed(0.0), w=fixed(0.0))


class WrongSign(Met):
    class Opposite(CompliantWithRelativeStates):
        """Its load is the torque on the other side."""

        load = variable("N.m")

        def equations(self) -> Iterable[Any]:
            meets = (self.phi_rel <= 0) & (self.w_rel < 0)
            yield self.load == -self.tau
            yield impact(self.w_rel, load=self.load, restitution=0.5, when=meets)

    stop = Opposite()


class TurnedRound(Model):
    """A gear with losses that the blow turns round."""

    left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(-10.0))
    dog = Dog()
    right = Inertia(J=0.5, w=fixed(1.0))
    gear = LossyGear(ratio=2.0, loss_table=[[0, 0.9, 0.9, 0, 0]])
    load = Inertia(J=3.0)

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.dog >> self.right >> self.gear >> self.load


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (TooLively, "'stop' is hit there, at stop.w_rel = -10 (left.w = 10, right.w = 0). Its "
         "restitution is 1.5; give one from 0"),
        (AtTheStart, "begin before the impact, with a gap"),
        (WrongSign, "the load of the impact has the wrong sign"),
        (TurnedRound, "friction that is proportional to a load (LossyGear, say) is struck"),
    ],
)  # fmt: skip
def test_what_cannot_be_told_is_refused(model: type[Model], said: str) -> None:
    assert said in refusal(model())


def test_an_impact_takes_variables_and_comes_after_the_hold() -> None:
    class Sum(Stop):
        """Of two variables."""

        def equations(self) -> Iterable[Any]:
            sum_: Expr = self.w_rel + self.w_rel
            yield impact(sum_, load=self.tau, restitution=0.5, when=self.phi_rel <= 0)

    class Late(Stop):
        """The hold comes last."""

        locked = boolean(start=False)

        def equations(self) -> Iterable[Any]:
            yield impact(self.w_rel, load=self.tau, restitution=0.5, when=self.phi_rel <= 0)
            yield hold(self.w_rel, while_=self.locked)

    with pytest.raises(ExpressionError, match="both must be variables"):
        simulate(type("Sums", (Met,), {"stop": Sum()})(), stop_time=1.0)
    with pytest.raises(ExpressionError, match="state it before impact"):
        simulate(type("Lates", (Met,), {"stop": Late()})(), stop_time=1.0)
