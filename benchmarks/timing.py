"""Timing a callable several times, here or in fresh processes."""

from __future__ import annotations

import gc
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

__all__ = ["Sample", "alternate", "in_fresh_processes", "repeat", "run_commands"]

_AT_LEAST = 1.0
"""Time in s for which turns go on: the shortest of few short ones is luck."""


@dataclass(frozen=True)
class Sample:
    """Wall times of one task.

    Parameters
    ----------
    seconds : tuple of float
        One time per repetition.
    """

    seconds: tuple[float, ...]

    @property
    def minimum(self) -> float:
        """Shortest time in s: what the task costs on an undisturbed machine."""
        return min(self.seconds)

    @property
    def median(self) -> float:
        """Time in s that half of the repetitions stayed below."""
        return statistics.median(self.seconds)


def repeat(task: Callable[[], Any], times: int) -> Sample:
    """Run a task several times in this process, without garbage collection in between.

    Parameters
    ----------
    task : callable
        What to time; run once before, so that nothing is timed that happens once only.
    times : int
        How many times.
    """
    task()
    gc.collect()
    gc.disable()
    try:
        return Sample(tuple(_timed(task) for _ in range(times)))
    finally:
        gc.enable()


def alternate(tasks: Sequence[Callable[[], Any]], times: int, patience: float) -> list[Sample]:
    """Time several tasks by turns, so that whatever disturbs the machine disturbs them all.

    Parameters
    ----------
    tasks : sequence of callable
        What to time; each is run once before.
    times : int
        How many turns; many more of short ones, for which there is time.
    patience : float
        Time in s after which no new turn begins; there is at least one.
    """
    for task in tasks:
        task()
    gc.collect()
    gc.disable()
    turns: list[list[float]] = []
    begin = perf_counter()
    try:
        passed = 0.0
        while not turns or (len(turns) < times and passed < patience) or passed < _AT_LEAST:
            turns.append([_timed(task) for task in tasks])
            passed = perf_counter() - begin
    finally:
        gc.enable()
    return [Sample(tuple(seconds)) for seconds in zip(*turns, strict=True)]


def in_fresh_processes(setup: str, statement: str, times: int) -> Sample:
    """Time a statement in processes of its own, which have run nothing but `setup`.

    Parameters
    ----------
    setup, statement : str
        Python code; only the second is timed.
    times : int
        How many processes.
    """
    code = (
        f"{setup}\nfrom time import perf_counter\nbegin = perf_counter()\n{statement}\n"
        "print(perf_counter() - begin)"
    )
    return Sample(tuple(float(_output(code).split()[-1]) for _ in range(times)))


def run_commands(arguments: list[str], times: int) -> Sample:
    """Time ``python -m drivetrain`` with arguments, from start to end of the process.

    Parameters
    ----------
    arguments : list of str
        As on the command line.
    times : int
        How many times.
    """
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "drivetrain", *arguments]
        return Sample(tuple(_timed(lambda: _run(command, folder)) for _ in range(times)))


def _timed(task: Callable[[], Any]) -> float:
    begin = perf_counter()
    task()
    return perf_counter() - begin


def _output(code: str) -> str:
    return _run([sys.executable, "-c", code], None)


def _run(command: list[str], folder: str | Path | None) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout
