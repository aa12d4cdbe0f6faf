"""Runs that begin anywhere within a periodic signal, against exact arithmetic.

All times are decimal strings: as fractions they say exactly what is meant, as floating-point
numbers what the sources get.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from drivetrain import blocks as b
from drivetrain import compile as translate
from drivetrain import simulate
from drivetrain.modeling import (
    BooleanInput,
    Component,
    Model,
    parameter,
    pre,
    time,
    variable,
    when,
    where,
)
from tests.blocks.building import drive

PERIODS = ["0.1", "0.3", "0.7", "1e-3", "7", "0.017"]
FIRST_TICKS = ["0", "0.1", "-0.7", "-1000.3", "12.34"]
TICKS = ["0", "1", "3", "6", "7", "23", "1001", "10003", "1000003"]
ASIDE = ["0", "1e-3", "-1e-3", "1e-6", "-1e-6", "0.5", "-0.4"]
"""Where a run begins, in periods after or before the tick."""


class Ticks(Component):
    """Counts the ticks of a clock from the beginning of the run."""

    u = BooleanInput()
    n = variable()

    def equations(self) -> Iterable[Any]:
        yield when(self.u, self.n == pre(self.n) + 1)


class Trains(Model):
    """Every periodic source."""

    pulse = b.Pulse(period=1.0, width=40)
    saw = b.SawTooth(period=1.0)
    trapezoid = b.Trapezoid(period=1.0)
    switch = b.BooleanPulse(period=1.0, width=40)
    clock = b.SampleTrigger(period=1.0)
    ticks = Ticks()

    def equations(self) -> Iterable[Any]:
        yield self.clock.y >> self.ticks.u


COMPILED = translate(Trains())
SOURCES = ("pulse", "saw", "trapezoid", "switch", "clock")


def parameters(period: str, first: str) -> dict[str, float]:
    """Return the parameters of all sources: a quarter up, a quarter high, a quarter down."""
    flanks = dict.fromkeys(
        [f"trapezoid.{name}" for name in ("rising", "width", "falling")], float(period) / 4
    )
    clocks = {f"{source}.period": float(period) for source in SOURCES}
    begins = {f"{source}.start_time": float(first) for source in SOURCES}
    return flanks | clocks | begins


def cases() -> Iterable[tuple[str, str, Fraction]]:
    """Yield periods, first ticks and where runs begin."""
    for period, first, tick in itertools.product(PERIODS, FIRST_TICKS, TICKS):
        for aside in ASIDE[: 7 if tick in ("3", "7", "1000003") else 2]:
            begin = Fraction(first) + Fraction(period) * (Fraction(tick) + Fraction(aside))
            yield period, first, begin


def truth(periods: Fraction) -> dict[str, float]:
    """Return the signals some periods after the first tick."""
    if periods < 0:
        return {"pulse.y": 0.0, "saw.y": 0.0, "trapezoid.y": 0.0, "switch.y": 0.0}
    phase = float(periods % 1)
    return {
        "pulse.y": float(phase < 0.4),
        "saw.y": phase,
        "trapezoid.y": float(np.interp(phase, [0, 0.25, 0.5, 0.75, 1], [0, 1, 1, 0, 0])),
        "switch.y": float(phase < 0.4),
    }


def faults(period: str, first: str, begin: Fraction) -> list[str]:
    """Return what differs from the truth in a run over two and a half periods."""
    exact, start = Fraction(period), float(begin)
    run = COMPILED.simulate(
        start_time=start,
        stop_time=float(begin + Fraction("2.45") * exact),
        interval=float(exact / 10),
        parameters=parameters(period, first),
    )
    found = []
    for part in ("0.013", "0.27", "0.52", "0.77", "0.97", "1.07", "1.49", "2.2", "2.43"):
        t = begin + Fraction(part) * exact
        periods = (t - Fraction(first)) / exact
        close = 1e-9 + 50 * np.spacing(max(abs(float(t)), abs(float(first)))) / float(exact)
        for name, value in truth(periods).items():
            if abs(float(run.at(float(t), name)) - value) > 4 * close:
                found.append(f"{name} {part} periods after the start")
        if periods >= 0 and run.at(float(t), "pulse.count") != periods // 1:
            found.append(f"count {part} periods after the start")
    before = max(-((Fraction(first) - begin) // exact) - 1, -1)
    ticks = max((begin + Fraction("2.45") * exact - Fraction(first)) // exact - before, 0)
    if run["ticks.n"][-1] != ticks:
        found.append(f"{run['ticks.n'][-1]} ticks, not {ticks}")
    return found


@pytest.mark.slow
def test_runs_may_begin_anywhere_in_a_period() -> None:
    wrong = {case: found for case in cases() if (found := faults(*case))}
    assert not wrong, f"{len(wrong)} of {len(list(cases()))}: {list(wrong.items())[:10]}"


NEAR_ZERO = [
    (period, first, begin)
    for period, first, begin in itertools.product(
        ["0.1", "0.3", "0.7", "1e-3", "0.017"],
        ["-0.051", "-0.7", "-12.34", "-700.7", "-1000.3"],
        ["0", "0.01", "0.1", "0.2"],
    )
    if (Fraction(begin) - Fraction(first)) % Fraction(period) == 0
]


@pytest.mark.parametrize(("period", "first", "begin"), NEAR_ZERO)
def test_ticks_near_the_instant_zero(period: str, first: str, begin: str) -> None:
    """The first tick lies far back, so that ticks near zero are rounded by more than their size."""
    assert not faults(period, first, Fraction(begin))


class Tables(Model):
    """Every table in time that repeats, with a jump at the ends of its period of 0.4 s."""

    line = b.CombiTimeTable(table=[[0, 0], [4, 1]], extrapolation="periodic", time_scale=0.1)
    steps = b.CombiTimeTable(
        table=[[0, 0], [1, 1], [4, 0]],
        extrapolation="periodic",
        smoothness="constant_segments",
        time_scale=0.1,
    )
    numbers = b.IntegerTable(table=[[0.0, 0], [0.1, 1], [0.4, 0]], extrapolation="periodic")
    flags = b.BooleanTable(table=[0.1, 0.3, 0.5], extrapolation="periodic")


TABLES = ("line", "steps", "numbers", "flags")


@pytest.mark.parametrize("shift", ["0", "0.1", "-0.7", "-1000.3", "12.34"])
def test_runs_may_begin_anywhere_in_the_period_of_a_table(shift: str) -> None:
    compiled = translate(Tables())
    values: dict[str, Any] = {f"{name}.start_time": -1e4 for name in TABLES}
    values |= {f"{name}.shift_time": float(shift) for name in TABLES}
    wrong = []
    for tick, aside in itertools.product(TICKS, ASIDE):
        begin = Fraction(shift) + Fraction(tick) / 10 + Fraction(aside) / 10
        settings = {"start_time": float(begin), "stop_time": float(begin + Fraction("0.9"))}
        run = compiled.simulate(**settings, interval=0.05, parameters=values)
        for part in ("0.0013", "0.027", "0.052", "0.077", "0.17", "0.345", "0.445", "0.82"):
            t = begin + Fraction(part)
            x = (t - Fraction(shift)) * 10
            for name, value in truth_of_tables(x).items():
                if abs(float(run.at(float(t), name)) - value) > 1e-6:
                    wrong.append((name, tick, aside, part))
    assert not wrong


def truth_of_tables(x: Fraction) -> dict[str, float]:
    """Return the signals of :class:`Tables` at an instant in their unit."""
    place = float(x % 4)
    return {
        "line.y[0]": place / 4,
        "steps.y[0]": float(place >= 1),
        "numbers.y": float(place >= 1),
        "flags.y": float((x - 1) % 4 < 2),
    }


GRIDS = [("1e5", "0.3", "1e-3"), ("1e7", "0.3", "0.1"), ("-1e5", "2.1", "0.003")]


@pytest.mark.parametrize(("begin", "span", "interval"), GRIDS)
def test_output_points_end_with_the_run(begin: str, span: str, interval: str) -> None:
    """A run far from the instant 0, whose ends are rounded, has no point more than it should."""
    end = float(Fraction(begin) + Fraction(span))
    run = simulate(Quiet(), start_time=float(begin), stop_time=end, interval=float(interval))
    assert len(run.time) == Fraction(span) / Fraction(interval) + 1
    assert run.time[-1] == end
    assert np.diff(run.time).min() > 0.9 * float(interval)


class Quiet(Model):
    """A sine and no events."""

    sine = b.Sine(f=1.0, start_time=-1e8)


@pytest.mark.parametrize("period", ["0.1", "0.3", "0.017"])
def test_pulses_as_wide_as_their_period_have_no_gaps(period: str) -> None:
    result = drive(Ticks(), 20.0, u=b.BooleanPulse(period=float(period), width=100, start_time=0.1))
    assert result["block.n"][-1] == 1
    pulse = drive(b.Gain(k=1.0), 20.0, u=b.Pulse(period=float(period), width=100, start_time=0.1))
    assert pulse["s_u.y"][pulse.time > 0.1].min() == 1


@pytest.mark.parametrize("begin", ["0", "0.3", "-4.1", "1e5"])
def test_a_timer_that_begins_true_counts_from_the_start_of_the_run(begin: str) -> None:
    start = float(begin)
    settings = {"start_time": start, "interval": 0.25}
    result = drive(b.Timer(), start + 1.0, u=b.BooleanConstant(k=True), **settings)
    np.testing.assert_allclose(result["block.y"], result.time - start, rtol=0, atol=1e-10)
    step = b.BooleanStep(start_time=start + 0.25)
    result = drive(b.Timer(), start + 1.0, u=step, **settings)
    later = np.maximum(result.time - (start + 0.25), 0.0)
    np.testing.assert_allclose(result["block.y"], later, rtol=0, atol=1e-10)
    falling = b.BooleanStep(start_time=start + 0.25, start_value=True)
    result = drive(b.Timer(), start + 1.0, u=falling, **settings)
    assert result["block.y"].max() == pytest.approx(0.25, abs=1e-10)
    assert result["block.y"][-1] == 0


@pytest.mark.parametrize("value", [False, True])
@pytest.mark.parametrize("start", [0.0, 0.3, -4.1])
def test_what_a_switch_was_before_the_run(start: float, value: bool) -> None:
    switch = b.BooleanStep(start_time=start + 0.25, start_value=value)
    settings = {"start_time": start, "interval": 0.05}
    result = drive(b.LogicalDelay(delay_time=0.1), start + 0.5, u=switch, **settings)
    early = result.time < start + 0.2
    assert set(result["block.y1"][early]) == set(result["block.y2"][early]) == {value}
    flank = b.TriggeredTrapezoid(rising=0.1, amplitude=3.0, offset=1.0)
    result = drive(flank, start + 0.5, u=switch, **settings)
    assert set(result["block.y"][result.time < start + 0.2]) == {4.0 if value else 1.0}
    assert result["block.y"][-1] == (1.0 if value else 4.0)


class BesideTicks(Model):
    """Trapezoids with vertical flanks, and an event just before one of them begins."""

    aside = parameter(unit="s")
    signal = b.Trapezoid(period=1.0)
    flag = variable()

    def equations(self) -> Iterable[Any]:
        yield self.flag == where(time < self.aside, 0, 1)


@pytest.mark.parametrize("number", [1, 2, 3, 8])
@pytest.mark.parametrize("steps", [1, 4])
def test_an_event_just_before_a_vertical_flank_does_not_divide_by_it(
    number: int, steps: int
) -> None:
    aside = float(number)
    for _ in range(steps):
        aside = np.nextafter(aside, 0.0)
    result = simulate(BesideTicks(aside=aside), stop_time=10)
    assert set(result["signal.y"]) == {0.0, 1.0}
