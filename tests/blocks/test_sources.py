"""Sources against their formulas, and that time alone switches them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import blocks as b
from drivetrain import simulate
from drivetrain.modeling import (
    BooleanInput,
    Component,
    Model,
    constant,
    pre,
    sin,
    time,
    variable,
    when,
)
from tests.blocks.building import PRECISE, drive, lefts, rights, run

TIMED = [
    b.Step(start_time=0.3),
    b.Ramp(duration=0.4, start_time=0.3),
    b.Sine(f=1.0, start_time=0.3),
    b.Cosine(f=1.0, start_time=0.3),
    b.ExpSine(f=1.0, damping=1.0, start_time=0.3),
    b.Exponentials(rise_time=0.4),
    b.Pulse(period=0.3),
    b.SawTooth(period=0.3, start_time=0.1),
    b.Trapezoid(rising=0.1, width=0.1, falling=0.05, period=0.3),
    b.KinematicPTP(start_time=0.3),
    b.KinematicPTP2(start_time=0.3),
    b.Sinc(f=1.0, start_time=0.3),
    b.LogFrequencySweep(w_min=1.0, w_max=10.0, start_time=0.3, duration=1.0),
    b.ContinuousClock(start_time=0.3),
    b.BooleanStep(start_time=0.3),
    b.BooleanPulse(period=0.3, start_time=0.1),
    b.IntegerStep(start_time=0.3),
    b.SampleTrigger(period=0.3),
    b.BooleanTable(table=[0.3, 0.7]),
    b.IntegerTable(table=[[0.3, 1], [0.7, 2]]),
    b.TimeTable(table=[[0, 0], [0.3, 1], [0.3, 2], [1, 0]]),
]


@pytest.mark.parametrize("source", TIMED, ids=lambda s: type(s).__name__)
def test_time_alone_switches_sources(source):
    stats = run(source).stats
    assert stats.state_events == 0
    assert stats.time_events > 0


def test_left_limits_of_periodic_sources():
    t, y = lefts(run(b.SawTooth(period=0.3, amplitude=3.0)), "source.y")
    ends = np.abs(t / 0.3 - np.round(t / 0.3)) < 1e-9
    np.testing.assert_allclose(y[ends & (t > 0)], 3.0, atol=1e-9)


@pytest.mark.parametrize("continuous", [False, True])
def test_sinc(continuous):
    source = b.Sinc(amplitude=2.0, f=1.5, start_time=0.5, offset=1.0, continuous=continuous)
    t, y = rights(run(source), "source.y")
    before = 2.0 if continuous else 0.0
    expected = 1 + np.where(t < 0.5, before, 2 * np.sinc(3.0 * (t - 0.5)))
    np.testing.assert_allclose(y, expected, atol=1e-12)


def test_logarithmic_sweep():
    source = b.LogFrequencySweep(w_min=2.0, w_max=50.0, start_time=0.5, duration=2.0)
    t, y = rights(run(source), "source.y")
    np.testing.assert_allclose(y, 2.0 * 25.0 ** np.clip((t - 0.5) / 2.0, 0, 1), rtol=1e-13)


@pytest.mark.parametrize(
    ("cls", "wave"),
    [
        (b.SineVariableFrequencyAndAmplitude, np.sin),
        (b.CosineVariableFrequencyAndAmplitude, np.cos),
    ],
)
def test_waves_of_variable_frequency(cls, wave):
    ramp = b.Ramp(height=3.0, duration=3.0, offset=1.0)
    result = drive(cls(offset=0.5), amplitude=b.Constant(k=2.0), f=ramp)
    t = result.time
    expected = 0.5 + 2.0 * wave(2 * math.pi * (t + t**2 / 2))
    np.testing.assert_allclose(result["block.y"], expected, atol=1e-8)
    fixed = cls(use_constant_amplitude=True, constant_amplitude=3.0,
                use_constant_frequency=True, constant_frequency=0.5)  # fmt: skip
    result = run(fixed, **PRECISE)
    np.testing.assert_allclose(result["source.y"], 3 * wave(math.pi * result.time), atol=1e-9)


class Sampled(Model):
    """Signals from expressions."""

    real = b.RealExpression(expression=2.0 * sin(time * constant(3.0, "rad/s")))
    is_late = b.BooleanExpression()
    number = b.IntegerExpression(expression=3)

    def equations(self) -> Iterable[Any]:
        yield self.is_late.expression == (time > constant(0.5, "s"))


def test_expressions():
    result = simulate(Sampled(), stop_time=1.0)
    t, y = rights(result, "real.y")
    np.testing.assert_allclose(y, 2 * np.sin(3 * t), atol=1e-12)
    t, y = rights(result, "is_late.y")
    assert not y[t < 0.5].any()
    assert y[t > 0.5].all()
    assert set(result["number.y"]) == {3}


class Count(Component):
    """Counts how often its input becomes true."""

    u = BooleanInput()
    n = variable()

    def equations(self) -> Iterable[Any]:
        yield when(self.u, self.n == pre(self.n) + 1)


def test_clock():
    result = drive(Count(), 2.0, u=b.SampleTrigger(period=0.25, start_time=0.1))
    t, n = rights(result, "block.n")
    np.testing.assert_array_equal(n, np.floor((t - 0.1 + 1e-12) / 0.25) + 1)


def test_boolean_pulses():
    source = b.BooleanPulse(width=25.0, period=0.5, start_time=0.25)
    t, y = rights(run(source), "source.y")
    expected = (t >= 0.25) & (np.mod(t - 0.25 + 1e-9, 0.5) < 0.125)
    np.testing.assert_array_equal(y, expected)


def test_integer_sources():
    assert set(run(b.IntegerConstant(k=3))["source.y"]) == {3}
    t, y = rights(run(b.IntegerStep(height=3, offset=-1, start_time=0.5)), "source.y")
    np.testing.assert_array_equal(y, np.where(t < 0.5, -1, 2))


def motion(delta, v_max, a_max, t):
    """Return position, speed and acceleration of a fastest motion of one coordinate."""
    peak = min(v_max, math.sqrt(a_max * delta))
    faster = peak / a_max
    slower = delta / peak
    end = slower + faster
    s = np.where(
        t < faster,
        a_max * t**2 / 2,
        np.where(
            t < slower, peak * (t - faster / 2), delta - a_max * np.maximum(end - t, 0) ** 2 / 2
        ),
    )
    v = np.clip(np.minimum(a_max * t, a_max * (end - t)), 0, peak)
    a = np.where(t < faster, a_max, np.where(t < slower, 0, np.where(t < end, -a_max, 0)))
    return np.where(t < 0, 0, s), np.where(t < 0, 0, v), np.where(t < 0, 0, a), end


@pytest.mark.parametrize(("v_max", "a_max"), [(1.0, 2.0), (10.0, 2.0)])
def test_point_to_point_motion(v_max, a_max):
    source = b.KinematicPTP2(
        q_begin=[1.0], q_end=[-1.0], qd_max=[v_max], qdd_max=[a_max], start_time=0.25
    )
    result = run(source, 5.0)
    t, q = rights(result, "source.q[0]")
    s, v, a, end = motion(2.0, v_max, a_max, t - 0.25)
    near = np.min(np.abs(t[:, None] - 0.25 - np.array([0, v_max / a_max, end])), axis=1) < 1e-9
    np.testing.assert_allclose(q, 1 - s, atol=1e-10)
    np.testing.assert_allclose(rights(result, "source.qd[0]")[1], -v, atol=1e-10)
    qdd = rights(result, "source.qdd[0]")[1]
    np.testing.assert_allclose(qdd[~near], -a[~near], atol=1e-10)
    assert result["source.end_time"][0] == pytest.approx(0.25 + end, abs=1e-12)
    moving = rights(result, "source.moving[0]")[1]
    np.testing.assert_array_equal(moving[~near], (t < 0.25 + end)[~near])
    assert result["source.q[0]"][-1] == pytest.approx(-1.0, abs=1e-14)


def test_coordinates_move_together():
    source = b.KinematicPTP2(q_begin=[0.0, 1.0, 2.0], q_end=[1.0, -1.0, 2.0], qdd_max=[2.0])
    result = run(source, 4.0)
    s = result["source.q[0]"]
    np.testing.assert_allclose(result["source.q[1]"], 1 - 2 * s, atol=1e-12)
    np.testing.assert_allclose(result["source.q[2]"], 2.0)
    assert not result["source.moving[2]"].any()
    assert np.abs(result["source.qd[1]"]).max() == pytest.approx(1.0, abs=1e-12)


def test_no_motion_at_all():
    result = run(b.KinematicPTP2(q_begin=[3.0], q_end=[3.0]), 1.0)
    assert set(result["source.q[0]"]) == {3.0}
    assert set(result["source.qd[0]"]) == {0.0}
    assert set(result["source.qdd[0]"]) == {0.0}
    assert result["source.end_time"][0] == 0.0


def test_the_acceleration_of_a_motion_leads_to_its_end():
    class Moved(Model):
        source = b.KinematicPTP(deltaq=[2.0], qd_max=[1.0], qdd_max=[3.0], start_time=0.1)
        speed = b.Integrator()
        position = b.Integrator()

        def equations(self) -> Iterable[Any]:
            yield self.source.y[0] >> self.speed.u
            yield self.speed.y >> self.position.u

    result = simulate(Moved(), stop_time=4.0, **PRECISE)
    assert result["position.y"][-1] == pytest.approx(2.0, abs=1e-10)
    assert result["speed.y"].max() == pytest.approx(1.0, abs=1e-10)
    assert result["speed.y"][-1] == pytest.approx(0.0, abs=1e-10)


def test_the_position_of_a_motion_can_be_differentiated():
    class Moved(Model):
        source = b.KinematicPTP2(qd_max=[2.0], qdd_max=[3.0])
        rate = b.Der()

        def equations(self) -> Iterable[Any]:
            yield self.source.q[0] >> self.rate.u

    result = simulate(Moved(), stop_time=2.0, interval=0.01)
    np.testing.assert_allclose(result["rate.y"], result["source.qd[0]"], atol=1e-12)


def test_every_source_has_a_test_here():
    sources = {
        name for name in b.__all__
        if ".sources." in getattr(b, name).__module__
        and ".interfaces" not in getattr(b, name).__module__
    }  # fmt: skip
    elsewhere = {"Constant", "BooleanConstant", "IntegerConstant", "CombiTimeTable"}
    waves = {"SineVariableFrequencyAndAmplitude", "CosineVariableFrequencyAndAmplitude"}
    expressions = {"RealExpression", "BooleanExpression", "IntegerExpression"}
    tested = {type(s).__name__ for s in TIMED} | elsewhere | waves | expressions
    assert sources == tested
