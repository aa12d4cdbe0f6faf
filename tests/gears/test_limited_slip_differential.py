"""Limited-slip differentials: torque ratios, shafts that turn as one, split friction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import REST, build, turning

import drivetrain as dt
from drivetrain.blocks import Ramp, Sine, Step
from drivetrain.gears import Differential, LimitedSlipDifferential
from drivetrain.rotational import Brake, ConstantTorque, Inertia, SpringDamper, Torque

RADIUS, WEIGHT, ICE, ROAD = 0.31, 4500.0, 0.15, 1.0
PRELOAD, SHARE = 40.0, 0.35
LOW = ICE * WEIGHT * RADIUS
HIGH = (PRELOAD + LOW * (1 + SHARE)) / (1 - SHARE)
"""Torques at the wheels in N·m when the one on ice spins."""


def axle(differential: Any, torque: float = 100.0, left: float = 0.0, **more: Any) -> Any:
    """Return two loads at a differential, of which the right one is held back."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.engine >> self.shaft >> self.differential.flange_a
        yield self.differential.left >> self.left.flange_a
        yield self.differential.right >> self.right >> self.resistance.flange

    return build(
        equations,
        engine=ConstantTorque(tau_constant=torque),
        shaft=Inertia(J=0.1, **REST),
        differential=differential,
        left=Inertia(J=1.0, **turning(left)),
        right=Inertia(J=3.0),
        resistance=ConstantTorque(tau_constant=0.0),
        **more,
    )


@pytest.mark.parametrize(
    ("torque", "left", "told"), [(100.0, 50.0, "1.857143"), (-100.0, -50.0, "1.352941")]
)
def test_the_slower_shaft_gets_more(torque: float, left: float, told: str):
    """Driving ``(1 + k_drive) / (1 - k_drive)``, in overrun the same of k_coast."""
    model = axle(LimitedSlipDifferential(tau_preload=0.0), torque, left)
    run = dt.simulate(model, stop_time=0.1)
    ratio = run["differential.tau_right"] / run["differential.tau_left"]
    assert {f"{one:.6f}" for one in ratio} == {told}
    assert (run["differential.mode"][1:] == np.sign(left)).all()
    assert run.energy.relative_error < 1e-10


def test_locked_shafts_turn_as_one_to_the_last_bit():
    model = axle(LimitedSlipDifferential(tau_preload=0.0, k_drive=0.6))
    run = dt.simulate(model, stop_time=2.0)
    assert run["differential.locked"].all()
    np.testing.assert_array_equal(run["differential.w_left"], run["differential.w_right"])
    assert run.final["left.w"] == pytest.approx(100.0 * 2.0 / (0.1 + 1.0 + 3.0 + 0.006), rel=1e-9)
    # the right shaft needs three quarters of the torque: a friction of half the cage's
    shares = run["differential.tau"] / run["differential.tau_cage"]
    np.testing.assert_allclose(shares, (3.003 - 1.003) / (3.003 + 1.003), rtol=1e-12)


def test_without_friction_it_is_a_differential():
    """The difference of the speeds changes its sign: where it does, friction would be seen."""
    free = LimitedSlipDifferential(tau_preload=0.0, k_drive=0.0, k_coast=0.0, J_side=0.0, ratio=3.5)
    one, other = (
        dt.simulate(axle(gear, 100.0, -20.0), stop_time=1.0)
        for gear in (free, Differential(ratio=3.5))
    )
    np.testing.assert_allclose(one["left.w"][-50:], other["left.w"][-50:], rtol=1e-10)
    np.testing.assert_allclose(one["right.w"][-50:], other["right.w"][-50:], rtol=1e-10)
    assert one["differential.w_rel"].min() < 0 < one["differential.w_rel"].max()


def test_side_gears_are_inertias_at_the_shafts():
    inner = LimitedSlipDifferential(J_side=0.5)
    outer = LimitedSlipDifferential(J_side=0.0)
    one = dt.simulate(axle(inner, 100.0, 5.0), stop_time=1.0)
    other = dt.compile(axle(outer, 100.0, 5.0)).simulate(
        stop_time=1.0, parameters={"left.J": 1.5, "right.J": 3.5}
    )
    np.testing.assert_allclose(one["left.w"], other["left.w"], rtol=1e-12)
    assert one.energy.stored[-1] == pytest.approx(other.energy.stored[-1], rel=1e-12)


