"""What is known of some runs that are over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["DONE", "FAILED", "NOT_RUN", "STATUS", "SUSPECT", "Piece"]

NOT_RUN: Final = 0
DONE: Final = 1
SUSPECT: Final = 2
FAILED: Final = 3
STATUS: Final = ("not run", "done", "suspect", "failed")
"""Meaning of the codes: a suspect run was completed, but its check found something."""

_FAILED_RUN: Final = 255
"""Code of an outcome of a run that failed."""


@dataclass(eq=False)
class Piece:
    """The outcomes of some runs.

    Attributes
    ----------
    runs : int array, shape (n,)
        Indices of the runs in the study.
    values : float array, shape (n, columns)
        Outcomes; NaN where they did not occur.
    codes : uint8 array, shape (n, outcomes)
        0 where an outcome occurred, 255 where the run failed, else the number of the reason.
    status : uint8 array, shape (n,)
        See :data:`STATUS`.
    messages : dict of int to str
        Message of each run that failed or is suspect, by its index in the study.
    seconds : float
        Time that these runs took together, on all threads, s.
    trajectories : float array, shape (n, points, variables), or None
        What is kept at the output points.
    machine : dict
        Where they were made: versions, processor, process.
    size : int
        Bytes of the rows that they were reduced from; 0 if that is not known.
    """

    runs: NDArray[np.int64]
    values: NDArray[np.float64]
    codes: NDArray[np.uint8]
    status: NDArray[np.uint8]
    messages: dict[int, str] = field(default_factory=dict)
    seconds: float = 0.0
    trajectories: NDArray[np.float64] | None = None
    machine: dict[str, Any] = field(default_factory=dict)
    size: int = 0

    @classmethod
    def empty(
        cls, runs: NDArray[np.int64], columns: int, outcomes: int, kept: tuple[int, int] | None
    ) -> Piece:
        """Return the piece of runs that have failed without a message yet."""
        n = len(runs)
        return cls(
            np.asarray(runs, dtype=np.int64),
            np.full((n, columns), np.nan),
            np.full((n, outcomes), _FAILED_RUN, dtype=np.uint8),
            np.full(n, FAILED, dtype=np.uint8),
            trajectories=None if kept is None else np.full((n, *kept), np.nan),
        )

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(self.runs)

    def take(self, places: NDArray[Any]) -> Piece:
        """Return some of the runs, by their places in the piece."""
        runs = self.runs[places]
        known = set(runs.tolist())
        return Piece(
            runs,
            self.values[places],
            self.codes[places],
            self.status[places],
            {run: text for run, text in self.messages.items() if run in known},
            self.seconds * len(runs) / max(len(self), 1),
            None if self.trajectories is None else self.trajectories[places],
            self.machine,
        )

    @staticmethod
    def joined(first: Piece, second: Piece) -> Piece:
        """Return the runs of both."""
        kept = None
        if first.trajectories is not None and second.trajectories is not None:
            kept = np.concatenate([first.trajectories, second.trajectories])
        return Piece(
            np.concatenate([first.runs, second.runs]),
            np.concatenate([first.values, second.values]),
            np.concatenate([first.codes, second.codes]),
            np.concatenate([first.status, second.status]),
            first.messages | second.messages,
            first.seconds + second.seconds,
            kept,
            first.machine or second.machine,
        )
