"""Shares change as little as they can: what is at its limit comes off it when the load turns.

On one shaft every brake that is not at its limit takes the same part of what is added, and gives
the same part back: between two extremes of the load the shares follow from those at the first one.
They depend neither on steps nor on what is recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import brentq
from tests.closed_forms.building import REST, build

import drivetrain as dt
from drivetrain.blocks import Add, Constant, ExpSine, Ramp, Sine, Step, TimeTable, Trapezoid
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Fixed,
    IdealGear,
    Inertia,
    LossyGear,
    OneWayClutch,
    Spring,
    Torque,
)

PRECISE = 1e-9
Shares = NDArray[np.float64]


def brake(limit: float, **more: Any) -> Brake:
    more.setdefault("f_normalized", 1.0)
    return Brake(fn_max=limit, mu_pos=[[0, 1.0]], **more)


def held(limits: Sequence[float], load: Any, **settings: Any) -> dt.Result:
    """Return the run of a shaft under load, held by brakes."""
    names = [f"brake{k}" for k in range(len(limits))]

    def equations(self: Any) -> Iterable[Any]:
        yield self.load.y >> self.torque.tau
        yield self.torque >> self.shaft
        for name in names:
            yield self.shaft >> getattr(self, name)

    brakes = {name: brake(limit) for name, limit in zip(names, limits, strict=True)}
    model = build(equations, load=load, torque=Torque(), shaft=Inertia(J=1.0, **REST), **brakes)
    return dt.simulate(model, **{"stop_time": 2.0, **settings})


def moved(shares: Shares, limits: Shares, load: float) -> Shares:
    """Return the shares after the load has changed to another one without turning round."""
    shares = shares.copy()
    added = load - float(shares.sum())
    sign = np.sign(added)
    while abs(added) > 1e-14:
        room = limits - sign * shares
        free = room > 1e-14
        part = min(abs(added) / free.sum(), room[free].min())
        shares[free] += sign * part
        added -= sign * part * free.sum()
    return shares


Extremes = Sequence[tuple[float, float]]
"""Instants at which a load turns round, and what it is there."""


def expected(result: dt.Result, limits: Sequence[float], extremes: Extremes) -> Shares:
    """Return the shares at all instants of a run."""
    most, load = np.array(limits), result["torque.tau"]
    turned = [(-np.inf, moved(np.zeros(len(most)), most, float(load[0])))]
    for instant, there in extremes:
        turned.append((instant, moved(turned[-1][1], most, there)))
    before = [next(s for t, s in reversed(turned) if t < instant) for instant in result.time]
    pairs = zip(before, load, strict=True)
    return np.array([moved(shares, most, float(now)) for shares, now in pairs])


def check(result: dt.Result, limits: Sequence[float], extremes: Extremes) -> None:
    found = np.stack([result[f"brake{k}.tau"] for k in range(len(limits))], axis=1)
    np.testing.assert_allclose(found, expected(result, limits, extremes), rtol=0, atol=PRECISE)
    assert not result["shaft.w"].any()


LIMITS = [[1.0, 2.0], [2.0, 1.0], [1.0, 1.5, 3.0], [1.0, 1.0, 3.0], [0.1, 0.2, 0.4, 5.0]]


@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize("part", [0.7, 0.95])
def test_a_load_that_swings(limits: list[float], part: float) -> None:
    most = part * sum(limits)
    result = held(limits, Sine(amplitude=most, f=1.0))
    check(result, limits, [(0.25, most), (0.75, -most), (1.25, most), (1.75, -most)])
    assert len(result.events) < 4 * 2 * len(limits)


@pytest.mark.parametrize(
    "settings",
    [{"interval": 0.3}, {"interval": 1e-3}, {"tolerance": 1e-3}, {"tolerance": 1e-11},
     {"solver": "rodas"}, {"solver": "bs5"}, {"solver": "cvode"}],
)  # fmt: skip
def test_neither_steps_nor_outputs_matter(settings: dict[str, Any]) -> None:
    limits = [1.0, 1.5, 3.0]
    load = ExpSine(amplitude=5.5, f=1.0, damping=0.2)
    instants = np.arctan2(2 * np.pi, 0.2) / (2 * np.pi) + np.arange(4) / 2
    peaks = 5.5 * np.exp(-0.2 * instants) * np.sin(2 * np.pi * instants)
    check(held(limits, load, **settings), limits, list(zip(instants, peaks, strict=True)))


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_neither_reaching_a_limit_nor_leaving_it_is_an_event(direction: float) -> None:
    """The brake at its limit holds on; its share falls from the instant at which the load does."""
    limits, most = [1.0, 2.0], direction * 2.8
    result = held(limits, Sine(amplitude=most, f=1.0), stop_time=0.4)
    assert result.stats.state_events == 0
    assert result["brake0.locked"].all()
    check(result, limits, [(0.25, most)])


def test_a_load_with_corners() -> None:
    limits = [1.0, 1.5, 3.0]
    load = Trapezoid(amplitude=5.0, rising=0.3, width=0.2, falling=0.4, period=1.0)
    check(held(limits, load), limits, [(0.5, 5.0), (1.0, 0.0), (1.5, 5.0)])


def test_a_load_from_a_table() -> None:
    limits = [1.0, 2.0]
    load = TimeTable(table=[[0, 0], [0.5, 2.9], [0.8, 2.1], [1.1, 2.6], [2, -2.9]])
    check(held(limits, load), limits, [(0.5, 2.9), (0.8, 2.1), (1.1, 2.6)])


@pytest.mark.parametrize("drop", [0.4, 1.6, 3.0, 5.5])
def test_a_load_that_drops_at_once(drop: float) -> None:
    """Both give back the same, as if the load had fallen gradually."""

    limits = np.array([1.0, 2.0])

    def equations(self: Any) -> Iterable[Any]:
        yield self.rise.y >> self.up.tau
        yield self.fall.y >> self.down.tau
        yield self.up >> self.shaft
        yield self.down >> self.shaft.flange_a
        yield self.shaft >> self.brake0
        yield self.shaft >> self.brake1

    model = build(
        equations, rise=Ramp(height=2.8, duration=1.0), fall=Step(height=-drop, start_time=1.5),
        up=Torque(), down=Torque(), shaft=Inertia(J=1.0, **REST),
        brake0=brake(1.0), brake1=brake(2.0),
    )  # fmt: skip
    result = dt.simulate(model, stop_time=2.0)
    found = [float(result[f"brake{k}.tau"][-1]) for k in range(2)]
    np.testing.assert_allclose(found, moved(np.array([1.0, 1.8]), limits, 2.8 - drop), atol=PRECISE)


@pytest.mark.parametrize(
    "grows", [Ramp(height=1.0, duration=0.5, start_time=1.2), Step(height=1.0, start_time=1.2)]
)
def test_a_brake_that_is_pressed_harder_takes_over_nothing(grows: Any) -> None:
    """Its limit leaves it behind: under the same load the shares stay as they are."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.load.y >> self.torque.tau
        yield self.torque >> self.shaft
        yield self.press.y >> self.sum.u1
        yield self.more.y >> self.sum.u2
        yield self.sum.y >> self.brake0.f_normalized
        yield self.shaft >> self.brake0
        yield self.shaft >> self.brake1

    model = build(
        equations, load=Ramp(height=2.8, duration=1.0), torque=Torque(), press=Constant(k=1.0),
        more=grows, sum=Add(), shaft=Inertia(J=1.0, **REST),
        brake0=Brake(fn_max=1.0, mu_pos=[[0, 1.0]]), brake1=brake(2.0),
    )  # fmt: skip
    result = dt.simulate(model, stop_time=2.0)
    late = result.time > 1.0
    np.testing.assert_allclose(result["brake0.tau"][late], 1.0, atol=PRECISE)
    np.testing.assert_allclose(result["brake1.tau"][late], 1.8, atol=PRECISE)