class Traction(dt.Model):
    """A car pulls at a wall; its left wheel stands on ice."""

    pedal = Ramp(height=800.0, duration=8.0)
    engine = Torque()
    shaft = Inertia(J=0.1, phi=dt.fixed(0.0), w=dt.fixed(0.0))
    differential = LimitedSlipDifferential(tau_preload=PRELOAD, k_drive=SHARE)
    left, right = Inertia(J=1.0), Inertia(J=1.0)
    on_ice = Brake(mu_pos=[[0, ICE]], cgeo=RADIUS, fn_max=WEIGHT, f_normalized=1.0)
    on_road = Brake(mu_pos=[[0, ROAD]], cgeo=RADIUS, fn_max=WEIGHT, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.pedal.y >> self.engine.tau
        yield self.engine >> self.shaft >> self.differential.flange_a
        yield self.differential.left >> self.left >> self.on_ice
        yield self.differential.right >> self.right >> self.on_road


def traction(run: Any, instant: float) -> float:
    """Return the force of the car on the wall, N."""
    pull: float = run.at(instant, "on_ice.tau") + run.at(instant, "on_road.tau")
    return pull / RADIUS


def test_traction_on_split_friction_with_plates():
    run = dt.simulate(Traction(), stop_time=8.0, interval=0.01)
    (spins,) = run.events.times("on_ice.mode", after="forward")
    assert spins == pytest.approx((LOW + HIGH) / 100.0, rel=1e-6)
    assert f"{traction(run, spins):.1f}" == "2275.4"
    assert run.events.times("differential.mode", after="forward") == pytest.approx([spins])
    assert run["on_road.locked"].all()
    assert run.energy.relative_error < 1e-9


def test_traction_on_split_friction_without_plates():
    values = {"differential.tau_preload": 0.0, "differential.k_drive": 0.0}
    run = dt.simulate(Traction(), stop_time=8.0, interval=0.01, parameters=values)
    (spins,) = run.events.times("on_ice.mode", after="forward")
    assert spins == pytest.approx(2 * LOW / 100.0, rel=1e-6)
    assert f"{traction(run, spins):.0f}" == "1350"


def test_a_torque_that_swings_over_two_unequal_loads():
    """Driving and overrun, sliding either way, stuck in between: the energy adds up."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.wave.y >> self.engine.tau
        yield self.engine >> self.shaft >> self.differential.flange_a
        yield self.differential.left >> self.soft >> self.left.flange_a
        yield self.differential.right >> self.stiff >> self.right.flange_a

    at_ease = {"phi_rel": dt.fixed(0.0), "w_rel": dt.fixed(0.0)}
    model = build(
        equations,
        wave=Sine(f=1.0, amplitude=200.0),
        engine=Torque(),
        shaft=Inertia(J=0.1),
        differential=LimitedSlipDifferential(tau_preload=5.0, peak=1.2),
        soft=SpringDamper(c=500.0, d=2.0, **at_ease),
        stiff=SpringDamper(c=2000.0, d=2.0, **at_ease),
        left=Inertia(J=0.5, **REST),
        right=Inertia(J=2.0, **REST),
    )
    run = dt.simulate(model, stop_time=4.0, tolerance=1e-8)
    mode, drives = run["differential.mode"], run["differential.tau_cage"] > 0
    assert {(m, d) for m, d in zip(mode, drives, strict=True)} >= {
        (m, d) for m in (-1, 0, 1) for d in (False, True)
    }
    assert run.energy.relative_error < 1e-7
    assert run.check.passed


def test_an_active_differential_is_told_its_torque():
    def equations(self: Any) -> Iterable[Any]:
        yield self.engine >> self.shaft >> self.differential.flange_a
        yield self.differential.left >> self.left.flange_a
        yield self.differential.right >> self.right.flange_a
        yield self.command.y >> self.differential.lock

    model = build(
        equations,
        engine=ConstantTorque(tau_constant=0.0),
        shaft=Inertia(J=0.1, **REST),
        differential=LimitedSlipDifferential(tau_preload=0.0, use_lock_input=True),
        left=Inertia(J=0.997, **turning(10.0)),
        right=Inertia(J=0.997),
        command=Step(height=50.0, offset=-10.0, start_time=0.1),
    )
    run = dt.simulate(model, stop_time=1.0)
    # equal loads: no torque of the cage, so the plates take the difference of 20 rad/s alone
    assert run.at(0.1 - 1e-6, "differential.w_rel") == pytest.approx(20.0, rel=1e-12)
    (sticks,) = run.events.times("differential.mode", after="stuck")
    assert sticks == pytest.approx(0.1 + 20.0 * 1.0 / 40.0, rel=1e-9)


def test_a_viscous_share_slows_the_difference_down():
    d, inertia = 4.0, 1.0
    model = axle(LimitedSlipDifferential(tau_preload=0.0, k_drive=0.0, d=d, J_side=0.0), 0.0, 10.0)
    run = dt.simulate(model, stop_time=0.5, parameters={"right.J": inertia}, tolerance=1e-9)
    # J der(w_rel) = -tau between equal loads: tau = d w_rel
    expected = 20.0 * np.exp(-d / inertia * run.time)
    np.testing.assert_allclose(run["differential.w_rel"], expected, rtol=1e-6)


@pytest.mark.parametrize("name", ["k_drive", "k_coast"])
def test_all_of_the_torque_cannot_be_friction(name: str):
    with pytest.raises(dt.DrivetrainError, match=rf"differential\.{name} = 1 "):
        dt.simulate(axle(LimitedSlipDifferential(**{name: 1.0})), stop_time=0.1)
