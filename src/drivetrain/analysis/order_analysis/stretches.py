"""Stretches of a run in which a shaft turns in one direction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

__all__ = ["Stretch", "left_out", "rounding", "stretches_of"]

Floats = NDArray[np.float64]

_BITS = 8
"""Last bits of an angle that count as rounding."""
_BRIEF = 1e-3
"""Part of the mean speed at which steps may be too brief to tell whether the shaft turns."""


@dataclass(frozen=True, eq=False)
class Stretch:
    """A part of a run in which a shaft turns in one direction, without standing still.

    Attributes
    ----------
    direction : int
        +1 or -1.
    times : float array
        Increasing instants, s.
    angles : float array
        Angle at each of them, rad, times the direction: strictly increasing.
    """

    direction: int
    times: Floats
    angles: Floats


def rounding(angles: Floats) -> Floats:
    """Return the size of what is rounding in angles, rad."""
    return np.asarray(_BITS * np.spacing(np.maximum(np.abs(angles), 1.0)), dtype=np.float64)


def stretches_of(times: Floats, angles: Floats) -> list[Stretch]:
    """Return the stretches in which an angle grows or falls steadily, in the order of time.

    Around each instant at which the shaft stands still, turns back or is turned by a jump, the
    known points next to it are left out: between them the angle is not monotone, or may not be.

    Parameters
    ----------
    times : float array, shape (n,)
        Instants, s, never decreasing; one that occurs twice has two sides.
    angles : float array, shape (n,)
        Angle of the shaft, rad.
    """
    times, angles = _telling(times, angles)
    moves = _moves(times, angles)
    changes = np.flatnonzero(np.diff(moves)) + 1
    bounds = [0, *changes.tolist(), len(moves)]
    found = []
    for begin, end in pairwise(bounds):
        first = begin + (begin > 0)
        last = end - (end < len(moves))
        if first < last and moves[begin]:
            sign = int(moves[begin])
            part = slice(first, last + 1)
            found.append(Stretch(sign, times[part], sign * angles[part]))
    return found


def _telling(times: Floats, angles: Floats) -> tuple[Floats, Floats]:
    """Leave out points so soon after others that rounding hides how the angle changes."""
    if len(times) < 2 or not times[-1] > times[0]:
        return times[:1], angles[:1]
    speed = np.abs(np.diff(angles)).sum() / (times[-1] - times[0])
    noise = rounding(angles[1:])
    brief = _BRIEF * speed * np.diff(times) <= noise
    kept = np.append(True, ~(brief & (np.abs(np.diff(angles)) <= noise)))
    return times[kept], angles[kept]


def _moves(times: Floats, angles: Floats) -> NDArray[np.int64]:
    """Return the direction of each step; 0 where the shaft stands still or its angle jumps."""
    steps = np.diff(angles)
    moves = np.sign(steps).astype(np.int64)
    moves[(np.abs(steps) <= rounding(angles[1:])) | (np.diff(times) <= 0.0)] = 0
    return moves


def left_out(begin: float, end: float, used: Sequence[Floats]) -> tuple[tuple[float, float], ...]:
    """Return the spans of time between the stretches that are used.

    Parameters
    ----------
    begin, end : float
        The whole span, s.
    used : sequence of float array
        Begin and end of each stretch, in the order of time.
    """
    edges = [begin, *(edge for span in used for edge in span.tolist()), end]
    gaps = zip(edges[::2], edges[1::2], strict=True)
    return tuple((first, last) for first, last in gaps if last > first)