def test_a_freewheel_comes_off_its_limit() -> None:
    """It gives back from its largest torque at rest on, a ten-thousandth above that of sliding."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.load.y >> self.torque.tau
        yield self.torque >> self.shaft
        yield self.ground.flange >> self.wheel >> self.shaft.flange_b
        yield self.shaft >> self.strong

    model = build(
        equations, load=Sine(amplitude=2.8, f=0.5), torque=Torque(), shaft=Inertia(J=1.0, **REST),
        ground=Fixed(), strong=brake(2.0),
        wheel=OneWayClutch(fn_max=1.0, mu_pos=[[0, 1.0]], f_normalized=1.0),
    )  # fmt: skip
    result = dt.simulate(model, stop_time=1.0)
    falls = result.time > 0.5 + 1e-7
    share = 1.0001 - (2.8 - result["torque.tau"][falls]) / 2
    np.testing.assert_allclose(result["wheel.tau"][falls], share, atol=PRECISE)
    assert result.stats.state_events == 0


def test_levers_count() -> None:
    """Behind a gear of ratio 2 a brake gives back half the share, which is what it has taken."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.load.y >> self.torque.tau
        yield self.torque >> self.fast >> self.gear >> self.slow
        yield self.fast.flange_b >> self.near.flange_a
        yield self.slow >> self.far

    model = build(
        equations, load=Sine(amplitude=1.4, f=0.5), torque=Torque(), gear=IdealGear(ratio=2.0),
        fast=Inertia(J=1.0, **REST), slow=Inertia(J=1.0), near=brake(1.0), far=brake(5.0),
    )  # fmt: skip
    result = dt.simulate(model, stop_time=1.0)
    load, t = result["torque.tau"], result.time
    near = np.where(t <= 0.5, np.minimum(0.8 * load, 1.0), 1.0 - 0.8 * (1.4 - load))
    np.testing.assert_allclose(result["near.tau"], near, atol=PRECISE)
    np.testing.assert_allclose(result["far.tau"], 2.0 * (load - near), atol=PRECISE)


