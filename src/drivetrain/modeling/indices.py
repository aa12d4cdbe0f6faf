"""Indices in brackets: which ones pick elements, and how they are written."""

from __future__ import annotations

from typing import Any

import numpy as np

from drivetrain.errors import ExpressionError, shown

__all__ = ["picked", "written"]


def picked(key: Any, count: int, name: str, what: str) -> Any:
    """Return the number of the element that an index picks, or the numbers of several.

    Parameters
    ----------
    key : int, slice or list of int
        Index as for a Python list; a list of numbers picks those.
    count : int
        How many elements there are.
    name, what : str
        Of the array in messages: ``"move.u"`` and ``"elements"``.

    Returns
    -------
    int or int array

    Raises
    ------
    ExpressionError
        If the index is of another kind, or there is no such element.
    """
    asked = f"'{name}[{written(key)}]'"
    if not _picks(key):
        raise ExpressionError(
            f"{asked}: pick {what} by a whole number, a slice or a list of whole numbers"
        )
    try:
        numbers = np.arange(count)[key]
    except IndexError as error:
        few = f"{name}[0] … {name}[{count - 1}]" if count > 1 else f"{name}[0]" * count
        raise ExpressionError(f"{asked}: there are {count} {what}{few and ', '}{few}") from error
    return numbers if np.ndim(numbers) else int(numbers)


def _picks(key: Any) -> bool:
    """Return whether an index in brackets selects elements."""
    if isinstance(key, slice):
        parts = (key.start, key.stop, key.step)
        return key.step != 0 and all(
            part is None or isinstance(part, (int, np.integer)) for part in parts
        )
    if not isinstance(key, (int, np.integer, list, range, np.ndarray)):
        return False
    try:
        wanted = np.asarray(key)
    except ValueError:  # ragged
        return False
    if wanted.ndim == 0:
        return wanted.dtype.kind in "iu" or type(key) is int
    return wanted.ndim == 1 and (wanted.dtype.kind in "iub" or not len(wanted))


def written(key: Any) -> str:
    """Return the source text of an index in brackets."""
    if isinstance(key, tuple) and key:
        return ", ".join(map(written, key))
    if not isinstance(key, slice):
        return shown(key)
    parts = (key.start, key.stop) if key.step is None else (key.start, key.stop, key.step)
    return ":".join("" if part is None else shown(part) for part in parts)
