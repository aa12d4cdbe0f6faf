"""Division of the runs of a study into chunks, by the time that runs were seen to take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Planner", "Task"]

Ints = NDArray[np.int64]

_SECONDS = 1.5
"""Work in a chunk; a lost worker costs about as much."""
_FIRST = 8
"""Runs in the first chunk for each worker, by which the time is measured."""
_GROWTH = 4
"""How much larger a chunk may be than the one before."""
_BYTES = 64e6
"""Memory for the rows of a chunk."""
_MOST = 50_000


@dataclass(frozen=True, eq=False)
class Task:
    """Runs to be made together.

    Attributes
    ----------
    variant : int
        Number of the compiled model.
    runs : int array
        Their indices in the study.
    deaths : int
        How often the process that made them alone has ended.
    """

    variant: int
    runs: Ints
    deaths: int = 0

    def halves(self) -> tuple[Task, Task]:
        """Return two tasks with half of the runs each."""
        half = len(self.runs) // 2
        return Task(self.variant, self.runs[:half]), Task(self.variant, self.runs[half:])


class Planner:
    """Gives out chunks of the runs that are left.

    Parameters
    ----------
    groups : sequence of (int, int array)
        Number of the compiled model and indices of the runs that are left.
    bytes_of_a_run : sequence of float
        Memory of the rows of one run, for each compiled model.
    workers : int
        How many chunks are worked on at a time; 1 if all processors share each.
    threads : int
        Number of threads that share a chunk.
    """

    def __init__(
        self,
        groups: Sequence[tuple[int, Ints]],
        bytes_of_a_run: Sequence[float],
        workers: int = 1,
        threads: int = 1,
    ) -> None:
        self._groups = [(variant, runs) for variant, runs in groups if len(runs)]
        self._bytes = list(bytes_of_a_run)
        self._workers, self._threads = workers, threads
        self._left = sum(len(runs) for _, runs in self._groups)
        self._place = 0
        self._size = _FIRST * threads
        self._seconds: float | None = None

    @property
    def left(self) -> int:
        """Number of runs that were not given out."""
        return self._left

    def next(self) -> Task | None:
        """Return the next chunk; None if there are no more."""
        while self._groups and self._place >= len(self._groups[0][1]):
            self._groups.pop(0)
            self._place = 0
        if not self._groups:
            return None
        variant, runs = self._groups[0]
        chosen = runs[self._place : self._place + self._next_size(variant)]
        self._place += len(chosen)
        self._left -= len(chosen)
        return Task(variant, chosen)

    def measured(self, task: Task, seconds: float, size: int) -> None:
        """Take the time and the memory of a chunk into account.

        Parameters
        ----------
        task : Task
            The chunk.
        seconds : float
            How long it took.
        size : int
            Bytes of its rows; 0 if that is not known.
        """
        runs = len(task.runs)
        if size:
            self._bytes[task.variant] = size / runs
        if runs:
            own = seconds / runs
            self._seconds = own if self._seconds is None else (self._seconds + own) / 2
            self._size = max(self._size, min(runs * _GROWTH, _MOST))

    def _next_size(self, variant: int) -> int:
        most = _BYTES / max(self._bytes[variant], 1)
        if self._seconds is not None:
            most = min(most, _SECONDS / max(self._seconds, 1e-9))
        if self._workers > 1:  # workers should finish together
            most = min(most, self._left / (2 * self._workers))
        return int(max(min(most, self._size), 1))
