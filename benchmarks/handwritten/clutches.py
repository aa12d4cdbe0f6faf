"""The loop for coupled clutches."""

from __future__ import annotations

import ctypes
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.handwritten.compilation import DOUBLES, INTEGERS, compiled

__all__ = ["CoupledRuns", "run_clutches"]

Floats = NDArray[np.float64]


class CoupledRuns(NamedTuple):
    """Parameters of runs of coupled clutches, one row for each run.

    Attributes
    ----------
    inertia : float array, shape (runs, 4)
        Moments of inertia in kg·m².
    force : float array, shape (runs, 3)
        Largest forces on the clutches in N.
    closing : float array, shape (runs, 2)
        Instants in s at which the second and the third clutch close.
    """

    inertia: Floats
    force: Floats
    closing: Floats

    def some(self, runs: slice) -> CoupledRuns:
        """Return some of the runs."""
        return CoupledRuns(*(np.ascontiguousarray(column[runs]) for column in self))


def run_clutches(
    runs: CoupledRuns, stop: float, tolerance: float, threads: int = 1
) -> tuple[Floats, NDArray[np.int64]]:
    """Make runs of coupled clutches with a loop in C that can do nothing else.

    Parameters
    ----------
    runs : CoupledRuns
        Their parameters.
    stop : float
        Stop time in s.
    tolerance : float
        Tolerance of angles and speeds, relative to one plus their size.
    threads : int
        Number of threads that share the runs evenly.

    Returns
    -------
    speeds : float array, shape (runs, 4)
        Final speeds in rad/s.
    counts : int array, shape (runs, 2)
        Numbers of steps and of events.

    Raises
    ------
    Unavailable
        If there is no C compiler.
    """
    library = _library()

    def make(portion: slice) -> tuple[Floats, NDArray[np.int64]]:
        inertia, force, closing = runs.some(portion)
        count = len(inertia)
        speeds, counts = np.empty((count, 4)), np.empty((count, 2), dtype=np.int64)
        library.clutches_run(count, inertia, force, closing, stop, tolerance, speeds, counts)
        return speeds, counts

    ends = np.linspace(0, len(runs.inertia), threads + 1).astype(int).tolist()
    with ThreadPoolExecutor(threads) as pool:
        made = list(pool.map(make, map(slice, ends, ends[1:])))
    speeds, counts = zip(*made, strict=True)
    return np.concatenate(speeds), np.concatenate(counts)


@cache
def _library() -> ctypes.CDLL:
    library = compiled("clutches")
    double, integer = ctypes.c_double, ctypes.c_int64
    library.clutches_run.argtypes = [
        integer, DOUBLES, DOUBLES, DOUBLES, double, double, DOUBLES, INTEGERS,
    ]  # fmt: skip
    return library
