"""Checked conversion of values given for parameters, start values or times to numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import ParameterError, shown
from drivetrain.modeling.conversion import leaf_types, to_si
from drivetrain.modeling.expression import BOOLEAN, INTEGER, REAL, Expr

__all__ = [
    "check_flags",
    "checked_number",
    "checked_value",
    "declared_value",
    "dimensions",
    "is_one_of",
]

_WANTED = {REAL: "a number", INTEGER: "a whole number", BOOLEAN: "True or False"}
_NO_NUMBERS = frozenset((bool, np.bool_, np.timedelta64, np.datetime64))
"""Types that Python or NumPy treat as numbers."""


def is_one_of(value: Any, choices: tuple[Any, ...]) -> bool:
    """Return whether a value is one of some strings, numbers or truth values."""
    return isinstance(value, (str, Real, np.bool_)) and value in choices


def dimensions(value: Any) -> int:
    """Return 0 for a scalar, 1 for a sequence, more for a table, even a ragged one."""
    try:
        return np.ndim(getattr(value, "magnitude", value))
    except (TypeError, ValueError):  # ragged, or with quantities in it
        return 2


def checked_value(value: Any, label: str, unit: str, kind: str = REAL) -> Any:
    """Return a given value as numbers in the required unit, or refuse it.

    Every user-supplied value passes through this function.

    Parameters
    ----------
    value : number, bool, array_like, quantity of pint, or Expr
        The given value; expressions pass unchanged.
    label : str
        Name of its target, for messages.
    unit : str
        Unit of the target.
    kind : {"real", "integer", "boolean"}
        Type of the target.

    Returns
    -------
    float, float array or Expr

    Raises
    ------
    ParameterError
        If the value is not of that type; text is not a number, nor are True and False.
    UnitError
        If a quantity is of another kind than the unit.
    """
    if type(value) is float and kind == REAL:
        return value
    value = to_si(value, unit, label)
    if isinstance(value, Expr):
        if value.op != "computed" and (value.kind == BOOLEAN) != (kind == BOOLEAN):
            raise ParameterError(
                f"{label}={value}: '{value}' is {value.kind}: give {_WANTED[kind]}"
            )
        return value
    of_unit = "" if not isinstance(unit, str) or unit == "1" else f" in {unit}"
    found = _array(value, label)
    if not _fits(found, value, kind):
        raise ParameterError(f"{label}={shown(value)}: give {_WANTED[kind]}{of_unit}")
    try:
        numbers = found.astype(float)
    except OverflowError:
        raise ParameterError(f"{label}: the number is too large to compute with") from None
    if kind == INTEGER and not (np.isfinite(numbers) & (np.trunc(numbers) == numbers)).all():
        raise ParameterError(f"{label}={shown(value)}: give {_WANTED[kind]}{of_unit}")
    return numbers if numbers.ndim else float(numbers)


def checked_number(value: Any, label: str, unit: str, kind: str = REAL) -> float:
    """Return one number; as :func:`checked_value`, but arrays and expressions are refused."""
    number = checked_value(value, label, unit, kind)
    if not isinstance(number, float):
        wanted = _WANTED[kind] if isinstance(number, Expr) else "one value, not several"
        raise ParameterError(f"{label}={shown(value)}: give {wanted}")
    return number


def declared_value(value: Any, label: str, unit: str, check: Callable[[Any, str, str], Any]) -> Any:
    """Return a value of a declaration with its quantities as numbers; lists remain lists.

    Parameters
    ----------
    value : object
        A number, a list of numbers, or an expression; a list may contain expressions, too.
    label, unit : str
        Name in messages, and unit.
    check : callable
        Refuses invalid values; called with a value, `label` and `unit`.
    """
    value = to_si(value, unit, label)
    value = value.tolist() if isinstance(value, np.ndarray) else value
    for one in _unmixed(value):
        found = check(one, label, unit)
        if not isinstance(found, Expr) and np.isnan(found).any():
            raise ParameterError(f"{label}={shown(value)} is not a number (NaN)")
    return value


def _unmixed(value: Any) -> Iterator[Any]:
    """Yield a value, or those of a list in which there are expressions."""
    if isinstance(value, (list, tuple)) and any(map(_has_expressions, value)):
        for one in value:
            yield from _unmixed(one)
    else:
        yield value


def _has_expressions(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_has_expressions, value))
    return isinstance(value, Expr)


def check_flags(function: str, **flags: Any) -> None:
    """Refuse arguments that are neither True nor False.

    Parameters
    ----------
    function : str
        Name of the function, for messages.
    **flags
        Given values, by argument name.

    Raises
    ------
    ParameterError
        The message names the argument.
    """
    for name, value in flags.items():
        if not isinstance(value, (bool, np.bool_)):
            raise ParameterError(f"{function}({name}={shown(value)}): give True or False")


def _array(value: Any, label: str) -> NDArray[Any]:
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        raise ParameterError(f"{label}={shown(value)}: some values are masked; give all of them")
    try:
        return np.asarray(value)
    except ValueError:
        raise ParameterError(f"{label}={shown(value)}: give rows of equal length") from None


def _fits(found: NDArray[Any], value: Any, kind: str) -> bool:
    """Return whether all values are of a type; NumPy turns truth values into numbers."""
    if kind == BOOLEAN:
        return found.dtype.kind == "b"
    if found.dtype.kind == "O":
        fitting = (isinstance(one, (Real, Decimal)) for one in found.flat)
        return all(fitting) and not _NO_NUMBERS & leaf_types(found)
    return found.dtype.kind in "iuf" and not _NO_NUMBERS & leaf_types(value)
