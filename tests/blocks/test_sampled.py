"""Sampled blocks against what they do at each instant of their clock."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from scipy import signal

from drivetrain import blocks as b
from drivetrain import simulate
from drivetrain.blocks import discrete as d
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import Model
from tests.blocks.building import drive, rights

PERIOD = 0.25


def wave(t: Any) -> Any:
    return np.sin(2 * np.pi * 0.7 * np.asarray(t))


def ticks(t: Any, start: float = 0.0) -> Any:
    """Return the instant of the last sample; values before the first one are negative."""
    return start + np.floor((t - start) / PERIOD + 1e-9) * PERIOD


def driven(block: Any, **more: Any) -> tuple[Any, Any]:
    return rights(drive(block, u=b.Sine(f=0.7), **more), "block.y")


def test_a_sampler_holds_the_last_sample() -> None:
    t, y = driven(d.Sampler(sample_period=PERIOD))
    np.testing.assert_allclose(y, wave(ticks(t)), atol=1e-12)


def test_before_the_first_instant_it_is_the_input_at_the_start() -> None:
    result = drive(d.Sampler(sample_period=PERIOD, start_time=1.1), u=b.Cosine(f=0.7))
    t, y = rights(result, "block.y")
    np.testing.assert_array_equal(y[t < 1.1], 1.0)
    late = t > 1.1
    expected = np.cos(2 * np.pi * 0.7 * ticks(t[late], 1.1))
    np.testing.assert_allclose(y[late], expected, atol=1e-12)


def test_a_zero_order_hold_does_the_same() -> None:
    t, y = driven(d.ZeroOrderHold(sample_period=PERIOD))
    np.testing.assert_allclose(y, wave(ticks(t)), atol=1e-12)


def test_a_first_order_hold_draws_a_line_through_the_two_samples_before() -> None:
    """Within the infinitesimal delay of a sample the line begins one sample earlier."""
    t, y = driven(d.FirstOrderHold(sample_period=PERIOD))
    last = ticks(t)
    inside = (t > last + 1e-6) & (last > 2 * PERIOD - 1e-6)
    now, before = wave(last), wave(last - PERIOD)
    slope = (now - before) / PERIOD
    expected = np.where(inside, before + slope * (t - last), 0)
    np.testing.assert_allclose(y[inside], expected[inside], atol=1e-9)


def test_a_delay_by_one_sample() -> None:
    t, y = driven(d.UnitDelay(sample_period=PERIOD, y_start=0.5))
    last = ticks(t)
    expected = np.where(last < PERIOD - 1e-9, 0.5, wave(last - PERIOD))
    np.testing.assert_allclose(y, expected, atol=1e-12)


def row(*parts: Any) -> Model:
    """Return a model of a sine and blocks one after the other."""

    def equations(self: Any) -> Iterable[Any]:
        for k in range(len(parts)):
            yield getattr(self, f"p{k}").y >> getattr(self, f"p{k + 1}").u

    members = {f"p{k}": part for k, part in enumerate((b.Sine(f=0.7), *parts))}
    made: Model = type("Row", (Model,), {**members, "equations": equations})()
    return made


SAMPLED = {"sample_period": PERIOD}


@pytest.mark.parametrize(
    ("parts", "delay"),
    [
        ([d.Sampler(**SAMPLED), d.UnitDelay(**SAMPLED)], 1),
        ([d.ZeroOrderHold(**SAMPLED), d.UnitDelay(**SAMPLED)], 1),
        ([d.Sampler(**SAMPLED), b.Gain(k=1.0), d.UnitDelay(**SAMPLED)], 1),
        ([d.UnitDelay(**SAMPLED), d.UnitDelay(**SAMPLED)], 2),
        ([d.UnitDelay(**SAMPLED), b.Gain(k=1.0), d.UnitDelay(**SAMPLED)], 2),
        ([d.ZeroOrderHold(**SAMPLED), *(d.UnitDelay(**SAMPLED) for _ in range(3))], 3),
    ],
)
def test_blocks_in_a_row_delay_by_as_many_samples(parts: list[Any], delay: int) -> None:
    result = simulate(row(*parts), stop_time=3.0, interval=0.01)
    t, y = rights(result, f"p{len(parts)}.y")
    last = ticks(t)
    expected = np.where(last < delay * PERIOD - 1e-9, 0.0, wave(last - delay * PERIOD))
    np.testing.assert_allclose(y, expected, atol=1e-12)


def test_a_delay_counts_in_a_loop() -> None:
    class Counter(Model):
        one = b.Constant(k=1.0)
        add = b.Add()
        delay = d.UnitDelay(sample_period=PERIOD)

        def equations(self) -> Iterable[Any]:
            yield self.one.y >> self.add.u1
            yield self.delay.y >> self.add.u2
            yield self.add.y >> self.delay.u

    t, y = rights(simulate(Counter(), stop_time=3.0, interval=0.01), "delay.y")
    np.testing.assert_array_equal(y, np.round(ticks(t) / PERIOD))


@pytest.mark.parametrize(
    ("numerator", "denominator"),
    [([2.0, 4.0], [1.0, 0.3]), ([0.5], [1.0, -0.6, 0.2]), ([3.0, 0.0, 1.0], [2.0, 0.5, -0.1])],
)
def test_a_transfer_function_is_a_difference_equation(
    numerator: list[float], denominator: list[float]
) -> None:
    """Source: the difference equation as SciPy solves it (`scipy.signal.lfilter`)."""
    block = d.TransferFunction(b=numerator, a=denominator, sample_period=PERIOD)
    t, y = driven(block)
    instants = np.arange(12) * PERIOD
    padded = [0.0] * (len(denominator) - len(numerator)) + numerator
    wanted = signal.lfilter(padded, denominator, wave(instants))
    at = np.searchsorted(t, instants + 1e-3)
    np.testing.assert_allclose(y[at], wanted, atol=1e-12)


def test_a_numerator_of_higher_degree_is_refused() -> None:
    with pytest.raises(DrivetrainError, match="look into the future"):
        drive(d.TransferFunction(b=[1.0, 2.0], a=[1.0], sample_period=0.1), u=b.Sine(f=1.0))


def test_a_system_in_state_space() -> None:
    A, B = np.array([[0.2, 0.5], [-0.4, 0.9]]), np.array([[1.0], [0.5]])
    C, D = np.array([[1.0, -1.0], [0.0, 2.0]]), np.array([[0.5], [0.0]])
    tables = {"A": A.tolist(), "B": B.tolist(), "C": C.tolist(), "D": D.tolist()}
    result = drive(d.StateSpace(**tables, sample_period=PERIOD), u=[b.Sine(f=0.7)])
    x = np.zeros(2)
    t, first = rights(result, "block.y[0]")
    second = rights(result, "block.y[1]")[1]
    for instant in np.arange(12) * PERIOD:
        u = wave([instant])
        expected, x = C @ x + D @ u, A @ x + B @ u
        at = np.searchsorted(t, instant + 1e-3)
        np.testing.assert_allclose([first[at], second[at]], expected, atol=1e-12)


def test_a_wrong_shape_is_refused() -> None:
    block = d.StateSpace(A=[[1.0]], B=[[1.0]], C=[[1.0, 2.0]], sample_period=0.1)
    with pytest.raises(DrivetrainError, match="matrix C has the shape"):
        drive(block, u=[b.Sine(f=1.0)])


def test_triggers() -> None:
    pulses = b.BooleanPulse(period=0.5, start_time=0.25)
    t, y = rights(
        drive(d.TriggeredSampler(y_start=-2.0), u=b.Sine(f=0.7), trigger=pulses), "block.y"
    )
    last = 0.25 + np.floor((t - 0.25) / 0.5 + 1e-9) * 0.5
    np.testing.assert_allclose(y, np.where(t < 0.25 - 1e-9, -2.0, wave(last)), atol=1e-12)
    most = rights(drive(d.TriggeredMax(), u=b.Sine(f=0.7), trigger=pulses), "block.y")[1]
    samples = np.abs(wave(0.25 + 0.5 * np.arange(6)))
    assert most[0] == 0.0
    assert most[-1] == pytest.approx(samples.max())
