"""Blocks against the formulas they stand for."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import blocks as b
from drivetrain import simulate
from drivetrain.errors import SimulationError
from drivetrain.modeling import Component, Model


def output(source: Component, stop_time: float = 3.0) -> tuple[Any, Any]:
    """Return time and output of a source."""
    model = type("OneSource", (Model,), {"source": source})()
    result = simulate(model, stop_time=stop_time, interval=0.01)
    return result.time, result["source.y"]


def right_limits(time: Any, y: Any) -> tuple[Any, Any]:
    """Keep, of rows at one instant, the last."""
    keep = np.append(np.diff(time) > 0, True)
    return time[keep], y[keep]


def after(t: Any, t0: float) -> Any:
    return np.where(t >= t0, 1.0, 0.0)


SOURCES = [
    (b.Constant(k=2.5), lambda t: 2.5 + 0 * t),
    (b.Step(height=2.0, offset=1.0, start_time=0.5), lambda t: 1.0 + 2.0 * after(t, 0.5)),
    (
        b.Ramp(height=4.0, duration=2.0, offset=-1.0, start_time=0.5),
        lambda t: -1.0 + np.clip(2.0 * (t - 0.5), 0.0, 4.0),
    ),
    (b.Ramp(height=4.0, duration=0.0, start_time=0.5), lambda t: 4.0 * after(t, 0.5)),
    (
        b.Sine(amplitude=2.0, f=1.5, phase=0.7, offset=1.0, start_time=0.5),
        lambda t: 1.0 + after(t, 0.5) * 2.0 * np.sin(3 * math.pi * (t - 0.5) + 0.7),
    ),
    (
        b.Sine(f=1.5, phase=0.7, start_time=0.5, continuous=True),
        lambda t: np.sin(3 * math.pi * np.maximum(t - 0.5, 0.0) + 0.7),
    ),
    (
        b.Cosine(f=1.5, phase=0.7, start_time=0.5),
        lambda t: after(t, 0.5) * np.cos(3 * math.pi * (t - 0.5) + 0.7),
    ),
    (
        b.ExpSine(amplitude=2.0, f=2.0, damping=1.5),
        lambda t: 2.0 * np.exp(-1.5 * t) * np.sin(4 * math.pi * t),
    ),
    (
        b.Exponentials(out_max=3.0, rise_time=0.5),
        lambda t: 3.0
        * np.where(
            t < 0.5,
            1 - np.exp(-t / 0.1),
            (1 - math.exp(-5.0)) * np.exp(-np.maximum(t - 0.5, 0.0) / 0.1),
        ),
    ),
    (
        b.Pulse(amplitude=2.0, width=25.0, period=0.5, offset=1.0, start_time=0.25),
        lambda t: 1.0 + 2.0 * ((t >= 0.25) & (np.mod(t - 0.25 + 1e-9, 0.5) < 0.125)),
    ),
    (
        b.Pulse(period=0.5, nperiod=2, start_time=0.5),
        lambda t: 1.0 * ((t >= 0.5) & (t < 1.5) & (np.mod(t + 1e-9, 0.5) < 0.25)),
    ),
    (
        b.Pulse(period=1.0, start_time=-0.75),
        lambda t: 1.0 * (np.mod(t + 0.75 + 1e-9, 1.0) < 0.5),
    ),
    (
        b.SawTooth(amplitude=2.0, period=0.5),
        lambda t: 2.0 * np.mod(t + 1e-12, 0.5) / 0.5,
    ),
    (
        b.Trapezoid(rising=0.25, width=0.25, falling=0.25, period=1.0),
        lambda t: np.interp(np.mod(t + 1e-12, 1.0), [0, 0.25, 0.5, 0.75, 1.0], [0, 1, 1, 0, 0]),
    ),
    (
        b.Trapezoid(width=0.5, period=1.0),
        lambda t: 1.0 * (np.mod(t + 1e-9, 1.0) < 0.5),
    ),
    (b.ContinuousClock(offset=1.0, start_time=0.5), lambda t: 1.0 + np.maximum(t - 0.5, 0.0)),
    (b.BooleanConstant(), lambda t: 1 + 0 * t),
    (b.BooleanStep(start_time=0.5), lambda t: after(t, 0.5)),
    (b.BooleanStep(start_time=0.5, start_value=True), lambda t: 1 - after(t, 0.5)),
]  # fmt: skip


@pytest.mark.parametrize(("source", "formula"), SOURCES, ids=lambda c: type(c).__name__)
def test_sources(source, formula):
    time, y = right_limits(*output(source))
    np.testing.assert_allclose(y, formula(time), atol=1e-9)


def test_jumps_are_events_with_both_limits():
    time, y = output(b.Step(start_time=0.505))
    assert list(y[time == 0.505]) == [0.0, 1.0]


def through(block: Component, *inputs: float) -> Any:
    """Return the output of a block for constant inputs."""
    names = ["u"] if len(inputs) == 1 else ["u1", "u2", "u3"][: len(inputs)]
    members = {"block": block, **{n: b.Constant(k=x) for n, x in zip(names, inputs, strict=True)}}

    def equations(self: Any) -> Iterable[Any]:
        for name in names:
            yield getattr(self, name).y >> getattr(self.block, name)

    model = type("OneBlock", (Model,), {**members, "equations": equations})()
    return simulate(model, stop_time=0.1)["block.y"][-1]


@pytest.mark.parametrize(
    ("block", "inputs", "expected"),
    [
        (b.Gain(k=3.0), (2.0,), 6.0),
        (b.Add(k2=-2.0), (1.0, 3.0), -5.0),
        (b.Add3(k1=2.0), (1.0, 3.0, 5.0), 10.0),
        (b.Feedback(), (1.0, 3.0), -2.0),
        (b.Product(), (2.0, 3.0), 6.0),
        (b.Division(), (3.0, 2.0), 1.5),
        (b.Max(), (3.0, 2.0), 3.0),
        (b.Min(), (3.0, 2.0), 2.0),
        (b.Atan2(), (-1.0, -1.0), -0.75 * math.pi),
        (b.Abs(), (-2.0,), 2.0),
        (b.Abs(generate_event=True), (-2.0,), 2.0),
        (b.Sign(), (-2.0,), -1.0),
        (b.Sign(generate_event=True), (0.0,), 0.0),
        (b.Sqrt(), (2.0,), math.sqrt(2)),
        (b.Sin(), (0.5,), math.sin(0.5)),
        (b.Cos(), (0.5,), math.cos(0.5)),
        (b.Tan(), (0.5,), math.tan(0.5)),
        (b.Asin(), (0.5,), math.asin(0.5)),
        (b.Acos(), (0.5,), math.acos(0.5)),
        (b.Atan(), (0.5,), math.atan(0.5)),
        (b.Sinh(), (0.5,), math.sinh(0.5)),
        (b.Cosh(), (0.5,), math.cosh(0.5)),
        (b.Tanh(), (0.5,), math.tanh(0.5)),
        (b.Exp(), (0.5,), math.exp(0.5)),
        (b.Log(), (0.5,), math.log(0.5)),
        (b.Log10(), (0.5,), math.log10(0.5)),
        (b.Power(base=2.0), (3.0,), 8.0),
        (b.Exponentiation(exponent=3.0), (2.0,), 8.0),
        (b.WrapAngle(), (3 * math.pi / 2,), -math.pi / 2),
        (b.WrapAngle(), (math.pi,), math.pi),
        (b.WrapAngle(positive_range=True), (-math.pi / 2,), 3 * math.pi / 2),
        (b.RealToBoolean(), (0.5,), True),
        (b.RealToBoolean(), (0.4,), False),
    ],
    ids=lambda c: type(c).__name__ if isinstance(c, Component) else None,
)
def test_math(block, inputs, expected):
    assert through(block, *inputs) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("k", "expected"), [(True, 3.0), (False, -1.0)])
def test_boolean_to_real(k, expected):
    class Switch(Model):
        source = b.BooleanConstant(k=k)
        block = b.BooleanToReal(real_true=3.0, real_false=-1.0)

        def equations(self) -> Iterable[Any]:
            yield self.source.y >> self.block.u

    assert simulate(Switch(), stop_time=0.1)["block.y"][-1] == expected


def test_absolute_value_with_event_has_a_row_on_both_sides_of_the_kink():
    class Kink(Model):
        source = b.Sine(f=0.5, phase=-1.0)
        block = b.Abs(generate_event=True)

        def equations(self) -> Iterable[Any]:
            yield self.source.y >> self.block.u

    result = simulate(Kink(), stop_time=1.0)
    crossing = 1.0 / math.pi
    assert np.min(np.abs(result.time - crossing)) < 1e-10


@pytest.mark.parametrize(
    ("block", "inputs", "message"),
    [
        (b.Acos(), (1.5,), "block: the input is outside"),
        (b.Asin(), (-1.5,), "block: the input is outside"),
        (b.Sqrt(), (-1.0,), "block: the input is negative"),
        (b.Log(), (0.0,), "block: the input is not positive"),
        (b.Log10(), (-1.0,), "block: the input is not positive"),
        (b.Division(), (1.0, 0.0), "block: the divisor u2 is zero"),
        (b.Exponentiation(exponent=0.5), (-1.0,), "the exponent is not a whole number"),
        (b.Exponentiation(exponent=-1.0), (0.0,), "block: the output is too large"),
        (b.Power(base=0.0), (-1.0,), "block: the output is too large"),
        (b.Exp(), (1000.0,), "block: the output is too large"),
        (b.Sinh(), (-1000.0,), "block: the output is too large"),
        (b.Cosh(), (1000.0,), "block: the output is too large"),
        (b.Power(base=10.0), (400.0,), "block: the output is too large"),
        (b.Exponentiation(exponent=9.0), (1e40,), "block: the output is too large"),
    ],
    ids=lambda c: type(c).__name__ if isinstance(c, Component) else None,
)
def test_an_input_without_value_stops_the_run(block, inputs, message):
    with pytest.raises(SimulationError, match=message):
        through(block, *inputs)


def test_whole_powers_of_negative_inputs():
    assert through(b.Exponentiation(exponent=3.0), -2.0) == pytest.approx(-8.0)
    assert through(b.Exponentiation(exponent=-1.0), -2.0) == pytest.approx(-0.5)
