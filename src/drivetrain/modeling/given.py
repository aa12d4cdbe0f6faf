"""Numbers: what may be given for a parameter."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np

from drivetrain.errors import ParameterError, shown
from drivetrain.modeling.expression import BOOLEAN, INTEGER, REAL, Expr

__all__ = ["checked_value", "is_one_of"]

_WANTED = {REAL: "a number", INTEGER: "a whole number", BOOLEAN: "True or False"}


def is_one_of(value: Any, choices: tuple[Any, ...]) -> bool:
    """Tell whether a value is among some texts, numbers or truth values."""
    return isinstance(value, (str, Real, np.bool_)) and value in choices


def checked_value(value: Any, kind: str, label: str, unit: str = "1") -> Any:
    """Return what a parameter is given as numbers, or refuse it.

    Parameters
    ----------
    value : number, bool, array_like or Expr
        What is given; expressions pass.
    kind : {"real", "integer", "boolean"}
        Type of the parameter.
    label : str
        Name of the parameter, for messages.
    unit : str
        Its unit, for messages.

    Raises
    ------
    ParameterError
        If the value is not of that type; text is no number, nor are True and False.
    """
    if isinstance(value, Expr):
        return value
    of_unit = "" if unit == "1" else f" in {unit}"
    try:
        found = np.asarray(value)
    except ValueError:
        raise ParameterError(f"{label}={shown(value)}: give rows of equal length") from None
    if kind == BOOLEAN:
        fits = found.dtype.kind == "b"
    else:
        fits = found.dtype.kind in "iuf" or all(isinstance(one, Real) for one in found.flat)
        fits &= found.dtype.kind != "b"
    if not fits:
        raise ParameterError(f"{label}={shown(value)}: give {_WANTED[kind]}{of_unit}")
    try:
        numbers = found.astype(float)
    except OverflowError:
        raise ParameterError(f"{label}: the number is too large to compute with") from None
    if kind == INTEGER and not (np.isfinite(numbers) & (np.trunc(numbers) == numbers)).all():
        raise ParameterError(f"{label}={shown(value)}: give {_WANTED[kind]}{of_unit}")
    return numbers if numbers.ndim else float(numbers)
