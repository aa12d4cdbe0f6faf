"""Fewer points of a curve that look the same: the extremes of equal parts of the time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["thinned"]

Floats = NDArray[np.float64]


def thinned(time: Floats, values: Floats, bins: int) -> NDArray[np.int64]:
    """Return the points of a curve to keep, ascending.

    These are the first and last point, the least and greatest of each part of the time, and both
    sides of events, unless these are more than the parts.

    Parameters
    ----------
    time, values : float array
        The points; an instant that occurs twice is an event.
    bins : int
        Number of parts.
    """
    part = np.minimum((bins * (time - time[0]) / (time[-1] - time[0])).astype(np.int64), bins - 1)
    order = np.lexsort((values, part))
    first = np.flatnonzero(np.diff(part[order], prepend=-1))
    last = np.append(first[1:], len(order)) - 1
    twice = np.flatnonzero(np.diff(time) == 0)
    events = np.concatenate([twice, twice + 1]) if len(twice) <= bins else twice[:0]
    ends = [0, len(time) - 1]
    return np.unique(np.concatenate([order[first], order[last], events, ends])).astype(np.int64)
