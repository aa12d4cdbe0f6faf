"""The outcomes of all runs of a study, as they come in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.studies.work.piece import FAILED, NOT_RUN, Piece

if TYPE_CHECKING:
    from drivetrain.studies.study import Study

__all__ = ["Tally"]


@dataclass(eq=False)
class Tally:
    """The outcomes of all runs.

    Attributes
    ----------
    values : float array, shape (columns, runs)
        NaN where an outcome did not occur.
    codes : uint8 array, shape (outcomes, runs)
        Why not, see :attr:`Piece.codes`.
    status : uint8 array, shape (runs,)
        See :data:`drivetrain.studies.work.piece.STATUS`.
    seconds : float32 array, shape (runs,)
        Time of each run, as the mean over its chunk.
    messages : dict of int to str
        Message of each run that failed or is suspect.
    trajectories : float array, shape (runs, points, variables), or None
        What is kept at the output points.
    """

    values: NDArray[np.float64]
    codes: NDArray[np.uint8]
    status: NDArray[np.uint8]
    seconds: NDArray[np.float32]
    messages: dict[int, str] = field(default_factory=dict)
    trajectories: NDArray[np.float64] | None = None
    over: int = 0
    failed: int = 0
    _texts: dict[str, str] = field(default_factory=dict)

    @classmethod
    def sized(
        cls, count: int, columns: int, outcomes: int, kept: tuple[int, int] | None = None
    ) -> Tally:
        """Return a tally without runs."""
        return cls(
            np.full((columns, count), np.nan),
            np.full((outcomes, count), 255, dtype=np.uint8),
            np.full(count, NOT_RUN, dtype=np.uint8),
            np.full(count, np.nan, dtype=np.float32),
            trajectories=None if kept is None else np.full((count, *kept), np.nan),
        )

    @classmethod
    def of(cls, study: Study) -> Tally:
        """Return a tally without runs for a study."""
        bound, settings = study.runner.bound(0), study.settings
        kept = (len(settings.grid), len(settings.keep)) if settings.keep else None
        return cls.sized(len(study), len(bound.columns), len(bound.slots), kept)

    def add(self, piece: Piece) -> None:
        """Take runs that are over."""
        runs = piece.runs
        before = self.status[runs]
        self.over += int(np.count_nonzero(before == NOT_RUN))
        self.failed += int(np.count_nonzero(piece.status == FAILED))
        self.failed -= int(np.count_nonzero(before == FAILED))
        self.values[:, runs] = piece.values.T
        self.codes[:, runs] = piece.codes.T
        self.status[runs] = piece.status
        self.seconds[runs] = piece.seconds / max(len(runs), 1)
        for run, text in piece.messages.items():
            self.messages[run] = self._texts.setdefault(text, text)
        if self.trajectories is not None and piece.trajectories is not None:
            self.trajectories[runs] = piece.trajectories

    def copy(self) -> Tally:
        """Return a tally that can be changed on its own."""
        kept: dict[str, Any] = {
            name: getattr(self, name).copy()
            for name in ("values", "codes", "status", "seconds", "messages")
        }
        return Tally(
            **kept, trajectories=None if self.trajectories is None else self.trajectories.copy(),
            over=self.over, failed=self.failed,
        )  # fmt: skip
