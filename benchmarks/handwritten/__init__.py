"""Programs written by hand for one problem each: the limit that a general tool is measured by."""

from __future__ import annotations

import ctypes
import subprocess
from functools import cache
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from benchmarks.chain import AMPLITUDE, C, ChainProblem, D
from benchmarks.environments import Unavailable, cache_folder

__all__ = ["FLAGS", "run_chain", "seconds_per_rate"]

FLAGS = ("-std=gnu11", "-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math")
"""How the programs are compiled: for this very processor."""

_DOUBLES = np.ctypeslib.ndpointer(np.float64, flags="C_CONTIGUOUS")
_INTEGERS = np.ctypeslib.ndpointer(np.int64, flags="C_CONTIGUOUS")


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
    source = Path(__file__).with_name("chain.c")
    target = cache_folder() / "chain.so"
    command = ["cc", *FLAGS, "-shared", "-fPIC", str(source), "-o", str(target), "-lm"]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise Unavailable("no C compiler (cc) is on the path") from error
    except subprocess.CalledProcessError as error:
        raise Unavailable(f"cc failed: {error.stderr.strip()[:200]}") from error
    library = ctypes.CDLL(str(target))
    double, integer = ctypes.c_double, ctypes.c_int64
    library.chain_run.argtypes = [
        integer, double, double, double, double, double, integer, _DOUBLES, _INTEGERS,
    ]  # fmt: skip
    return library
