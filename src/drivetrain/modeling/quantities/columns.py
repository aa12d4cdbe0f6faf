"""Columns of data frames and the units in their headers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from drivetrain.errors import UnitError
from drivetrain.modeling.quantities.parsing import parse_unit

__all__ = ["InUnit", "is_column", "is_frame", "plain_numbers", "series_unit", "split_header"]

_BRACKETED = re.compile(r"(.*?)(\s*)[\[(]([^\[\]()]*(?:\([^()]*\))?[^\[\]()]*)[\])]\s*", re.S)
_INDEX = re.compile(r"[\d\s,:*-]+")
"""What stands in the brackets of an element or a slice, ``w[0]``, rather than a unit."""
_SLASHED = re.compile(r"(.*\S)\s+(?:/|in)\s+(\S.*)", re.S)


@dataclass(frozen=True, eq=False)
class InUnit:
    """Numbers whose unit is named apart, as in ``{"part.J [kg.cm2]": 20}``.

    Attributes
    ----------
    values : number or array_like
        The numbers.
    unit : str
        Their unit.
    """

    values: Any
    unit: str

    @property
    def ndim(self) -> int:
        """Return the number of dimensions of the values, as NumPy asks for it."""
        return np.ndim(self.values)


def split_header(header: str) -> tuple[str, str | None]:
    """Return the name and the unit in the header of a column; None where it has none.

    Parameters
    ----------
    header : str
        Such as ``"w [rpm]"``, ``"torque (N.m)"``, ``"speed / rpm"`` or ``"speed in rpm"``.

    Raises
    ------
    UnitError
        If something stands in the place of the unit that is none.

    Examples
    --------
    >>> split_header("engine.w [rpm]"), split_header("disc[0].J")
    (('engine.w', 'rpm'), ('disc[0].J', None))
    """
    found = _BRACKETED.fullmatch(header)
    if found:
        name, gap, unit = found.groups()
        if not gap and _INDEX.fullmatch(unit):
            return header.strip(), None
        return name.strip(), _unit(unit, header)
    found = _SLASHED.fullmatch(header)
    if found:
        return found.group(1).strip(), _unit(found.group(2), header)
    return header.strip(), None


def _unit(unit: str, header: str) -> str:
    plain = unit.strip()
    if plain in ("", "-", "–", "−"):
        return "1"
    try:
        parse_unit(plain)
    except UnitError as error:
        raise UnitError(f"column {header!r}: {error}") from None
    return plain


def is_column(value: object) -> bool:
    """Return whether a value is a column of a data frame, of pandas or polars."""
    kind = type(value)
    return all(hasattr(kind, name) for name in ("to_numpy", "name", "to_frame"))


def is_frame(value: object) -> bool:
    """Return whether a value is a data frame, of pandas or polars."""
    kind = type(value)
    return hasattr(kind, "to_numpy") and hasattr(kind, "columns") and hasattr(kind, "__getitem__")


def series_unit(column: Any) -> str | None:
    """Return the unit of a column: in its header, or among its attributes; None if unknown."""
    name = column.name
    unit = split_header(name)[1] if isinstance(name, str) else None
    told = getattr(column, "attrs", {}).get("units")
    told = told.get(name) if isinstance(told, Mapping) else told
    if unit is not None or not isinstance(told, str):
        return unit
    return _unit(told, str(name))


def plain_numbers(column: Any) -> Any:
    """Return the items of a column as an array, quantities of pint included."""
    inner: Any = getattr(column, "array", None)
    if hasattr(getattr(column, "dtype", None), "units") and hasattr(inner, "quantity"):
        return inner.quantity  # pint-pandas
    return np.asarray(column.to_numpy())