def test_a_load_that_swings_on_a_spring() -> None:
    """A disc on a spring loads the shaft: what turns round is the state of an oscillation."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.disc >> self.spring >> self.shaft
        yield self.shaft >> self.brake0
        yield self.shaft >> self.brake1

    model = build(
        equations, disc=Inertia(J=1.0, phi=dt.fixed(0.0), w=dt.fixed(2.8 / (2 * np.pi))),
        spring=Spring(c=4 * np.pi**2), shaft=Inertia(J=1.0, **REST),
        brake0=brake(1.0), brake1=brake(2.0),
    )  # fmt: skip
    result = dt.simulate(model, stop_time=2.0, tolerance=1e-10)
    load = 2.8 * np.sin(2 * np.pi * result.time)
    most = np.array([1.0, 2.0])
    shares, turned = np.zeros(2), 0.25
    for t, now, found in zip(result.time, load, result["brake0.tau"], strict=True):
        if t > turned:
            shares = moved(shares, most, 2.8 * np.sin(2 * np.pi * turned))
            turned += 0.5
        assert moved(shares, most, now)[0] == pytest.approx(found, abs=1e-7)
    assert len(result.events) < 12


@pytest.mark.parametrize("peak", [1.0, 1.2, 1.5])
@pytest.mark.parametrize("stop", [1.3, 2.0, 8.0, 50.0])
def test_a_brake_at_its_peak_holds_until_the_other_gives_way(peak: float, stop: float) -> None:
    """Brakes of 1 and 5 N·m under 6 N·m/s, the first with a peak at rest.

    They share alike up to its peak; then the first one bears that, until both together give way at
    5 N·m and the peak, in one step or in many.
    """
    run = held(
        [1.0, 5.0], Ramp(height=6.0 * stop, duration=stop), stop_time=stop,
        parameters={"brake0.peak": peak},
    )  # fmt: skip
    start = (peak + 5.0) / 6.0
    before = run.at(0.9, "brake0.tau"), run.at(0.9, "brake1.tau")
    assert before == (pytest.approx(peak), pytest.approx(5.4 - peak))
    assert run.stats.state_events <= 2
    for name in ("brake0", "brake1"):
        assert run.events.times(f"{name}.mode", after="forward") == pytest.approx([start])
    assert run.at(start + 0.1, "brake0.tau") == pytest.approx(1.0)


def test_a_bearing_at_its_peak_holds_until_the_gear_beside_it_gives_way() -> None:
    """A mass on a spring pulls at the wheel of a worm: both give way at one torque of the spring.

    The bearing bears its peak of 0.03 N·m by then. The gear passes 0.4 of the torque on, but for
    0.02 N·m of its own bearings.
    """
    cam, c, frequency = 0.02, 20.0, 2 * np.pi * 0.7

    def equations(self: Any) -> Iterable[Any]:
        yield self.shaft >> self.bearing >> self.worm >> self.wheel >> self.spring >> self.cam
        yield self.load.y >> self.torque.tau
        yield self.torque >> self.cam

    model = build(
        equations, shaft=Inertia(J=1e-3, **REST), wheel=Inertia(J=0.01),
        bearing=BearingFriction(tau_pos=[[0, 0.02]], peak=1.5),
        worm=LossyGear(ratio=30.0, loss_table=[[0, 0.6, 0.4, 0.02, 0.02]]),
        spring=Spring(c=c), cam=Inertia(J=cam, **REST), torque=Torque(),
        load=Sine(amplitude=6.0, f=0.7),
    )  # fmt: skip
    natural = np.sqrt(c / cam)
    amplitude = 6.0 / cam / (natural**2 - frequency**2)

    def twist(t: float) -> float:
        part = np.sin(frequency * t) - frequency / natural * np.sin(natural * t)
        return float(amplitude * part)

    start = brentq(lambda t: c * twist(t) - 30.0 * (0.03 / 0.4 + 0.02), 0.08, 0.12)
    for tolerance in (1e-4, 1e-6, 1e-8):
        for stop in (0.2, 1.0, 8.0):
            run = dt.simulate(model, stop_time=stop, tolerance=tolerance)
            found = run.events.times("bearing.mode", after="forward")[0]
            assert found == pytest.approx(start, abs=tolerance + 1e-7)
