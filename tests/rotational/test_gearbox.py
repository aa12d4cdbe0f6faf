"""Gearbox: a lossy gear and an elastic shaft with backlash in one component."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import simulate
from drivetrain.blocks import Sine
from drivetrain.modeling import Model, fixed
from drivetrain.rotational import ElastoBacklash, Fixed, Gearbox, Inertia, LossyGear, Torque
from drivetrain.thermal import HeatCapacitor

TABLE = [[0, 0.9, 0.8, 0.1, 0.1], [10, 0.8, 0.7, 0.2, 0.2]]
SHAFT = {"c": 2e3, "d": 5.0, "b": 0.02}


class Drive(Model):
    """What stands on both sides of the gear."""

    left = Inertia(J=0.1, phi=fixed(0.0), w=fixed(0.0))
    right = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))
    torque = Torque()
    sine = Sine(amplitude=8.0, f=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.sine.y >> self.torque.tau
        yield self.torque >> self.left


class WithGearbox(Drive):
    """In one part."""

    gearbox = Gearbox(ratio=3.0, loss_table=TABLE, **SHAFT)

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.gearbox >> self.right


class WithParts(Drive):
    """The same in two parts."""

    gear = LossyGear(ratio=3.0, loss_table=TABLE)
    shaft = ElastoBacklash(**SHAFT)

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.gear >> self.shaft >> self.right


class OnHousing(Drive):
    """On an explicit ground, with an explicit sink of heat."""

    gearbox = Gearbox(ratio=3.0, loss_table=TABLE, use_support=True, use_heat_port=True, **SHAFT)
    ground = Fixed()
    oil = HeatCapacitor(C=50.0, T=fixed(300.0))

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.gearbox >> self.right
        yield self.gearbox.support >> self.ground.flange
        yield self.gearbox.heat_port >> self.oil.port


def run(model: Model) -> Any:
    return simulate(model, stop_time=1.0, tolerance=1e-9, interval=1e-3)


def test_it_is_its_two_parts():
    one, two = run(WithGearbox()), run(WithParts())
    for name in ("left.w", "right.w"):
        assert one[name][-1] == pytest.approx(two[name][-1], rel=1e-6)
    assert one["gearbox.phi_rel"][-1] == pytest.approx(two["shaft.phi_rel"][-1], rel=1e-5)
    assert one.energy.dissipated[-1] == pytest.approx(two.energy.dissipated[-1], rel=1e-5)
    assert one.energy.relative_error < 1e-4


def test_housing_and_heat():
    free, mounted = run(WithGearbox()), run(OnHousing())
    assert mounted["right.w"][-1] == pytest.approx(free["right.w"][-1], rel=1e-6)
    ends = ("flange_a", "flange_b", "support")
    total = sum(mounted[f"gearbox.{end}.tau"] for end in ends)
    np.testing.assert_allclose(total, 0.0, atol=1e-9)
    heat = np.trapezoid(mounted["gearbox.loss_power"], mounted.time)
    assert 50.0 * (mounted["oil.T"][-1] - 300.0) == pytest.approx(heat, rel=1e-3)
