"""Convert quantities with units to numbers in the declared unit.

These are texts (``"1500 rpm"``), columns of data frames with a unit in their header, and quantities
of pint from any registry, by their own methods: the package does not import pint. Other objects
with units are refused, because NumPy would drop the unit.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np

from drivetrain.errors import ParameterError, UnitError, shown
from drivetrain.modeling.quantities.columns import (
    InUnit,
    is_column,
    is_frame,
    plain_numbers,
    series_unit,
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
    "PLAIN",
    "base_unit",
    "carries_unit",
    "in_base_units",
    "is_quantity",
    "leaf_types",
    "refuse_foreign",
    "short_unit",
    "to_si",
]

_BASE = {
    "[length]": 0, "[mass]": 1, "[time]": 2, "[current]": 3, "[temperature]": 4, "[substance]": 5,
    "[luminosity]": 6,
}  # fmt: skip
_SPELLED = ("m", "kg", "s", "A", "K", "mol", "cd")
PLAIN = frozenset((
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
    return kind not in PLAIN and all(hasattr(kind, name) for name in _OF_PINT)


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
        if kinds <= PLAIN:
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
    if type(value) in PLAIN or leaf_types(value) <= PLAIN:
        return value
    if isinstance(value, str):
        return from_text(value, unit, where) if is_quantity_text(value) else value
    if isinstance(value, InUnit):
        return _of_named_unit(value.values, value.unit, unit, where)
    if is_column(value):
        return _of_column(value, unit, where)
    if is_frame(value):
        columns = [to_si(value[name], unit, where) for name in value.columns]
        return np.column_stack([np.asarray(column) for column in columns])
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
    if not leaf_types(plain) <= PLAIN - _NO_NUMBERS:
        raise UnitError(
            f"{where}: a header tells the unit, {given!r}, so give plain numbers, not "
            f"{shown(values)}"
        )
    try:
        numbers = np.asarray(plain, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise UnitError(f"{where}: {shown(values)} in {given!r}: give numbers") from None
    return converted(numbers if numbers.ndim else numbers.item(), given, unit, where)


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
    unit = base_unit(own)
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
    unit = base_unit(given.dimension)
    if given.cycles:
        raise _either(repr(text), where)
    if given.zero is not None:
        raise _own_zero(repr(text), where)
    check_turns(given, repr(text), "rad/s" if unit == "s-1" else unit, where)
    return from_text(text, unit, where), unit


def base_unit(own: Dimension) -> str:
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
        unit = parse_unit(short_unit(quantity))
    except (UnitError, ValueError, KeyError):
        return None
    return unit if abs(float(unit.exact) - factor) <= _ROUNDING * abs(factor) else None


def short_unit(quantity: Any) -> str:
    """Return the unit of a quantity of pint in the notation of the package."""
    return format(quantity.units, "~C").replace("**", "^").replace("*", ".")


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
    if kind in PLAIN or hasattr(kind, "op") or is_quantity(value):
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
