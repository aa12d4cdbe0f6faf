"""Runs by the thousand: ours, and by a loop in C."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

import drivetrain as dt
from benchmarks.comparison import Bar
from benchmarks.environments import Unavailable
from benchmarks.handwritten import CoupledRuns, run_clutches
from benchmarks.timing import alternate
from drivetrain.examples.coupled_clutches import CoupledClutches

__all__ = ["ensemble_bars"]

Floats = NDArray[np.float64]

_STOP = 1.5
_TOLERANCE = 1e-6
_FINE = 1e-11
"""Tolerance of the runs that others are compared with."""
_COMPARED = 1000
"""Number of runs whose errors are determined."""
_FINER = (3e-7, 1e-7, 3e-8, 1e-8, 3e-9, 1e-9)
_TURNS, _PATIENCE = 5, 60.0
_CASE = "ensemble of clutches"
_THREADS = (1, 2)


def ensemble_bars(count: int) -> Iterator[Bar]:
    """Print how many coupled clutches run in a second; yield what was promised.

    Ours keep the start, every event and the end of each run, with all variables; the loop in C
    keeps the final speeds.

    Parameters
    ----------
    count : int
        Number of runs, each with random inertias, friction forces and instants of closing.
    """
    compiled = dt.compile(CoupledClutches())
    runs = _random_runs(count)
    made: dict[int, dt.Ensemble] = {}

    def ours(threads: int) -> None:
        made[threads] = _ensemble(compiled, runs, _TOLERANCE, threads)

    print(f"\n{count} × CoupledClutches, 1.5 s, 1e-6, random parameters, ends and events kept")
    by_hand = _loops(compiled, runs)
    tasks: list[Callable[[], Any]] = [partial(ours, threads) for threads in _THREADS]
    samples = alternate([*tasks, *by_hand.values()], _TURNS, _PATIENCE)
    rates = [count / sample.minimum for sample in samples]
    failed = len(made[1].failed)
    for who, rate in zip(["1 thread", "2 threads", *by_hand], rates, strict=True):
        print(f"  {who:<58} {rate:8.0f} runs/s")
    same = np.array_equal(_speeds(made[1]), _speeds(made[2]))
    print(f"  {failed} failed; with 1 and 2 threads: {'the same bits' if same else 'DIFFERENT'}")
    yield Bar(_CASE, "runs/s, one core", 12000.0, rates[0], at_most=False)
    yield Bar(_CASE, "2 threads ÷ 1", 1.8, rates[1] / rates[0], at_most=False)
    loop = rates[2] if by_hand else None
    yield Bar(_CASE, "runs/s ÷ those of the C loop", 0.4, loop and rates[0] / loop, at_most=False)


def _random_runs(count: int) -> CoupledRuns:
    draw = np.random.default_rng(1).uniform
    inertia = np.column_stack([draw(0.5, 2.0, count) for _ in range(4)])
    force = np.column_stack([draw(10.0, 30.0, count) for _ in range(3)])
    return CoupledRuns(
        inertia, force, np.column_stack([draw(0.3, 0.5, count), draw(0.8, 1.0, count)])
    )


def _ensemble(
    compiled: dt.CompiledModel, runs: CoupledRuns, tolerance: float, threads: int
) -> dt.Ensemble:
    parameters = {
        **{f"J{k}.J": column for k, column in enumerate(runs.inertia.T, 1)},
        **{f"clutch{k}.fn_max": column for k, column in enumerate(runs.force.T, 1)},
        **{f"step{k}.start_time": column for k, column in enumerate(runs.closing.T, 1)},
    }
    return compiled.ensemble(parameters, stop_time=_STOP, tolerance=tolerance, threads=threads)


def _speeds(runs: dt.Ensemble) -> Floats:
    return np.column_stack([runs.final(f"J{k}.w") for k in (1, 2, 3, 4)])


def _loops(compiled: dt.CompiledModel, runs: CoupledRuns) -> dict[str, Callable[[], Any]]:
    """Return the loop in C at our tolerance, on two threads, and at our error.

    The errors of the first runs are printed, and whether all their events are found.
    """
    some = runs.some(slice(_COMPARED))
    fine, own = (_ensemble(compiled, some, e, 1) for e in (_FINE, _TOLERANCE))
    exact, events = _speeds(fine), _events(fine)
    error, other = _error(_speeds(own), exact), int((_events(own) != events).sum())
    print(f"  error of ours: {error:.1e}, median of the runs; {_others(other, len(events))}")
    try:
        equal = _as_exact(some, exact, error, events)
    except Unavailable as reason:
        print(f"  loop in C skipped: {reason}")
        return {}
    loop = partial(run_clutches, runs, _STOP)
    return {
        "C loop, written by hand, final speeds only": partial(loop, _TOLERANCE),
        "C loop, 2 threads": partial(loop, _TOLERANCE, 2),
        f"C loop, tolerance {equal:g}, as exact as we": partial(loop, equal),
    }


def _events(runs: dt.Ensemble) -> NDArray[np.int64]:
    return np.array([len(runs.events(k)) for k in range(len(runs))])


def _others(other: int, count: int) -> str:
    return f"{other} of {count} runs with other events than at {_FINE:g}"


def _as_exact(some: CoupledRuns, exact: Floats, error: float, events: NDArray[np.int64]) -> float:
    """Return the largest tolerance at which the error of the loop in C is at most this."""
    for tolerance in (_TOLERANCE, *_FINER):
        speeds, counts = run_clutches(some, _STOP, tolerance)
        other = int((counts[:, 1] != events).sum())
        print(
            f"  error of the C loop at {tolerance:g}: {_error(speeds, exact):.1e}, "
            f"{counts[:, 0].mean():.0f} steps; {_others(other, len(events))}"
        )
        if _error(speeds, exact) <= error:
            return tolerance
    return _FINER[-1]


def _error(speeds: Floats, exact: Floats) -> float:
    """Return the median over the runs of the largest error of a final speed in rad/s."""
    return float(np.median(np.abs(speeds - exact).max(axis=1)))
