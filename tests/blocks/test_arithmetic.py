"""Sums and products of many signals, rounding, means, inversion, conversions of units."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import blocks as b
from drivetrain import simulate
from drivetrain.modeling import Model
from tests.blocks.building import PRECISE, drive, rights

THREE = [b.Constant(k=2.0), b.Constant(k=-3.0), b.Constant(k=5.0)]


def last(block, name="y", **inputs):
    return drive(block, 0.1, **inputs)[f"block.{name}"][-1]


def test_many_inputs():
    assert last(b.Sum(k=[1.0, 2.0, 3.0]), u=THREE) == 11.0
    assert last(b.Sum(nin=3), u=THREE) == 4.0
    assert last(b.Sum(nin=3, k=[2.0]), u=THREE) == 8.0
    assert last(b.MultiSum(nu=3), u=THREE) == 4.0
    assert last(b.MultiSum(nu=3, k=[1.0, 0.0, 2.0]), u=THREE) == 12.0
    assert last(b.MultiProduct(nu=3), u=THREE) == -30.0
    assert last(b.MinMax(nu=3), "y_min", u=THREE) == -3.0
    assert last(b.MinMax(nu=3), "y_max", u=THREE) == 5.0
    assert last(b.MultiSum()) == 0.0
    assert last(b.MultiProduct()) == 0.0


def test_matrix():
    block = b.MatrixGain(K=[[1.0, 2.0, 3.0], [0.0, 0.0, -1.0]])
    result = drive(block, 0.1, u=THREE)
    assert [result[f"block.y[{k}]"][-1] for k in range(2)] == [11.0, -5.0]


def test_logarithm_of_any_base():
    assert last(b.Log(base=2.0), u=b.Constant(k=8.0)) == pytest.approx(3.0, abs=1e-15)


@pytest.mark.parametrize(
    ("u", "expected"),
    [
        (0.4, 0),
        (0.5, 1),
        (-0.5, -1),
        (-0.4, 0),
        (2.5, 3),
        (-2.5, -3),
        (1.49, 1),
        (-7.0, -7),
        (0.49999999999999994, 0),
        (-0.49999999999999994, 0),
    ],
)
def test_rounding(u, expected):
    assert last(b.RealToInteger(), u=b.Constant(k=u)) == expected


def test_rounding_of_a_wave():
    result = drive(b.RealToInteger(), 4.0, u=b.Sine(f=0.5, amplitude=2.7))
    t, y = rights(result, "block.y")
    u = 2.7 * np.sin(np.pi * t)
    clear = np.abs(np.abs(u) % 1 - 0.5) > 1e-6
    np.testing.assert_array_equal(y[clear], (np.sign(u) * np.floor(np.abs(u) + 0.5))[clear])
    assert set(y) == {-3, -2, -1, 0, 1, 2, 3}


@pytest.mark.parametrize("sign", [1, -1])
def test_rounding_of_a_decay_that_stays_near_the_half(sign):
    """The event is found a last bit below the half, where the sum with a half is rounded to one."""

    class Decay(Model):
        lag = b.FirstOrder(T=0.1047, init_type="initial_output", y_start=0.6 * sign)
        low = b.Constant(k=0.38 * sign)
        block = b.RealToInteger()

        def equations(self) -> Iterable[Any]:
            yield self.low.y >> self.lag.u
            yield self.lag.y >> self.block.u

    for tolerance in np.geomspace(1e-9, 1e-4, 12):
        result = simulate(Decay(), stop_time=1.0, tolerance=tolerance)
        assert result["block.y"][0] == sign
        assert result["block.y"][-1] == 0


def test_conversions_of_kind():
    assert last(b.IntegerToReal(), u=b.IntegerConstant(k=-3)) == -3.0
    for k, expected in ((0, False), (1, True), (2, True)):
        assert bool(last(b.IntegerToBoolean(), u=b.IntegerConstant(k=k))) is expected
    block = b.BooleanToInteger(integer_true=5, integer_false=-5)
    assert last(block, u=b.BooleanConstant(k=True)) == 5
    assert last(block, u=b.BooleanConstant(k=False)) == -5


def test_mean_over_periods():
    wave = b.Sine(f=2.0, amplitude=3.0, offset=1.5)
    result = drive(b.Mean(f=2.0, y0=-1.0), 2.2, u=wave)
    t, y = rights(result, "block.y")
    np.testing.assert_allclose(y[t < 0.5], -1.0)
    np.testing.assert_allclose(y[t >= 0.5], 1.5, atol=1e-9)
    assert result.stats.state_events == 0
    result = drive(b.Mean(f=2.0), 2.2, u=b.ContinuousClock(), start_time=0.2)
    t, y = rights(result, "block.y")
    begun = 0.2 + 0.5 * np.floor((t - 0.2 + 1e-12) / 0.5)
    np.testing.assert_allclose(y, np.where(t < 0.7 - 1e-12, 0.0, begun - 0.25), atol=1e-9)


def test_inversion_of_a_block():
    class Inverse(Model):
        wanted = b.Sine(f=0.5)
        lag = b.FirstOrder(k=2.0, T=0.3)
        inverse = b.InverseBlockConstraints()

        def equations(self) -> Iterable[Any]:
            yield self.wanted.y >> self.inverse.u1
            yield self.lag.y >> self.inverse.u2
            yield self.inverse.y2 >> self.lag.u

    result = simulate(Inverse(), stop_time=2.0, **PRECISE)
    t = result.time
    expected = (np.sin(math.pi * t) + 0.3 * math.pi * np.cos(math.pi * t)) / 2
    np.testing.assert_allclose(result["inverse.y1"], expected, atol=1e-12)


@pytest.mark.parametrize(
    ("there", "back", "value", "expected"),
    [
        (b.ToDeg, b.FromDeg, math.pi, 180.0),
        (b.ToRpm, b.FromRpm, math.pi, 30.0),
        (b.ToDegC, b.FromDegC, 293.15, 20.0),
        (b.ToDegF, b.FromDegF, 373.15, 212.0),
        (b.ToKmh, b.FromKmh, 10.0, 36.0),
        (b.ToHour, b.FromHour, 1800.0, 0.5),
        (b.ToMinute, b.FromMinute, 90.0, 1.5),
        (b.ToBar, b.FromBar, 2.5e5, 2.5),
        (b.ToKWh, b.FromKWh, 7.2e6, 2.0),
    ],
)
def test_units(there, back, value, expected):
    assert last(there(), u=b.Constant(k=value)) == pytest.approx(expected, rel=1e-14)
    assert last(back(), u=b.Constant(k=expected)) == pytest.approx(value, rel=1e-14)
