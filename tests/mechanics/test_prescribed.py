"""Friction elements on shafts whose speed a source prescribes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain.blocks import Sine
from drivetrain.modeling import Model
from drivetrain.rotational import (
    Brake,
    Clutch,
    ConstantSpeed,
    Inertia,
    LossyGear,
    Speed,
)
from drivetrain.simulation.verification.residuals import residuals


class Reversing(Model):
    """A brake on a shaft that a source turns to and fro."""

    motion = Sine(amplitude=3.0, f=1.0)
    shaft = Speed(exact=True)
    brake = Brake(fn_max=10.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.motion.y >> self.shaft.w_ref
        yield self.shaft >> self.brake


def test_the_torque_has_the_sign_of_the_speed() -> None:
    """5 N·m against the motion; the heat of a period is 5 N·m times four amplitudes of angle."""
    compiled = compile_model(Reversing())
    result = compiled.simulate(stop_time=2.0, tolerance=1e-9)
    moving = np.abs(result["brake.w"]) > 1e-6
    np.testing.assert_allclose(
        result["brake.tau"][moving], 5.0 * np.sign(result["brake.w"][moving]), rtol=1e-12
    )
    heat = 2 * 5.0 * 4 * 3.0 / (2 * np.pi)
    assert result.energy.dissipated[-1] == pytest.approx(heat, rel=1e-6)
    assert residuals(compiled, result).worst <= 1e-9
    times = result.events.times("brake.mode", after="stuck")
    np.testing.assert_allclose(times[times > 0.1], [0.5, 1.0, 1.5], atol=1e-9)


class Filtered(Reversing):
    """The same behind the filter of the source."""

    shaft = Speed()


def test_a_filtered_speed_is_prescribed_too() -> None:
    result = compile_model(Filtered()).simulate(stop_time=1.0)
    assert set(np.unique(result["brake.mode"])) == {-1, 0, 1}


class Driven(Model):
    """A clutch between two sources and a wheel: only one side is prescribed."""

    source = ConstantSpeed(w_fixed=10.0)
    clutch = Clutch(fn_max=8.0, f_normalized=1.0)
    wheel = Inertia(J=2.0)

    def equations(self) -> Iterable[Any]:
        yield self.source >> self.clutch >> self.wheel


def test_a_clutch_beside_a_source_sticks_if_the_other_side_is_free() -> None:
    """4 N·m bring 2 kg·m² to 10 rad/s in 5 s."""
    compiled = compile_model(Driven())
    result = compiled.simulate(stop_time=6.0, parameters={"wheel.w.start": 0.0}, tolerance=1e-9)
    (locks,) = result.events.times("clutch.mode", after="stuck")
    assert locks == pytest.approx(5.0, rel=1e-9)
    assert result["clutch.w_rel"][-1] == 0.0
    assert result["wheel.w"][-1] == pytest.approx(10.0, rel=1e-12)


class Geared(Model):
    """A source turns a wheel to and fro through a gear with losses, a brake at the wheel."""

    motion = Sine(amplitude=4.0, f=1.0)
    source = Speed(exact=True)
    gear = LossyGear(ratio=2.0, loss_table=[[0, 0.8, 0.7, 0.5, 0.25]])
    wheel = Inertia(J=1.0)
    brake = Brake(fn_max=6.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.motion.y >> self.source.w_ref
        yield self.source >> self.gear >> self.wheel >> self.brake


def test_a_lossy_gear_that_a_source_turns_runs_through_standstill() -> None:
    compiled = compile_model(Geared())
    result = compiled.simulate(stop_time=2.0, tolerance=1e-9)
    speed, into_gear = result["wheel.w"], -result["source.flange.tau"]
    np.testing.assert_allclose(speed, 2.0 * np.sin(2 * np.pi * result.time), atol=1e-9)
    load = result["wheel.a"] + 3.0 * np.sign(speed)
    driven = (speed * load > 0) & (np.abs(speed) > 1e-6)
    bearing = 0.5 * np.sign(speed)
    np.testing.assert_allclose(into_gear[driven], ((load / 2.0 + bearing) / 0.8)[driven], rtol=1e-9)
    assert residuals(compiled, result).worst <= 1e-9
    assert result.energy.relative_error < 1e-6
    times = result.events.times("gear.mode", after="stuck")
    np.testing.assert_allclose(times[times > 0.1], [0.5, 1.0, 1.5], atol=1e-9)
