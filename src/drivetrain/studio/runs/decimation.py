"""Which rows of a long run are drawn: extremes of every curve, and both sides of every event."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["drawn_rows"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def drawn_rows(time: Floats, columns: list[Floats], most: int) -> Ints:
    """Return the rows to draw, ascending; all of them if there are few enough.

    The rows are cut into equal pieces. Of each piece the first and the last row are kept, and those
    with the least and the greatest value of each curve. Both rows of an instant that occurs twice,
    an event, are kept in addition, unless there are so many that they would be most of the picture.

    Parameters
    ----------
    time : float array, shape (n,)
        Instants, never decreasing.
    columns : list of float array, shape (n,)
        The curves.
    most : int
        About how many rows are drawn at most.

    Examples
    --------
    >>> import numpy as np
    >>> time = np.linspace(0.0, 1.0, 100_001)
    >>> spike = np.where(time == 0.5, 1.0, 0.0)
    >>> rows = drawn_rows(time, [spike], 1000)
    >>> len(rows) < 1100, float(spike[rows].max())
    (True, 1.0)
    """
    n = len(time)
    if n <= most:
        return np.arange(n)
    pieces = max(1, most // (2 * len(columns) + 2))
    edges = np.linspace(0, n, pieces + 1).astype(np.int64)[:-1]
    kept = [edges, edges[1:] - 1, np.array([n - 1])]
    for values in columns:
        kept += [_places(values, edges, np.minimum), _places(values, edges, np.maximum)]
    kept.append(_events(time, most))
    return np.unique(np.concatenate(kept))


def _places(values: Floats, edges: Ints, extreme: np.ufunc) -> Ints:
    """Return the first row of each piece where a curve has its extreme value."""
    found = extreme.reduceat(values, edges)
    sizes = np.diff(np.append(edges, len(values)))
    rows = np.flatnonzero(values == np.repeat(found, sizes))
    piece = np.searchsorted(edges, rows, side="right")
    return rows[np.unique(piece, return_index=True)[1]]


def _events(time: Floats, most: int) -> Ints:
    left = np.flatnonzero(time[1:] == time[:-1])
    if len(left) > most:
        left = left[np.linspace(0, len(left) - 1, most).astype(np.int64)]
    return np.concatenate([left, left + 1])
