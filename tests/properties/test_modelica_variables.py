"""Variables that classes have in the Modelica library are here, under the same names."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from drivetrain import Model, fixed, simulate
from drivetrain.blocks import Ramp
from drivetrain.rotational import Inertia, OneWayClutch
from drivetrain.translational import ConstantSpeed, Mass, SpringDamper, Vehicle


class Rolling(Model):
    """A car rolls down a slope; the start is that of the vehicle itself."""

    car = Vehicle(
        m=1000.0, J=2.0, R=0.5, A=2.0, Cd=0.4, inclination_constant=-0.1,
        s=fixed(3.0), v=fixed(20.0),
    )  # fmt: skip


def test_a_vehicle_has_its_motion() -> None:
    result = simulate(Rolling(), stop_time=2.0, tolerance=1e-9)
    for name in ("s", "v", "a"):
        assert np.array_equal(result[f"car.{name}"], result[f"car.mass.{name}"])
    assert (result["car.s"][0], result["car.v"][0]) == (3.0, 20.0)
    weight = 1000.0 * 9.80665
    angle = np.arctan(0.1)
    slope, rolling = weight * np.sin(angle), 0.015 * weight * np.cos(angle)
    drag = 0.4 * 2.0 * 1.2 / 2 * 20.0**2
    assert result["car.a"][0] == pytest.approx((slope - rolling - drag) / (1000.0 + 2.0 / 0.5**2))


class Pushed(Model):
    source = ConstantSpeed(v_fixed=2.0, s=fixed(0.0))
    spring = SpringDamper(c=100.0, d=0.0)
    wall = Mass(m=1e9, s=fixed(0.0), v=fixed(0.0))

    def equations(self) -> Any:
        yield self.source >> self.spring >> self.wall


def test_a_constant_speed_tells_the_force_at_its_flange() -> None:
    final = simulate(Pushed(), stop_time=1.0).final
    assert final["source.f"] == pytest.approx(-200.0, rel=1e-5)
    assert final["source.f"] == final["source.flange.f"]


class Slipping(Model):
    signal = Ramp(height=1.0, duration=1.0)
    left = Inertia(J=1.0, w=fixed(1.0), phi=fixed(0.0))
    clutch = OneWayClutch(fn_max=1.0)
    right = Inertia(J=1.0, w=fixed(2.0), phi=fixed(0.0))

    def equations(self) -> Any:
        yield self.left >> self.clutch >> self.right
        yield self.signal.y >> self.clutch.f_normalized


def test_the_signal_of_a_one_way_clutch_is_u() -> None:
    result = simulate(Slipping(), stop_time=1.0)
    assert np.array_equal(result["clutch.u"], result["signal.y"])
