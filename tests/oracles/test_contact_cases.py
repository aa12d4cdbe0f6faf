"""Small machines in which deciding between hold and slide is hard, each with its known answer.

What is wrong today is expected to fail, with the reason, and has to lose its mark with the mending.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Step, TimeTable
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import boolean, constant, fixed, hold, time, variable, where
from drivetrain.rotational import (
    Brake,
    Clutch,
    IdealGear,
    IdealPlanetary,
    Inertia,
    QuadraticSpeedDependentTorque,
    SpringDamper,
    Torque,
)
from drivetrain.rotational.interfaces import CompliantWithRelativeStates
from tests.oracles.gauss.compare import compare
from tests.oracles.gauss.machine import Contact, Coupling, Machine, Push, Shaft
from tests.oracles.gauss.signals import Signal, pulse, ramp, sine, step
from tests.oracles.gauss.signals import constant as steady

ON = steady(1.0)


# -- a brake with next to no torque closes beside a clutch that carries more than it could sliding -


def closing_brake(T: float, peak: float, T_clutch: float, at: float, w: float) -> Machine:
    """A clutch carries 6 N·m of the 12 N·m on the first of two shafts of 1 kg·m²."""
    return Machine(
        (Shaft(1.0, w), Shaft(1.0, w)),
        pushes=(Push(0, step(0.0, 12.0, 0.1)),),
        contacts=(
            Contact("clutch", 0, 1, ((0.0, T_clutch),), peak, ON),
            Contact("brake", 1, None, ((0.0, T),), 1.0, step(0.0, 1.0, at)),
        ),
    )


@pytest.mark.parametrize(
    ("T", "peak", "T_clutch", "at", "w"),
    [
        (0.01, 1.5, 5.0, 0.5, 1.0),
        (0.1, 1.5, 5.0, 0.5, 1.0),
        (1.0, 1.5, 5.0, 0.5, 1.0),
        (0.01, 1.21, 5.0, 0.5, 1.0),
        (0.01, 1.5, 5.0, 0.5, 100.0),
        (0.01, 2.5, 5.0, 0.5, 1.0),
        (0.01, 1.0, 7.0, 0.5, 1.0),
        (0.01, 1.5, 5.0, 2.0, 1.0),
    ],
)
def test_a_clutch_holds_beside_a_closing_brake(
    T: float, peak: float, T_clutch: float, at: float, w: float
) -> None:
    result = dt.simulate(closing_brake(T, peak, T_clutch, at, w).model(), stop_time=1.0)
    both = w + 0.9 * 6.0 - max(1.0 - at, 0.0) * T / 2
    assert result.final["contact0.locked"]
    np.testing.assert_allclose([result.final[f"shaft{k}.w"] for k in (0, 1)], both, rtol=1e-9)


def test_a_clutch_lets_go_where_the_brake_is_strong_enough() -> None:
    """With 4 N·m more the clutch would have to carry 8 N·m of its 7.5 N·m."""
    assert compare(closing_brake(4.0, 1.5, 5.0, 0.5, 1.0)).verdict == "agrees"


# -- constant friction only, without any peak: a solution always exists ----------------------------


def element(kind: Any, a: int, b: int | None, T: float, force: Signal | None = None) -> Contact:
    return Contact(kind, a, b, ((0.0, T),), 1.0, force)


PRESSED = Machine(
    (Shaft(1.0), Shaft(1.0)),
    pushes=(Push(1, steady(1.0)),),
    contacts=(
        element("clutch", 0, 1, 0.5, sine(0.0, 0.9, 4.0, 1.0)),
        element("brake", 0, None, 0.5, ON),
        element("bearing", 0, None, 0.135),
    ),
)
STRUCK = Machine(
    (Shaft(5.0), Shaft(0.5, 1.0)),
    pushes=(Push(0, pulse(0.0, 19.0, 0.3, 1.0, 1.0)),),
    contacts=(
        element("clutch", 0, 1, 17.5, sine(1.0, 0.6, 2.6944334326774717, 0.0)),
        element("bearing", 1, None, 8.433333333333334),
        element("bearing", 1, None, 0.7866666666666666),
    ),
)
CAUGHT = Machine(
    (Shaft(4.0), Shaft(1.0, -7.0), Shaft(1.0, 1.0)),
    (Coupling(1, 2, 742.0, 0.0),),
    contacts=(
        element("clutch", 0, 1, 27.0, ramp(0.0, 1.0, 0.0, 0.3)),
        element("clutch", 0, 1, 0.5, ON),
        element("brake", 0, None, 16.0, ramp(0.0, 1.0, 0.0, 0.3)),
    ),
)


@pytest.mark.parametrize(
    "machine",
    [PRESSED, STRUCK, CAUGHT],
    ids=["pressed", "struck", "caught"],
)
def test_friction_that_is_constant_always_has_a_solution(machine: Machine) -> None:
    outcome = compare(machine)
    assert outcome.verdict == "agrees", outcome.message


# -- two shafts that start with the same speed -----------------------------------------------------


class _Equal(dt.Model):
    """The clutch has to carry 6 N·m: it holds 7.5 N·m, and would slide with 5 N·m."""

    first = Inertia(J=1.928, phi=fixed(0.0), w=fixed(3.3))
    shaft = SpringDamper(c=1e-6, d=0.0)  # without effect, but it makes the states others
    left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
    right = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
    clutch = Clutch(fn_max=10.0, mu_pos=[[0.0, 0.5]], peak=1.5, f_normalized=1.0)
    motor = Torque()
    torque = Step(offset=12.0, height=0.0)

    def equations(self) -> Iterable[Any]:
        yield self.first >> self.shaft >> self.left >> self.clutch >> self.right
        yield self.motor >> self.right
        yield self.torque.y >> self.motor.tau


def _start_speeds() -> list[tuple[float, float]]:
    rng = Random(1)
    others = [tuple(round(rng.uniform(-100, 100), 2) for _ in range(2)) for _ in range(40)]
    return [(3.3, w) for w in (10.0, 0.1, 20.0, 7.7, 0.3, 1 / 3)] + others  # type: ignore[return-value]


def test_equal_speeds_at_the_start_are_equal() -> None:
    compiled = dt.compile(_Equal())
    slide = []
    for other, w in _start_speeds():
        speeds = {"first.w.start": other, "left.w.start": w, "right.w.start": w}
        result = compiled.simulate(stop_time=0.1, parameters=speeds)
        if not result["clutch.locked"].all():
            slide.append((other, w))
    assert not slide


# -- shares ----------------------------------------------------------------------------------------


class _Shared(dt.Model):
    """Two brakes hold a shaft at which a slipping clutch closes: 0.1 N·m more for both."""

    height = dt.modeling.parameter(0.0, unit="N.m")
    shaft = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    weak = Brake(fn_max=2.0, f_normalized=1.0)
    strong = Brake(fn_max=10.0, f_normalized=1.0)
    load = Torque()
    course = TimeTable(table=[[0, 0], [0.1, 1.8], [0.2, -1.4], [0.3, 1.5], [2, 1.5]])
    clutch = Clutch(fn_max=0.2)
    closes = Step(start_time=0.5)
    flywheel = Inertia(J=1.0, phi=fixed(0.0), w=fixed(50.0))
    motor = Torque()

    def equations(self) -> Iterable[Any]:
        yield self.course.y >> self.load.tau
        yield self.load >> self.shaft >> self.weak
        yield self.shaft >> self.strong
        yield self.shaft >> self.clutch >> self.flywheel
        yield self.closes.y >> self.clutch.f_normalized
        yield self.motor.tau == where(time < constant(0.4, "s"), 0.0, self.height)
        yield self.motor >> self.flywheel


@pytest.mark.parametrize("height", [0.0, *((motor) for motor in (1.0, 3.0, 5.0, 10.0))])
def test_both_brakes_take_half_of_what_is_added(height: float) -> None:
    """What drives the flywheel has no part in it: the clutch slides with its own torque."""
    result = dt.simulate(_Shared(height=height), stop_time=0.6, tolerance=1e-9)
    before, after = (
        np.array([result.at(t, f"{name}.tau") for name in ("weak", "strong")], dtype=float)
        for t in (0.499, 0.501)
    )
    assert before.sum() == pytest.approx(1.5)
    np.testing.assert_allclose(after, before + 0.05, atol=1e-6)


# -- locks that are no friction, and locks without inertia -----------------------------------------


class _Dog(CompliantWithRelativeStates):
    """Positive lock that closes at 0.5 s, whatever the speed is."""

    grip = variable(least_change=True)
    locked = boolean(start=fixed(False))

    def equations(self) -> Iterable[Any]:
        yield self.locked == (time >= constant(0.5, "s"))
        yield where(self.locked, self.a_rel / constant(1.0, "rad/s2"), self.grip) == 0
        yield self.tau == self.grip * constant(1.0, "N.m")
        yield hold(self.w_rel, while_=self.locked)


class _Meet(dt.Model):
    left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
    dog = _Dog()
    right = Inertia(J=3.0, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.dog >> self.right


def test_a_lock_at_a_speed_keeps_the_momentum_or_is_refused() -> None:
    final, told = {"left.w": 2.5, "right.w": 2.5}, "dog"
    try:
        final = dt.simulate(_Meet(), stop_time=1.0).final
    except DrivetrainError as error:
        told = str(error)
    assert "dog" in told
    assert [final[name] for name in ("left.w", "right.w")] == pytest.approx([10.0 / 4.0] * 2)


class _Differential(dt.Model):
    """A clutch across the outputs of a differential, which lead to two wheels with damped springs.

    With `rim`, kg·m², the outputs have inertia.
    """

    fn = dt.modeling.parameter(100.0, unit="N")
    motor = Torque()
    rotor = Inertia(J=0.03, phi=fixed(0.0), w=fixed(0.0))
    reduction = IdealGear(ratio=9.0)
    gear = IdealPlanetary(ratio=1.0)
    clutch = Clutch(mu_pos=[[0.0, 0.5]], fn_max=fn, f_normalized=1.0)
    shaft_l = SpringDamper(c=8e3, d=20.0, phi_rel=fixed(0.0), w_rel=fixed(0.0))
    shaft_r = SpringDamper(c=8e3, d=20.0, phi_rel=fixed(0.0), w_rel=fixed(0.0))
    wheel_l = Inertia(J=1.1)
    wheel_r = Inertia(J=1.1)
    road_l = QuadraticSpeedDependentTorque(
        tau_nominal=-20.0, w_nominal=10.0, torque_direction=False
    )
    road_r = QuadraticSpeedDependentTorque(
        tau_nominal=-400.0, w_nominal=10.0, torque_direction=False
    )

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.rotor >> self.reduction
        yield self.reduction.flange_b >> self.gear.carrier
        yield self.gear.sun >> self.shaft_l >> self.wheel_l >> self.road_l
        yield self.gear.ring >> self.shaft_r >> self.wheel_r >> self.road_r
        yield self.gear.sun >> self.clutch.flange_a
        yield self.gear.ring >> self.clutch.flange_b
        yield self.motor.tau == constant(20.0, "N.m")


class _Rimmed(_Differential):
    rim_l = Inertia(J=1e-4)
    rim_r = Inertia(J=1e-4)

    def equations(self) -> Iterable[Any]:
        yield self.gear.sun >> self.rim_l.flange_a
        yield self.gear.ring >> self.rim_r.flange_a


@pytest.mark.parametrize("fn", [10.0, 100.0, 1000.0])
def test_a_clutch_across_massless_outputs(fn: float) -> None:
    """As with rims of next to no inertia, and the energy balances."""
    result = dt.simulate(_Differential(fn=fn), stop_time=3.0)
    rimmed = dt.simulate(_Rimmed(fn=fn), stop_time=3.0)
    assert rimmed.energy.relative_error < 1e-6
    assert result.energy.relative_error < 1e-3
    for name in ("wheel_l.w", "wheel_r.w"):
        assert result.final[name] == pytest.approx(rimmed.final[name], rel=1e-3)
