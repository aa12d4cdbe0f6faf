"""Logic, comparison, memory and timing of Boolean signals."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import blocks as b
from drivetrain import simulate
from drivetrain.modeling import BooleanInput, Component, Model, pre, variable, when
from tests.blocks.building import drive, rights

GATES = {
    b.And: lambda p, q: p & q,
    b.Or: lambda p, q: p | q,
    b.Xor: lambda p, q: p ^ q,
    b.Nand: lambda p, q: not (p & q),
    b.Nor: lambda p, q: not (p | q),
}
COMPARISONS = {
    b.Greater: np.greater,
    b.GreaterEqual: np.greater_equal,
    b.Less: np.less,
    b.LessEqual: np.less_equal,
}
THRESHOLDS = {
    b.GreaterThreshold: np.greater,
    b.GreaterEqualThreshold: np.greater_equal,
    b.LessThreshold: np.less,
    b.LessEqualThreshold: np.less_equal,
}
WAVE = b.Sine(f=0.5)
PULSES = b.BooleanPulse(period=1.0, start_time=0.25)


@pytest.mark.parametrize("gate", GATES, ids=lambda c: c.__name__)
def test_gates(gate):
    for p, q in itertools.product((False, True), repeat=2):
        result = drive(gate(), 0.1, u1=b.BooleanConstant(k=p), u2=b.BooleanConstant(k=q))
        assert bool(result["block.y"][-1]) == bool(GATES[gate](p, q))


def test_not():
    result = drive(b.Not(), u=PULSES)
    np.testing.assert_array_equal(result["block.y"], ~result["s_u.y"].astype(bool))


@pytest.mark.parametrize("cls", COMPARISONS, ids=lambda c: c.__name__)
def test_comparisons(cls):
    result = drive(cls(), u1=WAVE, u2=b.Constant(k=0.5))
    t, y = rights(result, "block.y")
    inside = np.abs(np.sin(np.pi * t) - 0.5) > 1e-6
    np.testing.assert_array_equal(y[inside], COMPARISONS[cls](np.sin(np.pi * t), 0.5)[inside])
    assert result.stats.state_events == 4
    for value in (0.4, 0.5, 0.6):
        result = drive(cls(), 0.1, u1=b.Constant(k=value), u2=b.Constant(k=0.5))
        assert bool(result["block.y"][-1]) == bool(COMPARISONS[cls](value, 0.5))


@pytest.mark.parametrize("cls", THRESHOLDS, ids=lambda c: c.__name__)
def test_thresholds(cls):
    for value in (-0.1, 0.0, 0.1):
        result = drive(cls(), 0.1, u=b.Constant(k=value))
        assert bool(result["block.y"][-1]) == bool(THRESHOLDS[cls](value, 0.0))
        result = drive(cls(threshold=3.0), 0.1, u=b.Constant(k=value + 3))
        assert bool(result["block.y"][-1]) == bool(THRESHOLDS[cls](value + 3, 3.0))


class Count(Component):
    """Counts how often its input becomes true, and when it did last."""

    u = BooleanInput()
    n = variable()

    def equations(self):
        yield when(self.u, self.n == pre(self.n) + 1)


def count(block, **inputs):
    """Return the instants at which the output of a block becomes true."""

    def equations(self: Any) -> Iterable[Any]:
        for name in inputs:
            yield getattr(self, f"s_{name}").y >> getattr(self.block, name)
        yield self.block.y >> self.count.u

    members = {f"s_{name}": source for name, source in inputs.items()}
    model = type("Counting", (Model,),
                 {**members, "block": block, "count": Count(), "equations": equations})  # fmt: skip
    result = simulate(model(), stop_time=3.0, tolerance=1e-10)
    jumps = np.flatnonzero(np.diff(result["count.n"]) > 0)
    assert set(np.diff(result["count.n"])) <= {0.0, 1.0}
    return result.time[jumps + 1]


def test_edges():
    np.testing.assert_allclose(count(b.Edge(), u=PULSES), [0.25, 1.25, 2.25], atol=1e-12)
    np.testing.assert_allclose(count(b.FallingEdge(), u=PULSES), [0.75, 1.75, 2.75], atol=1e-12)
    both = [0.25, 0.75, 1.25, 1.75, 2.25, 2.75]
    np.testing.assert_allclose(count(b.Change(), u=PULSES), both, atol=1e-12)
    zeros = count(b.ZeroCrossing(), u=b.Sine(f=0.5, phase=0.5), enable=b.BooleanConstant())
    np.testing.assert_allclose(zeros, [k - 0.5 / np.pi for k in (1, 2, 3)], atol=1e-9)
    half = b.BooleanStep(start_time=1.5)
    zeros = count(b.ZeroCrossing(), u=b.Sine(f=0.5, phase=0.5), enable=half)
    np.testing.assert_allclose(zeros, [k - 0.5 / np.pi for k in (2, 3)], atol=1e-9)


def test_pre_breaks_a_loop():
    class Latch(Model):
        trigger = b.BooleanPulse(period=1.0, width=10.0, start_time=0.5)
        either = b.Or()
        before = b.Pre()

        def equations(self):
            yield self.trigger.y >> self.either.u1
            yield self.before.y >> self.either.u2
            yield self.either.y >> self.before.u

    t, y = rights(simulate(Latch(), stop_time=2.0), "either.y")
    np.testing.assert_array_equal(y, t >= 0.5)


def test_switches():
    result = drive(b.Switch(), u1=b.Constant(k=3.0), u2=PULSES, u3=WAVE)
    expected = np.where(result["s_u2.y"], 3.0, result["s_u3.y"])
    np.testing.assert_allclose(result["block.y"], expected)
    result = drive(b.LogicalSwitch(), u1=b.BooleanConstant(k=False), u2=PULSES,
                   u3=b.BooleanConstant())  # fmt: skip
    np.testing.assert_array_equal(result["block.y"], ~result["s_u2.y"].astype(bool))


def test_hysteresis():
    result = drive(b.Hysteresis(u_low=-0.5, u_high=0.5), 4.0, u=WAVE)
    t, y = rights(result, "block.y")
    up, down = 1 / 6, 1 + 1 / 6
    phase = np.mod(t, 2.0)
    clear = np.minimum(np.abs(phase - up), np.abs(phase - down)) > 1e-9
    np.testing.assert_array_equal(y[clear], ((phase >= up) & (phase < down))[clear])
    assert result.stats.state_events == 4
    assert drive(b.Hysteresis(u_low=-1, u_high=1, pre_y_start=True), 0.1, u=WAVE)["block.y"][0]


def test_on_off_controller():
    block = b.OnOffController(bandwidth=1.0)
    t, y = rights(drive(block, 4.0, reference=b.Constant(k=0.0), u=WAVE), "block.y")
    on, off = 1 + 1 / 6, 2 + 1 / 6
    clear = np.min(np.abs(t[:, None] - np.array([on, off, on + 2])), axis=1) > 1e-9
    expected = ((t > on) & (t < off)) | (t > on + 2)
    np.testing.assert_array_equal(y[clear], expected[clear])


def test_triggered_trapezoid():
    block = b.TriggeredTrapezoid(amplitude=2.0, rising=0.25, falling=0.5, offset=1.0)
    t, y = rights(drive(block, u=b.BooleanPulse(period=1.5, width=50.0, start_time=0.25)),
                  "block.y")  # fmt: skip
    xs = [0, 0.25, 0.5, 1.0, 1.5, 1.75, 2.0, 2.5, 3.0]
    np.testing.assert_allclose(y, np.interp(t, xs, [1, 1, 3, 3, 1, 1, 3, 3, 1]), atol=1e-12)


def test_a_flank_is_broken_off():
    block = b.TriggeredTrapezoid(rising=1.0)
    source = b.BooleanTable(table=[0.25, 0.75, 1.0])
    t, y = rights(drive(block, u=source), "block.y")
    xs = [0, 0.25, 0.75, 1.0, 1.75, 3]
    np.testing.assert_allclose(y, np.interp(t, xs, [0, 0, 0.5, 0.25, 1, 1]), atol=1e-12)


def test_steep_trapezoid():
    t, y = rights(drive(b.TriggeredTrapezoid(), u=PULSES), "block.y")
    np.testing.assert_allclose(y, (t >= 0.25) & (np.mod(t - 0.25, 1.0) < 0.5))


def test_timer():
    t, y = rights(drive(b.Timer(), u=PULSES), "block.y")
    since = np.mod(t - 0.25 + 1e-12, 1.0)
    np.testing.assert_allclose(y, np.where((t >= 0.25) & (since < 0.5), since, 0.0), atol=1e-10)
    result = drive(b.Timer(), 1.0, u=b.BooleanConstant())
    np.testing.assert_allclose(result["block.y"], result.time)


def test_logical_delay():
    result = drive(b.LogicalDelay(delay_time=0.1), u=PULSES)
    t, y1 = rights(result, "block.y1")
    since = np.mod(t - 0.25 + 1e-12, 1.0)
    started = t >= 0.25
    np.testing.assert_array_equal(y1, started & (since < 0.6))
    y2 = rights(result, "block.y2")[1]
    np.testing.assert_array_equal(y2, started & (since >= 0.1) & (since < 0.5))


@pytest.mark.parametrize("start", [False, True])
def test_flip_flop(start):
    block = b.RSFlipFlop(Qini=start)
    sets, resets = b.BooleanTable(table=[0.5, 0.6, 2.0]), b.BooleanTable(table=[1.0, 1.1, 2.5])
    t, q = rights(drive(block, S=sets, R=resets), "block.Q")
    expected = ((t < 0.5) & start) | ((t >= 0.5) & (t < 1.0)) | ((t >= 2.0) & (t < 2.5))
    np.testing.assert_array_equal(q, expected)
