"""Rigid stops: restitution, momentum of everything behind, accumulation of bounces, rest."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import event_times

from drivetrain import Result, simulate
from drivetrain.couplings import RigidStop
from drivetrain.errors import SimulationError
from drivetrain.modeling import Model, constant, fixed, parameter, time, where
from drivetrain.rotational import ConstantTorque, Fixed, IdealGear, Inertia, SpringDamper, Torque


class Falling(Model):
    """A lever that falls on its lower stop from 1 rad, with 2 rad/s² and 2 rad/s at the blow."""

    e = parameter(0.6)
    w_rest = parameter(1e-4, unit="rad/s")
    ground = Fixed()
    stop_ = RigidStop(lower=0.0, upper=3.0, e=e, w_rest=w_rest)
    lever = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))
    weight = ConstantTorque(tau_constant=-2.0)

    def equations(self) -> Iterable[Any]:
        yield self.ground >> self.stop_ >> self.lever >> self.weight


def distinct(times: Any) -> Any:
    """Return instants without those that rounding alone tells apart."""
    return times[np.diff(times, prepend=-1.0) > 1e-9]


@pytest.mark.parametrize("e", [0.3, 0.6, 0.8])
def test_bounces_of_a_lever(e: float) -> None:
    """Blows at 1, 1 + 2 e, 1 + 2 e + 2 e², …; heights e², e⁴, …"""
    result = simulate(Falling(), stop_time=6.0, interval=1e-3, parameters={"e": e})
    blows = 1.0 + 2.0 * np.cumsum(e ** np.arange(1, 5))
    blows = np.concatenate([[1.0], blows])
    found = distinct(event_times(result))
    met = [found[np.argmin(abs(found - blow))] for blow in blows]
    np.testing.assert_allclose(met, blows, rtol=1e-9)
    for k, (begin, end) in enumerate(pairwise(blows), start=1):
        between = (result.time > begin) & (result.time < end)
        assert result["lever.phi"][between].max() == pytest.approx(e ** (2 * k), abs=5e-7)
    assert result["lever.phi"].min() > -1e-9


@pytest.mark.parametrize("w_rest", [0.1, 1e-4])
@pytest.mark.parametrize("e", [0.0, 0.3, 0.6, 0.8])
def test_bounces_accumulate_and_end_at_rest(e: float, w_rest: float) -> None:
    """A rebound with less than `w_rest` is none; from then on the stop carries the weight."""
    result = simulate(Falling(), stop_time=12.0, parameters={"e": e, "w_rest": w_rest})
    rests = float(result.time[np.argmax(result["stop_.resting"])])
    rebounds = 2.0 * e ** np.arange(1.0, 200.0)
    assert rests == pytest.approx(1.0 + sum(rebounds[rebounds >= w_rest]), rel=1e-9)
    # With endless bounces it would be after (1 + e) / (1 - e).
    endless = (1.0 + e) / (1.0 - e)
    assert endless - w_rest / (1.0 - e) <= rests <= endless + 1e-9
    late = result.time > rests
    np.testing.assert_array_equal(result["lever.w"][late], 0.0)
    np.testing.assert_allclose(result["lever.phi"][late], 0.0, atol=1e-9)
    np.testing.assert_allclose(result["stop_.tau"][late], -2.0, rtol=1e-14)
    assert result.energy.dissipated[-1] == pytest.approx(2.0, abs=1e-8)


def test_momentum_of_all_that_is_rigidly_behind() -> None:
    """A gear with the ratio 2 adds 4 times its inertia; a spring adds nothing."""

    class Geared(Model):
        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.5))
        stop_ = RigidStop(lower=-0.5, upper=0.5, e=0.5)
        middle = Inertia(J=0.25, phi=fixed(0.0), w=fixed(3.0))
        gear = IdealGear(ratio=0.5)
        right = Inertia(J=3.0)
        shaft = SpringDamper(c=10.0, d=0.0)
        far = Inertia(J=5.0, phi=fixed(0.0), w=fixed(6.0))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.stop_ >> self.middle >> self.gear >> self.right
            yield self.right >> self.shaft >> self.far

    result = simulate(Geared(), stop_time=0.3, interval=1e-3, tolerance=1e-10)
    meets = int(np.argmax(abs(np.diff(result["stop_.w_rel"])) > 0.5))
    before = {n: result[f"{n}.w"][meets] for n in ("left", "middle", "far")}
    after = {n: result[f"{n}.w"][meets + 1] for n in ("left", "middle", "far")}
    behind = 0.25 + 3.0 / 0.5**2
    common = (before["left"] + behind * before["middle"]) / (1.0 + behind)
    w_rel = before["middle"] - before["left"]
    assert after["left"] == pytest.approx(common + 0.5 * w_rel * behind / (1.0 + behind), rel=1e-9)
    assert after["middle"] == pytest.approx(common - 0.5 * w_rel / (1.0 + behind), rel=1e-9)
    assert after["far"] == pytest.approx(before["far"], rel=1e-12)
    reduced = behind / (1.0 + behind)
    assert result.energy.dissipated[-1] == pytest.approx(
        reduced * w_rel**2 / 2 * (1 - 0.5**2), rel=1e-8
    )


def between(stop: RigidStop, w0: float, torque: float = 0.0) -> Result:
    class Thrown(Model):
        ground = Fixed()
        stop_ = stop
        body = Inertia(J=0.5, phi=fixed(0.0), w=fixed(w0))
        drive = ConstantTorque(tau_constant=torque)

        def equations(self) -> Iterable[Any]:
            yield self.ground >> self.stop_ >> self.body >> self.drive

    return simulate(Thrown(), stop_time=1.0, interval=1e-3)


@pytest.mark.parametrize("w0", [2.0, -2.0])
def test_both_stops_without_loss(w0: float) -> None:
    result = between(RigidStop(lower=-0.1, upper=0.2, e=1.0), w0)
    np.testing.assert_array_equal(abs(result["body.w"]), 2.0)
    assert result["body.phi"].max() == pytest.approx(0.2, abs=1e-9)
    assert result["body.phi"].min() == pytest.approx(-0.1, abs=1e-9)
    found = distinct(event_times(result))
    first = 0.1 if w0 > 0 else 0.05
    np.testing.assert_allclose(found[:3], first + 0.15 * np.arange(3), rtol=1e-9)


def test_the_mirror_image_does_the_same() -> None:
    there = between(RigidStop(lower=-0.1, upper=0.2, e=0.7), 2.0, 1.0)
    back = between(RigidStop(lower=-0.2, upper=0.1, e=0.7), -2.0, -1.0)
    np.testing.assert_allclose(there.final["body.phi"], -back.final["body.phi"], rtol=1e-9)
    np.testing.assert_allclose(there.final["stop_.tau"], -back.final["stop_.tau"], rtol=1e-9)


@pytest.mark.parametrize("side", [1, -1])
def test_a_body_at_rest_leaves_when_it_would_be_pulled(side: int) -> None:
    """It is pressed until 1 s and then pulled with 0.5 N·m."""

    class Pressed(Model):
        ground = Fixed()
        stop_ = RigidStop(lower=-1.0, upper=1.0)
        body = Inertia(J=1.0, phi=fixed(float(side)), w=fixed(0.0))
        torque = Torque()

        def equations(self) -> Iterable[Any]:
            yield self.ground >> self.stop_ >> self.body >> self.torque
            pressed = time < 1.0 * constant(1.0, "s")
            yield self.torque.tau == side * where(pressed, 3.0, -0.5) * constant(1.0, "N.m")

    result = simulate(Pressed(), stop_time=2.0, interval=0.01)
    before = result.time < 1.0
    np.testing.assert_allclose(result["stop_.tau"][before], 3.0 * side, rtol=1e-14)
    np.testing.assert_array_equal(result["body.w"][before], 0.0)
    np.testing.assert_array_equal(result["stop_.tau"][result.time > 1.0], 0.0)
    assert result.final["body.w"] == pytest.approx(-0.5 * side, rel=1e-9)


def test_a_start_into_the_stop_is_refused() -> None:
    class Started(Model):
        ground = Fixed()
        stop_ = RigidStop(lower=0.0, upper=1.0)
        body = Inertia(J=1.0, phi=fixed(0.0), w=fixed(-1.0))

        def equations(self) -> Iterable[Any]:
            yield self.ground >> self.stop_ >> self.body

    with pytest.raises(SimulationError, match="stop_"):
        simulate(Started(), stop_time=1.0)
