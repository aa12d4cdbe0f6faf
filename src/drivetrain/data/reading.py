"""Measured data: files, data frames, mappings and arrays as a table with named columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import TableError, nearest, shown
from drivetrain.modeling.columnwise_conversion import frame_of_columns, unit_of_items
from drivetrain.modeling.conversion import is_quantity, refuse_foreign
from drivetrain.modeling.quantities.coherent import coherent_unit
from drivetrain.modeling.quantities.columns import is_frame, series_unit, split_header

__all__ = ["Column", "columns_of", "frame_of", "without_repeated_ends"]

_TIMES = ("time", "t", "zeit")
_FORMS = (
    "give a data frame, the path of a CSV file, columns by name {'t': …, 'w [rpm]': …}, or an "
    "array with the time in its first column"
)


@dataclass(frozen=True)
class Column:
    """A column of a table of data.

    Attributes
    ----------
    name : str
        Its name there, without its unit.
    unit : str
        The coherent SI unit to which it is converted; ``"1"`` if its header names none.
    """

    name: str
    unit: str


def frame_of(data: Any, time: str | None, columns: Any) -> Any:
    """Return data as a data frame.

    Parameters
    ----------
    data : data frame, str, Path, mapping or array_like
        See :func:`drivetrain.from_data`.
    time : str or None
        Header of the first column of an array.
    columns : sequence of str, mapping, or None
        Headers of the other columns of an array.

    Raises
    ------
    TableError
        If it is nothing of that kind, or cannot be read.
    """
    import pandas as pd

    if is_frame(data):
        return data
    if isinstance(data, (str, Path)):
        return _from_csv(Path(data))
    if isinstance(data, Mapping):
        return frame_of_columns(data, "data")
    refuse_foreign(data, "data")
    if is_quantity(data):
        raise TableError("data: an array has one unit only: give columns by name, {'t': …, 'w': …}")
    try:
        array = np.asarray(data)
    except ValueError:
        array = np.empty(0)
    if array.ndim != 2 or array.dtype.kind not in "iufO":
        raise TableError(f"data={shown(data)}: {_FORMS}")
    headers = [time or "time", *(columns or ())]
    if array.shape[1] != len(headers):
        raise TableError(
            f"the array has {array.shape[1]} columns: name all but the first, the time, "
            f"columns=['w [rpm]', …]; found {len(headers) - 1} names"
        )
    return pd.DataFrame(array, columns=headers)


def _from_csv(path: Path) -> Any:
    """Read a CSV file with a header; the separator is a comma, a semicolon or a tabulator."""
    import pandas as pd

    if not path.is_file():
        raise TableError(f"there is no file {str(path)!r} (looked in {Path.cwd()})")
    try:
        with path.open(encoding="utf-8-sig") as file:
            head = file.readline()
        separator = max(",;\t", key=head.count)
        frame = pd.read_csv(path, sep=separator, encoding="utf-8-sig", skipinitialspace=True)
    except (OSError, ValueError, UnicodeError) as error:
        raise TableError(f"{str(path)!r} cannot be read as CSV: {error}") from error
    names = [name.strip() for name in frame.columns]
    if any(_is_number(name) for name in names):
        raise TableError(
            f"{str(path)!r} begins with {head.strip()!r}: its first line has to name the columns, "
            "'time,w [rpm]'"
        )
    frame.columns = pd.Index(names)
    return frame


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def columns_of(frame: Any, time: str | None, chosen: Any) -> tuple[Any, Column, list[Column]]:
    """Return a data frame with the time as its first column, that column, and the chosen ones.

    Parameters
    ----------
    frame : data frame
        The data.
    time : str or None
        Name of the column with the time; one called ``time`` or ``t`` if omitted.
    chosen : sequence or mapping of str, or None
        Names of the other columns; all of them if omitted.

    Raises
    ------
    TableError
        If there is no such column, or a name occurs twice.
    """
    index: Any = getattr(frame, "index", None)
    if getattr(index, "name", None) is not None and index.name not in frame.columns:
        attrs, frame = frame.attrs, frame.reset_index()
        frame.attrs = attrs
    found: dict[str, Any] = {}
    for header in frame.columns:
        name = split_header(str(header))[0]
        if name in found:
            raise TableError(f"the data have two columns {name!r}: rename one of them")
        found[name] = frame[header]
    first = _time_column(found, time)
    frame = _with_time_in_seconds(frame, found[first])
    others = [name for name in found if name != first] if chosen is None else list(chosen)
    names = [_known(str(name), found) for name in others]
    if not names or first in names:
        raise TableError(f"columns={shown(chosen)}: name the columns with signals, not the time")
    return frame, Column(first, "s"), [Column(name, _si_unit(found[name])) for name in names]


def _with_time_in_seconds(frame: Any, time: Any) -> Any:
    """Return a data frame in which dates count from the first one, and durations are in s."""
    kind = getattr(time.dtype, "kind", "")
    if kind not in ("m", "M") or not hasattr(time, "dt"):
        return frame
    attrs, since = frame.attrs, time - time.iloc[0] if kind == "M" else time
    frame = frame.assign(**{str(time.name): since.dt.total_seconds()})
    frame.attrs = attrs
    return frame


def _time_column(found: Mapping[str, Any], time: str | None) -> str:
    if time is not None:
        return _known(time, found)
    usual = [name for name in found if name.lower() in _TIMES]
    if len(usual) != 1:
        raise TableError(
            f"which column holds the time? Say time='…'; there are {', '.join(map(repr, found))}"
        )
    return usual[0]


def _known(name: str, found: Mapping[str, Any]) -> str:
    plain = split_header(name)[0]
    if plain not in found:
        raise TableError(
            f"the data have no column {name!r}{nearest(plain, found)}; they have "
            f"{', '.join(map(repr, found))}"
        )
    return plain


def _si_unit(column: Any) -> str:
    unit = series_unit(column) or unit_of_items(column)
    return "1" if unit is None else coherent_unit(unit)


def without_repeated_ends(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return rows with one row only at the first instant, the last one, and at the last, the first.

    Parameters
    ----------
    rows : float array, shape (n, k)
        Times and values; a result has several rows where something happens at its ends.
    """
    times = rows[:, 0]
    later, earlier = np.flatnonzero(times != times[0]), np.flatnonzero(times != times[-1])
    if not len(rows) or not len(later):
        return rows[-1:]
    return rows[later[0] - 1 : earlier[-1] + 2]
