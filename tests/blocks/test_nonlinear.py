"""Limits, dead zones, rates and delays."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import signal

from drivetrain import blocks as b
from drivetrain.errors import DrivetrainError
from tests.blocks.building import drive, rights

WAVE = b.Sine(f=0.5, amplitude=2.0)


@pytest.mark.parametrize("strict", [False, True])
def test_limiters(strict):
    result = drive(b.Limiter(u_max=1.0, u_min=-0.5, strict=strict), u=WAVE)
    np.testing.assert_allclose(result["block.y"], np.clip(result["s_u.y"], -0.5, 1.0), atol=1e-12)
    assert (result.stats.state_events > 0) != strict
    ramps = {"limit1": b.Ramp(height=1.0, duration=3.0), "limit2": b.Constant(k=-1.0)}
    result = drive(b.VariableLimiter(strict=strict), u=WAVE, **ramps)
    high = result["s_limit1.y"]
    expected = np.minimum(high, np.maximum(-1.0, result["s_u.y"]))
    np.testing.assert_allclose(result["block.y"], expected, atol=1e-12)


def test_limits_are_reached_at_events():
    result = drive(b.Limiter(u_max=1.0), 0.9, u=WAVE)
    for instant in (math.asin(0.5) / math.pi, 1 - math.asin(0.5) / math.pi):
        assert np.abs(result.time - instant).min() < 1e-10


def test_dead_zone():
    result = drive(b.DeadZone(u_max=1.0, u_min=-0.5), u=WAVE)
    u = result["s_u.y"]
    expected = np.where(u > 1, u - 1, np.where(u < -0.5, u + 0.5, 0.0))
    np.testing.assert_allclose(result["block.y"], expected, atol=1e-12)


@pytest.mark.parametrize("block", [b.Limiter(u_max=-1.0), b.DeadZone(u_max=-1.0)])
def test_limits_the_wrong_way_round(block):
    with pytest.raises(DrivetrainError, match="u_max has to be"):
        drive(block, u=WAVE)


def test_rates_are_limited():
    block = b.SlewRateLimiter(rising=2.0, falling=-1.0, Td=0.01)
    t, y = rights(drive(block, 4.0, u=b.Pulse(amplitude=1.0, period=2.0, start_time=0.5)),
                  "block.y")  # fmt: skip
    # While the input is far away the rate is at its limit; the rest is exponential.
    at = (t > 0.5) & (t < 0.99)
    np.testing.assert_allclose(y[at], 2 * (t[at] - 0.5), atol=1e-9)
    at = (t >= 1.0) & (t < 1.5)
    tail = 0.01 * 2.0 * np.exp(-(t[at] - (0.5 + 0.98 / 2)) / 0.01)
    np.testing.assert_allclose(y[at], 1 - tail, atol=1e-9)
    at = (t > 1.5) & (t < 2.48)
    np.testing.assert_allclose(y[at], 1 - (t[at] - 1.5), atol=1e-9)


def test_a_rate_limiter_starts_at_its_input():
    result = drive(b.SlewRateLimiter(), 0.1, u=b.Constant(k=3.0))
    np.testing.assert_allclose(result["block.y"], 3.0, atol=1e-12)
    block = b.SlewRateLimiter(init_type="initial_output", y_start=1.0)
    assert drive(block, 0.1, u=b.Constant(k=3.0))["block.y"][0] == 1.0


@pytest.mark.parametrize(("n", "m"), [(1, 1), (2, 2), (3, 2), (5, 5)])
def test_pade_delay_is_the_rational_function(n, m):
    T = 0.4
    terms = {}
    for degree, _other, sign in ((m, n, -1), (n, m, 1)):
        terms[sign] = [
            (sign * T) ** k
            * math.factorial(m + n - k)
            * math.factorial(degree)
            / (math.factorial(m + n) * math.factorial(k) * math.factorial(degree - k))
            for k in range(degree, -1, -1)
        ]
    block = b.PadeDelay(delay_time=T, n=n, m=m)
    t, y = rights(drive(block, u=b.Step(start_time=0.5)), "block.y")
    grid = np.linspace(0, 2.5, 251)
    _, expected = signal.step((terms[-1], terms[1]), T=grid)
    expected = np.where(t < 0.5, 0.0, np.interp(t - 0.5, grid, expected))
    np.testing.assert_allclose(y, expected, atol=1e-7)


def test_pade_delay_delays_slow_signals():
    result = drive(b.PadeDelay(delay_time=0.1, n=3), u=WAVE)
    late = 2 * np.sin(math.pi * (result.time - 0.1))
    at = result.time > 1.0
    np.testing.assert_allclose(result["block.y"][at], late[at], atol=1e-6)
    with pytest.raises(DrivetrainError, match="degree of the numerator"):
        drive(b.PadeDelay(delay_time=0.1, n=1, m=2), u=WAVE)
