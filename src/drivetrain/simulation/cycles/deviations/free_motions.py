"""Motions along a cycle that nothing resists: angles of free shafts, and their steady speeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.tangents import independent, without_effect

__all__ = ["FreeMotions"]

Floats = NDArray[np.float64]

_MOST_NUMBERS = 4_000_000
"""In the matrices that are examined."""
_MOST_NAMED = 3
_MOVED = 1e-6


@dataclass(frozen=True, eq=False)
class FreeMotions:
    """Directions in which a motion can be displaced without any force that leads back.

    Attributes
    ----------
    turning : float array, shape (n, n_turning)
        Those without any effect: angles of free shafts, and integrals that nothing reads.
    neutral : float array, shape (n, n_neutral)
        The same, and those whose only effect is of this kind: speeds of free shafts.
    names : tuple of str
        What each of the latter moves.
    """

    turning: Floats
    neutral: Floats
    names: tuple[str, ...]

    @classmethod
    def of(
        cls, samples: Floats, rows: Floats, jumps: Sequence[Floats], names: Sequence[str]
    ) -> FreeMotions:
        """Return those of a run.

        Parameters
        ----------
        samples : float array, shape (n_samples, n, n)
            State matrices along the run.
        rows : float array, shape (m, n)
            Slopes of conditions, and of whatever else must not be touched.
        jumps : sequence of float array, shape (n, n)
            Slopes of what events add to the states.
        names : sequence of str
            Names of the states.
        """
        n = len(names)
        step = max(len(samples) * n * n // _MOST_NUMBERS, 1)
        acting = [*samples[::step], *jumps]
        turning = without_effect([*acting, rows], n)
        inner = np.eye(n) - turning @ turning.T
        neutral = without_effect([*(inner @ one for one in acting), rows], n)
        speeds = independent(neutral - turning @ (turning.T @ neutral))
        told = [_in_words(column, names) for part in (turning, speeds) for column in _sparse(part)]
        return cls(turning, np.hstack([turning, speeds]), tuple(told))


def _sparse(columns: Floats) -> list[Floats]:
    """Return vectors that span the same space, each with as few entries as elimination leaves."""
    rows = columns.T.copy()
    for k in range(len(rows)):
        row, column = divmod(int(np.abs(rows[k:]).argmax()), rows.shape[1])
        rows[[k, k + row]] = rows[[k + row, k]]
        rows[k] /= rows[k, column]
        factors = rows[:, column].copy()
        factors[k] = 0.0
        rows -= np.outer(factors, rows[k])
    return list(rows)


def _in_words(column: Floats, names: Sequence[str]) -> str:
    moved = np.flatnonzero(np.abs(column) > _MOVED * np.abs(column).max()).tolist()
    shown = ", ".join(names[k] for k in moved[:_MOST_NAMED])
    more = len(moved) - _MOST_NAMED
    return f"{shown} and {more} more" if more > 0 else shown
