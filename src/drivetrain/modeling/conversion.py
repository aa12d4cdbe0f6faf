"""Convert quantities with units to numbers in the declared unit.

These are texts (``"1500 rpm"``), columns of data frames with a unit in their header, and quantities
of pint from any registry, by their own methods: the package does not import pint. Other objects
with units are refused, because NumPy would drop the unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np

from drivetrain.errors import ParameterError, TableError, UnitError, nearest, shown
from drivetrain.modeling.quantities.columns import (
    InUnit,
    is_column,
    is_frame,
    plain_numbers,
    series_unit,
    split_header,
)
from drivetrain.modeling.quantities.exact import (
    check_turns,
    converted,
    from_text,
    is_difference,
    scaled,
)
from drivetrain.modeling.quantities.parsing import is_quantity_text, parse_quantity, parse_unit
from drivetrain.modeling.quantities.symbols import Unit
from drivetrain.modeling.units import Dimension, dimension

__all__ = [
    "carries_unit",
    "in_base_units",
    "is_quantity",
    "leaf_types",
    "refuse_foreign",
    "signal_rows",
    "to_si",
    "to_si_columns",
]

_BASE = {
    "[length]": 0, "[mass]": 1, "[time]": 2, "[current]": 3, "[temperature]": 4, "[substance]": 5,
    "[luminosity]": 6,
}  # fmt: skip
_SPELLED = ("m", "kg", "s", "A", "K", "mol", "cd")
_PLAIN = frozenset((
    float, int, bool, complex, type(None), Decimal, Fraction, np.float64, np.float32,
    np.int64, np.int32, np.bool_, np.dtype,
))  # fmt: skip
"""Types that carry no unit; any other type is checked."""
_NO_NUMBERS = frozenset((bool, np.bool_, complex, type(None)))
_MOST_LEVELS = 64
_ROWS = frozenset((list, tuple))
_OF_PINT = ("magnitude", "units", "dimensionality", "to_root_units")
_ROUNDING = 4 * float(np.finfo(float).eps)


def is_quantity(value: object) -> bool:
    """Return whether a value is a quantity of pint, from any registry."""
    kind = type(value)
    return kind not in _PLAIN and all(hasattr(kind, name) for name in _OF_PINT)


def carries_unit(value: object) -> bool:
    """Return whether a value is a single quantity: of pint, or a text such as ``"1500 rpm"``."""
    return is_quantity_text(value) or is_quantity(value)


def leaf_types(value: Any) -> set[type]:
    """Return the types of the items in lists, tuples and arrays of objects.

    Raises
    ------
    ParameterError
        If lists are nested deeper than arrays can be, or a list contains itself.
    """
    found: set[type] = set()
    level = [value]
    for _ in range(_MOST_LEVELS):  # at once, as tables may be long
        kinds = set(map(type, level))
        if kinds <= _PLAIN:
            return found | kinds
        rows = level if kinds <= _ROWS else [one for one in level if _is_row(one)]
        if rows is not level:
            found.update(_leaf_type(one) for one in level if not _is_row(one))
        different = {id(row): row for row in rows}.values()
        level = list(chain.from_iterable(map(_items, different)))
    raise ParameterError(f"a list nested more than {_MOST_LEVELS} deep is no value")


def _is_row(value: Any) -> bool:
    of_objects = type(value) is np.ndarray and value.dtype.kind == "O"
    return of_objects or isinstance(value, (list, tuple))


def _items(row: Any) -> Any:
    return row.ravel().tolist() if isinstance(row, np.ndarray) else row


def _leaf_type(value: Any) -> type:
    if type(value) is not np.ndarray:
        return type(value)
    return {"b": np.bool_, "U": str}.get(value.dtype.kind, np.dtype)


def to_si(value: Any, unit: str, where: str) -> Any:
    """Return a value with all quantities in it as numbers in a unit; the rest is unchanged.

    Parameters
    ----------
    value : object
        A quantity of pint (a scalar or an array), a text such as ``"20 kg.cm2"``, a list or array
        of these, a column of a data frame, or anything else.
    unit : str
        The declared unit.
    where : str
        Target of the value, for messages.

    Returns
    -------
    object
        Numbers that are rounded once, so that 7 cm is 0.07 m to the last bit.

    Raises
    ------
    UnitError
        If a quantity is of another kind than `unit`, is ambiguous, or is not one of pint's.
    """
    if type(value) in _PLAIN or leaf_types(value) <= _PLAIN:
        return value
    if isinstance(value, str):
        return from_text(value, unit, where) if is_quantity_text(value) else value
    if isinstance(value, InUnit):
        return _of_named_unit(value.values, value.unit, unit, where)
    if is_column(value):
        return _of_column(value, unit, where)
    if is_frame(value):
        return _rows_of_frame(value, [unit] * len(value.columns), where)
    if is_quantity(value):
        symbolic = hasattr(type(value.magnitude), "op")
        return _expression(value) if symbolic else _converted(value, unit, where)
    refuse_foreign(value, where, f" in {unit!r}")
    if isinstance(value, np.ndarray) and value.dtype.kind in "OU":
        return to_si(value.tolist(), unit, where)
    if isinstance(value, (list, tuple)):
        found = [to_si(one, unit, where) for one in value]
        if any(one is not own for one, own in zip(found, value, strict=True)):
            return found if isinstance(value, list) else tuple(found)
    return value


def _of_column(column: Any, unit: str, where: str) -> Any:
    """Return a column of a data frame as numbers; its header may tell their unit."""
    items, given = plain_numbers(column), series_unit(column)
    if given is None or is_quantity(items):
        return to_si(items, unit, where)
    return _of_named_unit(items, given, unit, where)


def _of_named_unit(values: Any, given: str, unit: str, where: str) -> Any:
    """Return numbers whose unit stands in a header."""
    plain = plain_numbers(values) if is_column(values) else values
    if not leaf_types(plain) <= _PLAIN - _NO_NUMBERS:
        raise UnitError(
            f"{where}: a header tells the unit, {given!r}, so give plain numbers, not "
            f"{shown(values)}"
        )
    try:
        numbers = np.asarray(plain, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise UnitError(f"{where}: {shown(values)} in {given!r}: give numbers") from None
    return converted(numbers if numbers.ndim else numbers.item(), given, unit, where)


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
    if leaf_types(rows) <= _PLAIN:
        return rows
    if isinstance(rows, Mapping):
        import pandas as pd

        rows = pd.DataFrame(rows)
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
    units = [_spelled(parse_unit(unit or "1").dimension) for unit in given]
    return _rows_of_frame(frame, units, where).tolist()


def _row(row: Any, units: Sequence[str], where: str) -> Any:
    """Return one row of a table as numbers; anything else is left to the later check of columns."""
    if isinstance(row, np.ndarray) or is_column(row):
        row = np.asarray(row).tolist()
    several = np.ndim(row.magnitude) if is_quantity(row) else isinstance(row, (list, tuple))
    if not several:
        return to_si(row, "1", where)
    return [_cell(one, k, units, where) for k, one in enumerate(row)]


def _cell(value: Any, column: int, units: Sequence[str], where: str) -> Any:
    unit = units[column] if column < len(units) else "1"
    return to_si(value, unit, f"{where}, column {column + 1}")


def in_base_units(quantity: Any, where: str) -> tuple[Any, str]:
    """Return a quantity in SI units, and that unit.

    Parameters
    ----------
    quantity : quantity of pint or str
        From an equation, where no unit is declared.
    where : str
        Its name in messages.

    Returns
    -------
    number : object
        Magnitude, of the same type as that of the quantity.
    unit : str
        Coherent SI unit in base units, such as ``"m2.kg.s-2"``.

    Raises
    ------
    UnitError
        If it is ambiguous: a frequency in hertz, a temperature in degC.
    """
    if isinstance(quantity, str):
        return _text_in_base_units(quantity, where)
    own = _dimension_of(quantity)
    if own is None or any(power != int(power) for power in own):
        raise _unlike(quantity, "a coherent SI unit", where)
    unit = _spelled(own)
    if _has_hertz(quantity):
        raise _either(_text(quantity), where)
    if _factor(quantity, unit, where) is None:
        raise _own_zero(_text(quantity), where)
    return _converted(quantity, unit, where), unit


def _text_in_base_units(text: str, where: str) -> tuple[float, str]:
    """Return the number that a text stands for in SI units, and that unit."""
    try:
        _, given, _ = parse_quantity(text)
    except UnitError as error:
        raise UnitError(f"{where}: {error}") from None
    unit = _spelled(given.dimension)
    if given.cycles:
        raise _either(repr(text), where)
    if given.zero is not None:
        raise _own_zero(repr(text), where)
    check_turns(given, repr(text), "rad/s" if unit == "s-1" else unit, where)
    return from_text(text, unit, where), unit


def _spelled(own: Dimension) -> str:
    """Return the coherent SI unit of a dimension in base units."""
    pairs = zip(_SPELLED, own, strict=True)
    return ".".join(f"{base}{power:g}" for base, power in pairs if power) or "1"


def _either(text: str, where: str) -> UnitError:
    return UnitError(
        f"{where}: {text} may count turns or measure an angle, which equations do not tell apart: "
        "write constant(…, 'Hz') or constant(…, 'rad/s')"
    )


def _own_zero(text: str, where: str) -> UnitError:
    return UnitError(
        f"{where}: {text} has a zero of its own, so it may be a temperature or a difference: write "
        "what is meant in SI units, such as constant(293.15, 'K')"
    )


def _expression(quantity: Any) -> Any:
    """Return ``(2 * ureg.N) * x``, whose magnitude pint takes to be ``2 * x``, as an expression."""
    return quantity.magnitude * type(quantity)(1, quantity.units)


def _converted(quantity: Any, unit: str, where: str) -> Any:
    """Return the magnitude of a quantity of pint in a unit."""
    if not isinstance(unit, str):
        raise UnitError(f"{where}: unit={shown(unit)}: write a unit as a text, 'N.m'")
    if _dimension_of(quantity) != dimension(unit):
        raise _unlike(quantity, unit, where)
    _check_angle(quantity, unit, where)
    magnitude = quantity.magnitude
    refuse_foreign(magnitude, where)
    if isinstance(magnitude, (bool, np.bool_)) or getattr(magnitude, "dtype", None) == np.bool_:
        raise UnitError(f"{where}: {_text(quantity)} is True or False with a unit: give a number")
    target, factor = _target(unit), _factor(quantity, unit, where)
    if factor is None and is_difference(where):
        raise UnitError(
            f"{where}: {_text(quantity)} is a temperature, but this is a difference: write it in K"
        )
    exact = None if factor is None else _exact(quantity, factor)
    try:
        if exact is not None and _is_number(magnitude):
            return scaled(magnitude, exact.exact)
        return quantity.to(target).magnitude if factor is None else _times(magnitude, factor)
    except (TypeError, ValueError, OverflowError) as error:
        raise UnitError(f"{where}: {_text(quantity)} is no number to compute with") from error


def _factor(quantity: Any, unit: str, where: str) -> float | None:
    """Return the conversion factor of a magnitude; None if zero is not mapped to zero."""
    kind, units, target = type(quantity), quantity.units, _target(unit)
    try:
        if float(kind(0, units).to(target).magnitude) != 0.0:
            return None
        return float(kind(1, units).to(target).magnitude)
    except Exception as error:
        raise UnitError(f"{_unlike(quantity, unit, where)}: {error}") from error


def _times(magnitude: Any, factor: float) -> Any:
    """Return a product that is rounded once, if the factor or its inverse is a whole number."""
    if isinstance(magnitude, (Decimal, Fraction)):
        magnitude = float(magnitude)
    whole, parts = _whole(factor), _whole(1.0 / factor)
    if whole is not None:
        return magnitude * whole
    return magnitude * factor if parts is None else magnitude / parts


def _exact(quantity: Any, factor: float) -> Unit | None:
    """Return the exact unit of a quantity, if the package knows one of this name and size."""
    try:
        unit = parse_unit(format(quantity.units, "~C").replace("**", "^").replace("*", "."))
    except (UnitError, ValueError, KeyError):
        return None
    return unit if abs(float(unit.exact) - factor) <= _ROUNDING * abs(factor) else None


def _is_number(magnitude: Any) -> bool:
    if isinstance(magnitude, np.ndarray):
        return type(magnitude) is np.ndarray and magnitude.dtype.kind in "iuf"
    return isinstance(magnitude, (int, float, Decimal, Fraction, np.integer, np.floating))


def _whole(factor: float) -> float | None:
    """Return the whole number that equals a factor up to rounding."""
    near = float(round(factor)) if abs(factor) < 1e300 else 0.0
    return near if near and abs(near - factor) <= _ROUNDING * abs(factor) else None


def _dimension_of(quantity: Any) -> Dimension | None:
    """Return the dimension of a quantity of pint; None if it has one outside the SI."""
    powers = [0.0] * len(_BASE)
    for name, power in quantity.dimensionality.items():
        if name not in _BASE:
            return None
        powers[_BASE[name]] = float(power)
    return tuple(powers)


def _target(unit: str) -> str:
    """Return a unit that any registry knows: in base units, except for degrees Celsius."""
    if unit == "degC":
        return "degC"
    pairs = zip(_SPELLED, dimension(unit), strict=True)
    return " * ".join(f"{base}**{power:g}" for base, power in pairs if power)


def _check_angle(quantity: Any, unit: str, where: str) -> None:
    """Refuse hertz for rad/s, and vice versa: they differ by a factor of 2π."""
    counts = unit.startswith("rad/s") and _counts_minutes(quantity)
    if "rad" in unit and (_has_hertz(quantity) or counts):
        raise UnitError(
            f"{where}: {_text(quantity)} may count turns, and {unit!r} measures angles: give it "
            "in turns per second, 50 * ureg.turn / ureg.s, or in radians per second"
        )
    if "Hz" in unit and _has_angle(quantity):
        raise UnitError(
            f"{where}: {_text(quantity)} measures an angle, and {unit!r} counts turns: give it in "
            "hertz"
        )


def _has_hertz(quantity: Any) -> bool:
    return "hertz" in format(quantity.units, "D")


def _counts_minutes(quantity: Any) -> bool:
    """Return whether a rate is per minute or the like, of nothing that is named."""
    own = format(quantity.units, "D")
    return not _has_angle(quantity) and own.startswith("1 /") and own != "1 / second"


def _has_angle(quantity: Any) -> bool:
    root = type(quantity)(1, quantity.units).to_root_units()
    return "radian" in format(root.units, "D")


def refuse_foreign(value: Any, where: str, remedy: str = "") -> None:
    """Refuse objects with units that are not supported.

    Parameters
    ----------
    value : object
        Anything; plain numbers and quantities of pint pass.
    where : str
        Target of the value, for messages.
    remedy : str
        Unit in which to give a plain number.

    Raises
    ------
    UnitError
        If NumPy or Python would drop its unit.
    """
    kind = type(value)
    if kind in _PLAIN or hasattr(kind, "op") or is_quantity(value):
        return
    if hasattr(kind, "dimensionality") and not hasattr(kind, "magnitude"):
        raise UnitError(f"{where}: '{value}' is a unit, not a quantity: give a number times it")
    own = _carried(value)
    if own is not None:
        raise UnitError(
            f"{where}: {shown(value)} ({kind.__module__}.{kind.__qualname__}) is in '{own}', but "
            f"only quantities of pint are converted: give a plain number{remedy}"
        )


def _carried(value: Any) -> Any:
    """Return the unit of an object, as stored by astropy, unyt or xarray."""
    kind = type(value)
    for name in ("unit", "units"):
        if hasattr(kind, name) or isinstance(value, np.ndarray):
            own = getattr(value, name, None)
            if own is not None:
                return own
    if hasattr(kind, "attrs"):
        told = value.attrs.get("units")
        inner = getattr(value, "data", None)
        return told if isinstance(told, str) else getattr(inner, "units", None)
    return None


def _unlike(quantity: Any, unit: str, where: str) -> UnitError:
    remedy = ": a number without a unit is needed" if unit == "1" else ""
    return UnitError(f"{where}: {_text(quantity)} cannot be converted to {unit!r}{remedy}")


def _text(quantity: Any) -> str:
    """Return a quantity as text for a message."""
    if np.ndim(quantity.magnitude):
        return f"a quantity of {np.size(quantity.magnitude)} values in '{quantity.units}'"
    return str(quantity)
