"""Numbers: what may be given for a parameter."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np

from drivetrain.errors import ParameterError
from drivetrain.modeling.expression import BOOLEAN, INTEGER, REAL, Expr

__all__ = ["checked_value"]

_WANTED = {REAL: "a number", INTEGER: "a whole number", BOOLEAN: "True or False"}


def checked_value(value: Any, kind: str, label: str) -> Any:
    """Return what a parameter is given as numbers, or refuse it.

    Parameters
    ----------
    value : number, bool, array_like or Expr
        What is given; expressions pass.
    kind : {"real", "integer", "boolean"}
        Type of the parameter.
    label : str
        Name of the parameter, for messages.

    Raises
    ------
    ParameterError
        If the value is not of that type; text is no number, nor are True and False.
    """
    if isinstance(value, Expr):
        return value
    found = np.asarray(value)
    if kind == BOOLEAN:
        fits = found.dtype.kind == "b"
    else:
        fits = found.dtype.kind in "iuf" or all(isinstance(one, Real) for one in found.flat)
        fits &= found.dtype.kind != "b"
    if kind == INTEGER and fits:
        fits = all(one == one // 1 for one in found.flat)
    if not fits:
        raise ParameterError(f"{label}={value!r}: give {_WANTED[kind]}")
    try:
        numbers = found.astype(float)
    except OverflowError:
        raise ParameterError(f"{label}: the number is too large to compute with") from None
    return numbers if numbers.ndim else float(numbers)
