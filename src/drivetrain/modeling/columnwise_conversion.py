"""Convert tables column by column: rows of numbers and quantities, data frames, and mappings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from drivetrain.errors import TableError, nearest, shown
from drivetrain.modeling.conversion import (
    PLAIN,
    base_unit,
    is_quantity,
    leaf_types,
    refuse_foreign,
    short_unit,
    to_si,
)
from drivetrain.modeling.quantities.columns import (
    is_column,
    is_frame,
    plain_numbers,
    split_header,
)
from drivetrain.modeling.quantities.parsing import is_quantity_text, parse_quantity, parse_unit

__all__ = ["frame_of_columns", "signal_rows", "to_si_columns", "unit_of_items"]


def to_si_columns(rows: Any, units: Sequence[str], where: str, names: Sequence[str] = ()) -> Any:
    """Return the rows of a table with all quantities in them as numbers in the columns' units.

    Parameters
    ----------
    rows : array_like, data frame, or mapping of columns
        Numbers and quantities, or one quantity with an array as magnitude. The columns of a data
        frame are taken in their order; a named index is the first column if one is missing.
    units : sequence of str
        Unit of each column.
    where : str
        Name of the table in messages.
    names : sequence of str, optional
        Names by which to find the columns of a data frame, instead of their order.

    Raises
    ------
    UnitError
        As for :func:`to_si`; the message names the column.
    TableError
        If a data frame lacks a column, or a number; the message names column and row.
    """
    if leaf_types(rows) <= PLAIN:
        return rows
    if isinstance(rows, Mapping):
        rows = frame_of_columns(rows, where)
    if is_frame(rows):
        return _rows_of_frame(rows, units, where, names)
    if is_quantity(rows) and np.ndim(rows.magnitude) == 2:
        columns = [rows[:, k] for k in range(np.shape(rows.magnitude)[1])]
        made = [_cell(column, k, units, where) for k, column in enumerate(columns)]
        return np.column_stack(made)
    if isinstance(rows, np.ndarray) and type(rows) is np.ndarray:
        rows = rows.tolist()
    if not isinstance(rows, (list, tuple)):
        return to_si(rows, "1", where)
    return [_row(row, units, where) for row in rows]


def frame_of_columns(columns: Mapping[Any, Any], where: str) -> Any:
    """Return columns given by name as a data frame that keeps their units.

    Parameters
    ----------
    columns : mapping
        Sequences of numbers or quantities by header.
    where : str
        Name in messages.

    Raises
    ------
    TableError
        If they are not of one length.
    UnitError
        If they have units that a data frame would drop.
    """
    import pandas as pd

    kept = {}
    for name, values in columns.items():
        refuse_foreign(values, f"{where}, {str(name)!r}")
        kept[name] = pd.Series(list(values), dtype=object) if is_quantity(values) else values
    try:
        return pd.DataFrame(kept)
    except ValueError as error:
        raise TableError(f"{where}: the columns do not fit together: {error}") from error


def unit_of_items(column: Any) -> str | None:
    """Return the unit of the first item of a column, if that is a quantity.

    Parameters
    ----------
    column : column of a data frame
        Of quantities of pint, or texts such as ``"1500 rpm"``; or of numbers.
    """
    items = plain_numbers(column)
    first = items if is_quantity(items) else next(iter(items.tolist()), None)
    if isinstance(first, str) and is_quantity_text(first):
        return parse_quantity(first)[2]
    return short_unit(first) if is_quantity(first) else None


def _rows_of_frame(frame: Any, units: Sequence[str], where: str, names: Sequence[str] = ()) -> Any:
    """Return the rows of a data frame, each column converted from the unit in its header."""
    columns = [frame[name] for name in frame.columns]
    index: Any = getattr(frame, "index", None)
    if getattr(index, "name", None) is not None and (names or len(columns) == len(units) - 1):
        columns = [index.to_series(), *columns]
    if names:
        columns = _columns_named(columns, names, where)
    if len(columns) != len(units):
        raise TableError(
            f"{where}: a table with {len(units)} columns is needed, the data frame has "
            f"{len(columns)}: {', '.join(map(str, frame.columns))}"
        )
    return np.column_stack([_numbers(one, k, units, where) for k, one in enumerate(columns)])


def _columns_named(columns: Sequence[Any], names: Sequence[str], where: str) -> list[Any]:
    """Return the columns of these names, which may be followed by units."""
    headers = [split_header(str(column.name))[0] for column in columns]
    found = dict(zip(headers, columns, strict=True))
    for name in names:
        if headers.count(name) > 1:
            raise TableError(f"{where}: the data have two columns {name!r}: rename one of them")
        if name not in found:
            raise TableError(
                f"{where}: the data have no column {name!r}{nearest(name, found)}; they have "
                f"{', '.join(map(repr, found))}"
            )
    return [found[name] for name in names]


def _numbers(column: Any, number: int, units: Sequence[str], where: str) -> Any:
    """Return one column of a data frame as numbers; refuse it if there are others."""
    told = f"{where}, {str(column.name)!r}"
    items = plain_numbers(column)
    if not is_quantity(items):
        _check_items(items, told)
    return np.asarray(_cell(column, number, units, told), dtype=float)


def _check_items(items: Any, told: str) -> None:
    """Refuse a column with anything but finite numbers and quantities; name the row."""
    if items.dtype.kind in "iuf":
        wrong = np.flatnonzero(~np.isfinite(items))
        row = int(wrong[0]) if len(wrong) else None
    else:
        row = next((k for k, one in enumerate(items.tolist()) if not _is_item(one)), None)
    if row is not None:
        item = items[row].item() if isinstance(items[row], np.generic) else items[row]
        comma = isinstance(item, str) and "," in item
        raise TableError(
            f"{told}: row {row + 1} is {shown(item)}: give numbers, and all of them"
            + comma * "; a comma is no decimal point: pandas.read_csv(…, decimal=',') reads it"
        )


def _is_item(value: Any) -> bool:
    if isinstance(value, (int, float, np.integer, np.floating)):
        return not isinstance(value, bool) and bool(np.isfinite(value))
    if isinstance(value, str):
        return is_quantity_text(value) and "," not in value
    return is_quantity(value) or isinstance(value, (Decimal, Fraction))


def signal_rows(frame: Any, where: str) -> Any:
    """Return the rows of a data frame for a block, whose signals are plain numbers in SI units.

    Parameters
    ----------
    frame : data frame
        With units in some headers; the numbers below the others are in SI units.
    where : str
        Name of the table in messages.
    """
    given = (split_header(str(name))[1] for name in frame.columns)
    units = [base_unit(parse_unit(unit or "1").dimension) for unit in given]
    return _rows_of_frame(frame, units, where).tolist()


def _row(row: Any, units: Sequence[str], where: str) -> Any:
    """Return one row of a table as numbers; anything else is left to the later check of columns."""
    if is_column(row):
        raise TableError(
            f"{where}: a row is a {type(row).__name__} of a data frame, in which the units of the "
            "headers are lost: give the data frame itself"
        )
    if isinstance(row, np.ndarray):
        row = row.tolist()
    several = np.ndim(row.magnitude) if is_quantity(row) else isinstance(row, (list, tuple))
    if not several:
        return to_si(row, "1", where)
    return [_cell(one, k, units, where) for k, one in enumerate(row)]


def _cell(value: Any, column: int, units: Sequence[str], where: str) -> Any:
    unit = units[column] if column < len(units) else "1"
    return to_si(value, unit, f"{where}, column {column + 1}")
