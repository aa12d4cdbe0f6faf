"""Curves as one binary message: exact times, values as precise as a screen.

A message begins with the length of its header as a 32-bit number. The header is JSON, filled up
with blanks to a multiple of eight bytes; the times follow as float64, then each curve as float32.
All numbers are little-endian.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.simulation.results.result import Result
from drivetrain.studio.runs.decimation import drawn_rows

__all__ = ["MOST_POINTS", "curves_message", "packed"]

MOST_POINTS = 20_000
"""Points of a curve that are drawn as they are; longer ones are thinned out."""

Floats = NDArray[np.float64]


def curves_message(
    result: Result,
    names: Sequence[str],
    header: Mapping[str, Any],
    span: tuple[float, float] | None = None,
    most: int = MOST_POINTS,
) -> bytes:
    """Return variables of a run as a message.

    Parameters
    ----------
    result : Result
        The run.
    names : sequence of str
        Variables; those that the run does not have are left out.
    header : mapping
        What the message says besides.
    span : tuple of float, optional
        Part of the run, s; with it come the points just outside, so that lines reach the edges.
    most : int
        About how many points are sent at most.
    """
    known = [name for name in names if name in result]
    time = result.time
    columns = [np.asarray(result[name], dtype=np.float64) for name in known]
    rows = slice(*_rows_of(time, span))
    kept = drawn_rows(time[rows], [column[rows] for column in columns], most)
    kept += rows.start
    layout = result.layout
    places = [layout.position(name) for name in known]
    told = {
        **header,
        "names": known,
        "units": [layout.units[place] for place in places],
        "kinds": [layout.kinds[place] for place in places],
        "rows": len(kept),
        "of": len(time),
    }
    return packed(told, time[kept], [column[kept] for column in columns])


def _rows_of(time: Floats, span: tuple[float, float] | None) -> tuple[int, int]:
    if span is None:
        return 0, len(time)
    first = int(np.searchsorted(time, span[0], side="left")) - 1
    last = int(np.searchsorted(time, span[1], side="right")) + 1
    return max(first, 0), min(last, len(time))


def packed(header: Mapping[str, Any], time: Floats, columns: Sequence[Floats]) -> bytes:
    """Return header, times and curves as bytes.

    Parameters
    ----------
    header : mapping
        Facts that JSON can hold.
    time : float array, shape (n,)
        Instants, s.
    columns : sequence of float array, shape (n,)
        The curves.

    Examples
    --------
    >>> import numpy as np
    >>> len(packed({}, np.zeros(3), [np.zeros(3)])) - 3 * 8 - 3 * 4
    8
    """
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    text += b" " * (-(len(text) + 4) % 8)
    with np.errstate(over="ignore"):
        values = [np.ascontiguousarray(column, dtype="<f4").tobytes() for column in columns]
    exact = np.ascontiguousarray(time, dtype="<f8").tobytes()
    return b"".join([struct.pack("<I", len(text)), text, exact, *values])
