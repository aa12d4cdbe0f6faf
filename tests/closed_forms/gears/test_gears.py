"""Gears: speeds and torques in exact proportion."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import REST, build

from drivetrain import simulate
from drivetrain.blocks import Sine
from drivetrain.rotational import (
    ConstantTorque,
    Fixed,
    IdealGear,
    IdealPlanetary,
    Inertia,
    Torque,
)

ULP = np.finfo(float).eps


@pytest.mark.parametrize("ratio", [2.0, 100 / 45, 7 / 3])
def test_planetary_with_held_ring(ratio: float):
    def equations(self: Any) -> Iterable[Any]:
        yield self.motor >> self.sun_side >> self.gear.sun
        yield self.gear.carrier >> self.load
        yield self.gear.ring >> self.ground.flange

    model = build(
        equations,
        motor=ConstantTorque(tau_constant=3.0),
        sun_side=Inertia(J=0.2, **REST),
        gear=IdealPlanetary(ratio=ratio),
        load=Inertia(J=5.0),
        ground=Fixed(),
    )
    r = simulate(model, stop_time=1.0)
    for order in ("phi", "w", "a"):
        np.testing.assert_allclose(
            r[f"sun_side.{order}"], (1 + ratio) * r[f"load.{order}"], rtol=4 * ULP
        )
    a = 3.0 / (0.2 + 5.0 / (1 + ratio) ** 2)
    np.testing.assert_allclose(r["sun_side.a"], a, rtol=8 * ULP)
    np.testing.assert_allclose(r["gear.ring.tau"], ratio * r["gear.sun.tau"], rtol=4 * ULP)


@pytest.mark.parametrize("held", ["sun", "carrier", "ring"])
def test_planetary_with_one_held_member(held: str):
    ratio = 2.5
    free = [m for m in ("sun", "carrier", "ring") if m != held]

    def equations(self: Any) -> Iterable[Any]:
        yield self.sine.y >> self.motor.tau
        yield self.motor >> self.first
        yield self.first.flange_b >> getattr(self.gear, free[0])
        yield getattr(self.gear, free[1]) >> self.second.flange_a
        yield getattr(self.gear, held) >> self.ground.flange

    model = build(
        equations,
        sine=Sine(amplitude=2.0, f=1.0),
        motor=Torque(),
        first=Inertia(J=1.0, **REST),
        gear=IdealPlanetary(ratio=ratio),
        second=Inertia(J=2.0),
        ground=Fixed(),
    )
    r = simulate(model, stop_time=1.0)
    factor = {"sun": ratio / (1 + ratio), "carrier": -1 / ratio, "ring": 1 / (1 + ratio)}[held]
    # ω_sun + ratio ω_ring = (1 + ratio) ω_carrier
    expected = {"sun": (1 + ratio) / ratio, "carrier": factor, "ring": factor}[held]
    np.testing.assert_allclose(r["second.w"], expected * r["first.w"], rtol=8 * ULP, atol=8 * ULP)


def test_gear_on_support_carries_the_sum_of_torques():
    def equations(self: Any) -> Iterable[Any]:
        yield self.motor >> self.left >> self.gear >> self.right
        yield self.gear.support >> self.housing.flange

    model = build(
        equations,
        motor=ConstantTorque(tau_constant=1.0),
        left=Inertia(J=1.0, **REST),
        gear=IdealGear(ratio=-3.0, use_support=True),
        right=Inertia(J=2.0),
        housing=Fixed(),
    )
    r = simulate(model, stop_time=1.0)
    np.testing.assert_allclose(r["left.w"], -3.0 * r["right.w"], rtol=4 * ULP)
    np.testing.assert_allclose(
        r["housing.flange.tau"], r["gear.flange_a.tau"] + r["gear.flange_b.tau"], rtol=8 * ULP
    )
    np.testing.assert_allclose(r["left.a"], 1.0 / (1.0 + 2.0 / 9.0), rtol=8 * ULP)
