"""What the language promises, seen in trajectories."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import event_times

from drivetrain import compile as compile_model
from drivetrain import simulate
from drivetrain.blocks import Pulse, SawTooth, Trapezoid
from drivetrain.modeling import (
    Component,
    Model,
    RealInput,
    RealOutput,
    boolean,
    constant,
    cos,
    der,
    edge,
    exp,
    fixed,
    initial,
    integer,
    motion,
    parameter,
    pre,
    reinit,
    sample,
    sin,
    time,
    variable,
    when,
    where,
)
from drivetrain.rotational import Accelerate, Inertia, Position, Speed
from drivetrain.simulation.verification.residuals import residuals

SECOND = constant(1.0, "s")


class Ball(Model):
    """A ball that bounces and loses speed."""

    g = parameter(9.81, unit="m/s2")
    e = parameter(0.7)
    h = variable("m", start=fixed(1.0))
    v = variable("m/s", start=fixed(0.0))
    bounces = integer(start=fixed(0))

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.h)
        yield der(self.v) == -self.g
        yield when(
            self.h <= 0,
            reinit(self.v, -self.e * pre(self.v)),
            self.bounces == pre(self.bounces) + 1,
        )


class Kicked(Model):
    """What jumps to a rate that nothing else asks for."""

    signal = variable("m")
    speed = variable("m/s", start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.signal == constant(1.5, "m/s3") * time**2 * SECOND
        yield der(self.speed) == constant(0.0, "m/s2")
        yield when(time > 0.5 * SECOND, reinit(self.speed, der(self.signal)))


def test_a_jump_to_a_rate_that_is_read_nowhere_else():
    assert simulate(Kicked(), stop_time=1.0).final["speed"] == pytest.approx(1.5, rel=1e-12)


def test_bouncing_ball():
    g, e = 9.81, 0.7
    fall = math.sqrt(2 / g)
    compiled = compile_model(Ball())
    r = compiled.simulate(stop_time=2.0)
    expected = fall + 2 * fall * np.concatenate([[0.0], np.cumsum(e ** np.arange(1, 7))])
    expected = expected[expected < 2.0]
    hits = r.time[1:][np.diff(r["bounces"]) > 0]
    np.testing.assert_allclose(hits, expected, rtol=1e-10)
    assert r["bounces"][-1] == len(expected)
    assert r["h"].min() >= -1e-12
    after = r["v"][1:][np.diff(r["bounces"]) > 0]
    np.testing.assert_allclose(after, g * fall * e ** np.arange(1, len(hits) + 1), rtol=1e-9)
    assert residuals(compiled, r).worst <= 1e-9


class Sampler(Model):
    """Counts ticks and holds the value of a wave."""

    ticks = integer(start=fixed(0))
    held = variable(start=fixed(0.0))
    x = variable(start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == cos(time / SECOND) / SECOND
        yield when(sample(0.25, 0.5), self.ticks == pre(self.ticks) + 1, self.held == pre(self.x))


def test_sampling():
    compiled = compile_model(Sampler())
    r = compiled.simulate(stop_time=2.0, tolerance=1e-9, interval=0.05)
    ticks = np.array([0.25, 0.75, 1.25, 1.75])
    np.testing.assert_array_equal(event_times(r), ticks)
    for k, t in enumerate(ticks):
        assert r.at(t, "ticks", side="left") == k
        assert r.at(t, "ticks") == k + 1
        assert r.at(t + 0.1, "held") == pytest.approx(math.sin(t), abs=1e-8)
    assert residuals(compiled, r).worst <= 1e-9


class Logic(Model):
    """Booleans, integers and edges of a wave."""

    wave = variable()
    high = boolean(start=fixed(False))
    low = boolean()
    either = boolean()
    level = integer()
    rises = integer(start=fixed(0))
    falls = integer(start=fixed(0))
    latched = boolean(start=fixed(False))

    def equations(self) -> Iterable[Any]:
        yield self.wave == sin(2 * math.pi * time / SECOND)
        yield self.high == (self.wave > 0.5)
        yield self.low == (self.wave < -0.5)
        yield self.either == (self.high | self.low)
        yield self.level == where(self.high, 1, where(self.low, -1, 0))
        yield self.rises == where(edge(self.high), pre(self.rises) + 1, pre(self.rises))
        yield when(~self.high, self.falls == pre(self.falls) + 1)
        yield self.latched == ((pre(self.latched) | self.low) & ~self.high)


def test_logic():
    compiled = compile_model(Logic())
    r = compiled.simulate(stop_time=1.5)
    twelfth = 1 / 12
    assert r.time[np.flatnonzero(np.diff(r["high"]))][0] == pytest.approx(twelfth, rel=1e-12)
    wave = r["wave"]
    clear = np.abs(np.abs(wave) - 0.5) > 1e-9
    np.testing.assert_array_equal(r["high"][clear], (wave > 0.5)[clear])
    np.testing.assert_array_equal(r["low"][clear], (wave < -0.5)[clear])
    np.testing.assert_array_equal(r["either"], r["high"] | r["low"])
    np.testing.assert_array_equal(r["level"], r["high"].astype(int) - r["low"])
    assert (r["rises"][-1], r["falls"][-1]) == (2, 2)
    assert r["rises"].dtype == np.int64
    latched = (r.time > 7 * twelfth + 1e-9) & (r.time < 13 * twelfth - 1e-9)
    np.testing.assert_array_equal(r["latched"][latched], True)
    assert not r["latched"][r.time < 7 * twelfth - 1e-9].any()
    assert residuals(compiled, r).worst <= 1e-9


class Pulses(Model):
    """Periodic sources."""

    pulse = Pulse(amplitude=2.0, width=30.0, period=0.4, start_time=0.1, offset=-1.0)
    saw = SawTooth(amplitude=3.0, period=0.25)
    trapezoid = Trapezoid(
        amplitude=1.0, rising=0.1, width=0.1, falling=0.2, period=0.5, start_time=0.05
    )


def test_periodic_sources():
    r = simulate(Pulses(), stop_time=2.0, interval=0.0301)
    inside = np.flatnonzero(r.rows[:, 1] == 0)
    t = r.time[inside]

    def phase(start: float, period: float) -> Any:
        return np.where(t < start, -1.0, np.mod(t - start, period))

    p = phase(0.1, 0.4)
    np.testing.assert_array_equal(r["pulse.y"][inside], np.where((p >= 0) & (p < 0.12), 1.0, -1.0))
    np.testing.assert_allclose(r["saw.y"][inside], 3.0 * phase(0.0, 0.25) / 0.25, atol=1e-12)
    p = phase(0.05, 0.5)
    shape = np.interp(p, [-1, 0, 0.1, 0.2, 0.4, 0.5], [0, 0, 1, 1, 0, 0])
    np.testing.assert_allclose(r["trapezoid.y"][inside], shape, atol=1e-12)
    starts = 0.1 + 0.4 * np.arange(5)
    assert set(np.round(starts, 9)) <= set(np.round(event_times(r), 9))


class Swing(Component):
    """A motion that carries its derivatives."""

    y = RealOutput("rad")

    def equations(self) -> Iterable[Any]:
        s = 2.0 * time / SECOND
        yield self.y == constant(1.0, "rad") * motion(sin(s), 2.0 * cos(s) / SECOND,
                                                      -4.0 * sin(s) / SECOND**2)  # fmt: skip


class Driven(Model):
    """An inertia that has to follow a prescribed motion."""

    swing = Swing()
    position = Position(exact=True)
    mass = Inertia(J=3.0)

    def equations(self) -> Iterable[Any]:
        yield self.swing.y >> self.position.phi_ref
        yield self.position >> self.mass


def test_prescribed_motion_gives_the_exact_torque():
    compiled = compile_model(Driven())
    r = compiled.simulate(stop_time=2.0)
    assert r.stats.states == 0
    np.testing.assert_allclose(r["mass.phi"], np.sin(2 * r.time), atol=1e-15)
    np.testing.assert_allclose(r["mass.w"], 2 * np.cos(2 * r.time), atol=1e-15)
    np.testing.assert_allclose(r["mass.flange_a.tau"], -12 * np.sin(2 * r.time), atol=1e-14)
    assert residuals(compiled, r).worst <= 1e-12


class Wave(Component):
    """Half of sin(2t)² in a given unit."""

    kind = parameter("rad", structural=True)
    y = RealOutput()

    def equations(self) -> Iterable[Any]:
        yield self.y == sin(2.0 * time / SECOND) ** 2 / 2


class Kinematic(Model):
    """Exact sources without a filter."""

    source = Speed(exact=True)
    mass = Inertia(J=2.0)
    faster = Accelerate(phi=fixed(0.0), w=fixed(0.5))
    other = Inertia(J=2.0)

    def equations(self) -> Iterable[Any]:
        wave = sin(2.0 * time / SECOND)
        yield self.source.w_ref == constant(1.0, "rad/s") * wave
        yield self.faster.a_ref == constant(1.0, "rad/s2") * wave
        yield self.source >> self.mass
        yield self.faster >> self.other


def test_exact_speed_and_acceleration():
    r = simulate(Kinematic(), stop_time=2.0, tolerance=1e-10)
    t = r.time
    np.testing.assert_allclose(r["mass.w"], np.sin(2 * t), atol=1e-14)
    np.testing.assert_allclose(r["mass.a"], 2 * np.cos(2 * t), atol=1e-14)
    np.testing.assert_allclose(r["mass.phi"], (1 - np.cos(2 * t)) / 2, atol=1e-9)
    np.testing.assert_allclose(r["mass.flange_a.tau"], 4 * np.cos(2 * t), atol=1e-13)
    np.testing.assert_allclose(r["other.a"], np.sin(2 * t), atol=1e-14)
    np.testing.assert_allclose(r["other.w"], 0.5 + (1 - np.cos(2 * t)) / 2, atol=1e-9)


class Loop(Model):
    """A nonlinear loop of two unknowns with two solutions, and one of one."""

    u = variable(start=1.0)
    v = variable(start=2.0)
    x = variable()

    def equations(self) -> Iterable[Any]:
        yield self.u**2 + self.v**2 == 5 + time / SECOND
        yield self.u * self.v == 2
        yield self.x + exp(self.x) == time / SECOND


@pytest.mark.parametrize(("u0", "v0"), [(1.0, 2.0), (2.0, 1.0), (-1.0, -2.0)])
def test_nonlinear_loops_start_from_the_guess(u0: float, v0: float):
    compiled = compile_model(Loop())
    r = compiled.simulate(stop_time=1.0, parameters={"u.start": u0, "v.start": v0})
    t, u, v, x = r.time, r["u"], r["v"], r["x"]
    np.testing.assert_allclose(u**2 + v**2, 5 + t, rtol=1e-13)
    np.testing.assert_allclose(u * v, 2, rtol=1e-13)
    np.testing.assert_allclose(x + np.exp(x), t, atol=1e-13)
    assert (u[0], v[0]) == pytest.approx((u0, v0))
    assert np.abs(np.diff(u)).max() < 0.01
    assert residuals(compiled, r).worst <= 1e-12


class Start(Model):
    """`initial()` and start values of discrete quantities."""

    began = boolean(start=fixed(False))
    count = integer(start=fixed(7))
    x = variable(start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield when(initial(), self.began == (time >= constant(0.0, "s")), self.count == 8)
        yield der(self.x) == 1 / SECOND


def test_initial():
    r = simulate(Start(), stop_time=1.0)
    assert r["began"].all()
    assert set(r["count"].tolist()) == {8}


class Passing(Component):
    """Hands a signal on."""

    u = RealInput()
    y = RealOutput()

    def equations(self) -> Iterable[Any]:
        yield self.y == self.u


class Chain(Model):
    """A long line of signals."""

    first = Wave()
    link = Passing.array(50)

    def equations(self) -> Iterable[Any]:
        yield self.first.y >> self.link[0].u
        for k in range(49):
            yield self.link[k].y >> self.link[k + 1].u


def test_chain_of_signals():
    r = simulate(Chain(), stop_time=1.0)
    np.testing.assert_array_equal(r["link[49].y"], r["first.y"])
