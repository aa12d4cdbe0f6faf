"""The loop for the chain."""

from __future__ import annotations

import ctypes
from functools import cache
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from benchmarks.chain import AMPLITUDE, C, ChainProblem, D
from benchmarks.handwritten.compilation import DOUBLES, INTEGERS, compiled

__all__ = ["run_chain", "seconds_per_rate"]


def run_chain(problem: ChainProblem) -> NDArray[np.float64]:
    """Solve the chain with a loop in C that can do nothing else.

    Parameters
    ----------
    problem : ChainProblem
        What to solve.

    Returns
    -------
    float array, shape (points, 3 n - 1)
        Angles, speeds and torques.

    Raises
    ------
    Unavailable
        If there is no C compiler.
    """
    return _run(problem)[0]


def seconds_per_rate(problem: ChainProblem, times: int) -> float:
    """Return the time in s of one right-hand side with its share of everything else.

    Parameters
    ----------
    problem : ChainProblem
        What to solve.
    times : int
        Repetitions, of which the shortest counts.

    Raises
    ------
    Unavailable
        If there is no C compiler.
    """
    _run(problem)
    shortest = np.inf
    for _ in range(times):
        begin = perf_counter()
        counts = _run(problem)[1]
        shortest = min(shortest, (perf_counter() - begin) / int(counts[2]))
    return float(shortest)


def _run(problem: ChainProblem) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return values, and numbers of steps, rejected steps and right-hand sides."""
    values = np.empty((problem.points, 3 * problem.n - 1))
    counts = np.empty(3, dtype=np.int64)
    failed = _library().chain_run(
        problem.n, C, D, AMPLITUDE, problem.stop, problem.tolerance, problem.points, values, counts
    )
    if failed:
        raise MemoryError(f"no memory for a chain of {problem.n} inertias")
    return values, counts


@cache
def _library() -> ctypes.CDLL:
    library = compiled("chain")
    double, integer = ctypes.c_double, ctypes.c_int64
    library.chain_run.argtypes = [
        integer, double, double, double, double, double, integer, DOUBLES, INTEGERS,
    ]  # fmt: skip
    return library
