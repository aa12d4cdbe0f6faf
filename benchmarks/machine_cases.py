"""Models with events: clutches, an automatic gearbox, gears."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import exp, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

import drivetrain as dt
from benchmarks.comparison import Bar, Line, exponent, print_lines, skipping
from benchmarks.environments import Environment, Unavailable
from benchmarks.models import (
    BACKLASH,
    BearingTrain,
    BrakeTrain,
    ClutchStack,
    RigidTrain,
    StiffGearTrain,
)
from benchmarks.timing import Sample, alternate, repeat
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.examples.machines.eight_speed_automatic import EightSpeedAutomatic

__all__ = ["machine_bars", "stiff_bars"]

Floats = NDArray[np.float64]
_SUNDAE = Environment("sundae", ("numpy", "scikit-sundae", "numba"))
_SPEEDS = ("rotor.w", "shaft1.w", "shaft2.w", "load.w")
_TOLERANCES = (1e-4, 1e-5, 1e-6, 1e-7, 1e-8)
_FINER = (*_TOLERANCES, 1e-9, 1e-10)
_PATIENCE = 3.0
"""Time in s for repetitions, in which code that runs often gets optimised."""


def machine_bars(times: int) -> Iterator[Bar]:
    """Print the times of whole machines; yield what was promised.

    Parameters
    ----------
    times : int
        Repetitions.
    """
    lines = print_lines("machines with events, no peer", _machines(times), "clutches")
    clutches, _, train = lines
    if clutches.sample:
        value = 1e3 * clutches.sample.minimum
        yield Bar("CoupledClutches", "simulate, every 1 ms", 1.0, value, unit=" ms")
    if train.sample and train.setup:
        whole = train.sample.minimum + train.setup
        yield Bar("300 rigid gear pairs", "translate + simulate 1 s", 1.0, whole, unit=" s")
    sizes = [30, 300]
    stacks = [repeat(partial(dt.compile, ClutchStack(n=n)), 3).minimum for n in sizes]
    print(f"\nstack of 30 and of 300 clutches, translate: {stacks[0]:.2f} s, {stacks[1]:.2f} s")
    yield Bar("stack of clutches N = 30 → 300", "growth of translate", 1.1, exponent(sizes, stacks))
    yield _bearings()
    yield from _brakes()


def _bearings() -> Bar:
    """Print how long trains with friction in every bearing take to run; return their growth."""
    sizes, runs = [100, 1000], []
    for n in sizes:
        compiled = dt.compile(BearingTrain(n=n))
        runs.append(repeat(partial(compiled.simulate, stop_time=0.05, interval=0.01), 5).minimum)
    print(f"100 and 1000 discs with bearings, simulate 50 ms: {runs[0]:.3f} s, {runs[1]:.3f} s")
    return Bar(
        "discs with bearings N = 100 → 1000", "growth of simulate", 1.1, exponent(sizes, runs)
    )


def _brakes() -> Iterator[Bar]:
    """Print how long trains take whose brakes lock all at once; yield growth and time of an event.

    An event takes what the run takes longer than one in which the brakes stay open.
    """
    sizes, runs, events = [100, 1000], [], 0.0
    for n in sizes:
        compiled = dt.compile(BrakeTrain(n=n))
        run = partial(compiled.simulate, stop_time=0.5, interval=0.01)
        closing, open_ = (
            repeat(partial(run, parameters={"force": force}), 5).minimum for force in (1.0, 0.0)
        )
        stats = run().stats
        events = 1e3 * (closing - open_) / (stats.state_events + stats.time_events)
        runs.append(closing)
        print(f"{n} brakes that lock at once: {closing:.3f} s; open: {open_:.3f} s")
    yield Bar("brakes that lock at once N = 100 → 1000", "growth", 1.1, exponent(sizes, runs))
    yield Bar("1000 brakes that lock at once", "an event", 1.0, events, unit=" ms")


def _machines(times: int) -> Iterator[Line]:
    yield _machine("CoupledClutches, 1.5 s, every 1 ms", CoupledClutches(), times, 1.5, 1e-3)
    yield _machine(
        "EightSpeedAutomatic, 30 s, every 10 ms", EightSpeedAutomatic(), times, 30.0, 0.01
    )
    yield _machine("300 gear pairs, rigid, 1 s, every 2 ms", RigidTrain(), times, 1.0, 2e-3)


def _machine(who: str, model: dt.Model, times: int, stop: float, interval: float) -> Line:
    dt.compile(model)
    compiled = dt.compile(model)

    def simulate() -> dt.Result:
        return compiled.simulate(stop_time=stop, tolerance=1e-6, interval=interval)

    early = 1e3 * repeat(simulate, 2).minimum
    (sample,) = alternate([simulate], times, _PATIENCE)
    stats = simulate().stats
    events = stats.state_events + stats.time_events
    kernel = 1e3 * min(simulate().stats.simulate_time for _ in range(5))
    note = f"{stats.steps} steps, {events} events; in the kernel {kernel:.3f} ms; "
    note += f"before optimising pays {early:.2f} ms"
    return Line(who, sample, None, compiled.translate_time, note)


def stiff_bars(times: int, peers: bool) -> Iterator[Bar]:
    """Print the work and the precision on the stiff gear train; yield what was promised.

    Errors are those of four speeds at 501 points, against a run at 1e-12 by the explicit method.

    Parameters
    ----------
    times : int
        Repetitions.
    peers : bool
        Whether CVODE with equations by hand takes part.
    """
    compiled = dt.compile(StiffGearTrain())
    exact = _speeds(_run(compiled, 1e-12, "bs5"))
    title = "stiff gear train, 1 s, 4 speeds at 501 points"
    auto = print_lines(title, (_ours(compiled, exact, "auto", e, times) for e in _TOLERANCES))
    for solver in ("bs5", "rodas"):
        print_lines(
            f"{title}: {solver}",
            (_ours(compiled, exact, solver, e, times) for e in _TOLERANCES),
            "the first",
        )
    opinion = [
        skipping("cvode", partial(_ours, compiled, exact, "cvode", e, times)) for e in _TOLERANCES
    ]
    print_lines(f"{title}: second opinion, solver='cvode'", opinion, "the first")
    by_hand = []
    if peers:
        by_hand = print_lines(
            f"{title}: CVODE BDF, equations by hand, Numba",
            (skipping("CVODE", partial(_by_hand, exact, e, times)) for e in _FINER),
            "the first",
        )
    for name, lines in (("second opinion", opinion), ("by hand", by_hand)):
        value = _same_error(auto, lines)
        yield Bar("stiff gear train", f"CVODE {name} ÷ ours", 3.0, value, at_most=False)


def _run(compiled: dt.CompiledModel, tolerance: float, solver: Any) -> dt.Result:
    return compiled.simulate(stop_time=1.0, tolerance=tolerance, interval=2e-3, solver=solver)


def _speeds(result: dt.Result) -> Floats:
    time = np.arange(501) * 2e-3
    return np.column_stack([result.at(time, name) for name in _SPEEDS])


def _error(values: Floats, exact: Floats) -> float:
    return float((np.abs(values - exact).max(axis=0) / np.abs(exact).max(axis=0)).max())


def _ours(
    compiled: dt.CompiledModel, exact: Floats, solver: str, tolerance: float, times: int
) -> Line:
    try:
        result = _run(compiled, tolerance, solver)
    except dt.DrivetrainError as error:
        raise Unavailable(str(error).splitlines()[0][:120]) from error
    sample = repeat(lambda: _run(compiled, tolerance, solver), times)
    s = result.stats
    note = f"{s.steps} steps, {s.rhs_evaluations} evaluations, {s.state_events} events"
    return Line(
        f"{solver}, tolerance {tolerance:g}", sample, _error(_speeds(result), exact), note=note
    )


def _by_hand(exact: Floats, tolerance: float, times: int) -> Line:
    request = {
        "backlash": BACKLASH, "stop": 1.0, "points": 501, "tolerance": tolerance,
        "times": times, "patience": 3.0,
    }  # fmt: skip
    answer = _SUNDAE.ask("sundae_train", request, 120.0)
    error = _error(answer.values, exact)
    return Line(f"CVODE, tolerance {tolerance:g}", Sample(answer.seconds), error, answer.setup)


def _same_error(ours: Sequence[Line], theirs: Sequence[Line]) -> float | None:
    """Return the mean ratio of times at equal errors, where both reach them."""
    mine, other = _curve(ours), _curve(theirs)
    if len(mine) < 2 or len(other) < 2:
        return None
    low = max(mine[0][0], other[0][0])
    high = min(mine[-1][0], other[-1][0])
    if low >= high:
        return None
    errors = np.linspace(low, high, 20)
    return exp(float((_times(other, errors) - _times(mine, errors)).mean()))


def _times(curve: Sequence[tuple[float, float]], errors: Floats) -> Floats:
    known, seconds = np.array(curve).T
    return np.asarray(np.interp(errors, known, seconds))


def _curve(lines: Sequence[Line]) -> list[tuple[float, float]]:
    return sorted(
        (log(line.error), log(line.sample.minimum)) for line in lines if line.sample and line.error
    )
