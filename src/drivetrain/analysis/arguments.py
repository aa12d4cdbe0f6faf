"""Checked arguments of analyses: quantities become numbers in SI units, the rest is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import ParameterError, UnitError, UsageError, shown
from drivetrain.modeling.argument_values import checked_number, checked_value
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.units import dimension

__all__ = [
    "any_shape",
    "checked_complex",
    "checked_unit",
    "highest_order",
    "items",
    "keep",
    "not_negative",
    "numbers",
    "one_of",
    "positive",
    "text",
    "texts",
    "whole",
]

Floats = NDArray[np.float64]

_HIGHEST = 1e4


def keep(thing: object, **values: Any) -> None:
    """Set fields of a frozen object while it is made; arrays can no longer be written to.

    Parameters
    ----------
    thing : object
        The object.
    **values
        Its fields.
    """
    for name, value in values.items():
        if isinstance(value, np.ndarray):
            value.setflags(write=False)
        object.__setattr__(thing, name, value)


def positive(value: Any, label: str, unit: str) -> float:
    """Return a finite number above zero, in a unit.

    Parameters
    ----------
    value : number, quantity of pint or str
        What was given.
    label : str
        Name of the argument, for messages.
    unit : str
        Its unit.

    Raises
    ------
    ParameterError
        If it is anything else.
    """
    number = checked_number(value, label, unit)
    if not 0 < number < np.inf:
        raise ParameterError(f"{label}={shown(value)}: give a number above 0{_in(unit)}")
    return number


def not_negative(value: Any, label: str, unit: str) -> float:
    """Return a finite number that is zero or above; as :func:`positive`.

    Parameters
    ----------
    value, label, unit
        As for :func:`positive`.
    """
    number = checked_number(value, label, unit)
    if not 0 <= number < np.inf:
        raise ParameterError(f"{label}={shown(value)}: give 0 or a number above{_in(unit)}")
    return number


def whole(value: Any, label: str, least: int = 1) -> int:
    """Return a whole number.

    Parameters
    ----------
    value : object
        What was given.
    label : str
        Name of the argument, for messages.
    least : int
        Smallest number that is allowed.

    Raises
    ------
    ParameterError
        If it is anything else.
    """
    number = checked_number(value, label, "1", "integer")
    if number < least:
        raise ParameterError(f"{label}={shown(value)}: give a whole number from {least} on")
    return int(number)


def numbers(value: Any, label: str, unit: str, *, may_be_none: bool = False) -> Floats:
    """Return several numbers in a unit as an array of one dimension.

    Parameters
    ----------
    value : array_like
        Numbers, quantities, or a column of a data frame.
    label : str
        Name of the argument, for messages.
    unit : str
        Its unit.
    may_be_none : bool
        Whether an empty sequence is allowed.

    Raises
    ------
    ParameterError
        If there are none, or something else than finite numbers in a row.
    """
    array = np.atleast_1d(any_shape(value, label, unit).copy())
    if array.ndim != 1 or not (len(array) or may_be_none):
        raise ParameterError(f"{label}={shown(value)}: give numbers in a row{_in(unit)}")
    if not np.isfinite(array).all():
        place = int(np.flatnonzero(~np.isfinite(array))[0])
        raise ParameterError(f"{label}: number {place} is {array[place]}; give finite numbers")
    return array


def any_shape(value: Any, label: str, unit: str) -> Floats:
    """Return numbers in a unit as an array of the shape in which they are given.

    Parameters
    ----------
    value, label, unit
        As for :func:`numbers`.
    """
    found = checked_value(value, label, unit)
    if isinstance(found, Expr):
        raise ParameterError(f"{label}={shown(value)}: give numbers{_in(unit)}")
    return np.asarray(found, dtype=float)


def checked_complex(value: Any, label: str, unit: str) -> complex:
    """Return one finite number, real or complex; real ones may be quantities.

    Parameters
    ----------
    value, label, unit
        As for :func:`positive`.
    """
    is_complex = isinstance(value, (complex, np.complexfloating))
    number = complex(value) if is_complex else complex(checked_number(value, label, unit))
    if not np.isfinite(number):
        raise ParameterError(f"{label}={shown(value)}: give a finite number")
    return number


def checked_unit(unit: Any) -> str:
    """Return a unit of a table, coherent SI.

    Parameters
    ----------
    unit : str
        Such as ``"N.m"``.

    Raises
    ------
    UnitError
        If it is none.
    """
    if not isinstance(unit, str):
        raise UnitError(f"unit={shown(unit)}: write a unit as a text, 'N.m'")
    dimension(unit)
    return unit


def text(value: Any, label: str) -> str:
    """Return a text.

    Parameters
    ----------
    value : object
        What was given.
    label : str
        Name of the argument, for messages.

    Raises
    ------
    ParameterError
        If it is anything else, or cannot be written to a file.
    """
    if not isinstance(value, str) or not value.isprintable():
        raise ParameterError(f"{label}={shown(value)}: give a text")
    return str(value)


def texts(value: Any, label: str) -> tuple[str, ...]:
    """Return several texts.

    Parameters
    ----------
    value, label
        As for :func:`text`.
    """
    found = items(value)
    if found is None:
        raise ParameterError(f"{label}={shown(value)}: give texts, ['…', '…']")
    return tuple(text(one, label) for one in found)


def items(value: Any) -> list[Any] | None:
    """Return what is in a sequence, a mapping or an array of one dimension; None of all else.

    Parameters
    ----------
    value : object
        What was given; a text is no sequence.
    """
    if isinstance(value, np.ndarray):
        return list(value) if value.ndim == 1 else None
    is_text = isinstance(value, (str, bytes, bytearray))
    return list(value) if isinstance(value, (Sequence, Mapping, Set)) and not is_text else None


def highest_order(value: Any, label: str = "highest") -> float:
    """Return the highest order that is wanted.

    Parameters
    ----------
    value : float
        What was given.
    label : str
        Name of the argument, for messages.

    Raises
    ------
    ParameterError
        If it is not between 0 and 10,000.
    """
    order = positive(value, label, "1")
    if order > _HIGHEST:
        raise ParameterError(f"{label}={shown(value)}: give an order up to {_HIGHEST:g}")
    return order


def one_of(value: Any, label: str, choices: tuple[Any, ...]) -> Any:
    """Return a value if it is one of a few.

    Parameters
    ----------
    value : object
        What was given.
    label : str
        Name of the argument, for messages.
    choices : tuple
        The values that are allowed.

    Raises
    ------
    UsageError
        If it is none of them.
    """
    plain = not isinstance(value, (bool, np.bool_)) and isinstance(value, (str, int, np.integer))
    if plain and value in choices:
        return value
    known = ", ".join(map(repr, choices))
    raise UsageError(f"{label}={shown(value)}: choose one of {known}")


def _in(unit: str) -> str:
    return "" if unit == "1" else f" in {unit}"
