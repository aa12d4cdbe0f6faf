"""Start values that define an operating point: given ones count, the model's own are guesses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.operating_point import Requested
from drivetrain.compiler.frontend.qualified_names import (
    find_variable,
    own_variable,
    variable_name,
    variable_names,
)
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.translation import Translation
from drivetrain.errors import AnalysisError, NameLookupError, UsageError, nearest, shown
from drivetrain.modeling.argument_values import checked_number
from drivetrain.modeling.expression import REAL
from drivetrain.modeling.members import Variable

__all__ = ["checked_values", "requested", "turning_together", "with_given"]

Floats = NDArray[np.float64]

_SAME = 1e-7
"""Difference of what was asked and what was reached, relative to the size, that counts as none."""


def checked_values(t: Translation, given: Mapping[str, Any], label: str) -> dict[int, float]:
    """Return values by the number of the variable, in its unit.

    Parameters
    ----------
    t : Translation
        The compiled model.
    given : mapping
        Values by dotted name; states of contacts may be given by their names, ``"stuck"``.
    label : str
        Name of the argument, for messages.

    Raises
    ------
    NameLookupError
        If there is no such variable; the nearest one is suggested.
    UsageError, ParameterError, UnitError
        If a value does not fit.
    """
    if not isinstance(given, Mapping):
        raise UsageError(f"{label}={shown(given)}: give values by name, {{'J1.w': 10.0}}")
    return {_number(t, name, label): _value(t, name, value, label) for name, value in given.items()}


def _number(t: Translation, name: Any, label: str) -> int:
    number = find_variable(t.flat.root, name) if isinstance(name, str) else None
    if number is None:
        hint = nearest(str(name), variable_names(t.flat.root))
        raise NameLookupError(f"{label}: the model has no variable {name!r}{hint}")
    return number


def _value(t: Translation, name: str, value: Any, label: str) -> float:
    declaration = own_variable(t.flat.root, _number(t, name, label)).declaration
    if isinstance(value, str) and declaration.labels:
        return _labelled(declaration, name, value, label)
    return checked_number(value, name, declaration.unit, declaration.kind)


def _labelled(declaration: Variable, name: str, value: str, label: str) -> float:
    known = {text: number for number, text in (declaration.labels or {}).items()}
    if value not in known:
        raise UsageError(
            f"{label}: {name}={value!r}: it is one of {', '.join(known)}{nearest(value, known)}"
        )
    return float(known[value])


def turning_together(t: Translation, values: Values, given: Mapping[int, float]) -> Values:
    """Return start values at which everything turns with given speeds, and contacts are at rest.

    Parameters
    ----------
    t : Translation
        The compiled model.
    values : Values
        Its values.
    given : mapping of int to float
        Speeds by the number of the variable.
    """
    found = with_given(t, values, given)
    start, told = found.start.copy(), np.zeros_like(found.is_given)
    told[list(given)] = True
    still = [lock.variable for lock in t.holds if not found.is_fixed[lock.variable]]
    start[still], told[still] = 0.0, True
    return replace(found, start=start, is_given=told)


def with_given(t: Translation, values: Values, given: Mapping[int, float]) -> Values:
    """Return start values with given ones fixed and the model's own as guesses.

    Parameters
    ----------
    t : Translation
        The compiled model.
    values : Values
        Its values.
    given : mapping of int to float
        Values by the number of the variable.
    """
    start, fixed, told = values.start.copy(), values.is_fixed.copy(), values.is_given.copy()
    continuous = t.aliased.discrete < 0
    told |= fixed & continuous
    fixed &= ~continuous
    for number, value in given.items():
        start[number], fixed[number], told[number] = value, True, True
    return replace(values, start=start, is_fixed=fixed, is_given=told)


def requested(t: Translation, given: Mapping[int, float], row: Floats) -> tuple[Requested, ...]:
    """Return what was asked for and what was reached.

    Raises
    ------
    AnalysisError
        If they differ.
    """
    found = []
    for number, asked in given.items():
        declaration = own_variable(t.flat.root, number).declaration
        reached = float(t.value_in(number, row))
        one = Requested(variable_name(t.flat.root, number), declaration.unit, asked, reached)
        if abs(reached - asked) > _SAME * max(abs(asked), 1.0):
            raise AnalysisError(_missed(one, declaration))
        found.append(one)
    return tuple(found)


def _missed(one: Requested, declaration: Variable) -> str:
    asked, reached = one.asked, one.reached
    if declaration.kind != REAL:
        labels = declaration.labels or {0: "false", 1: "true"}
        texts = [labels.get(int(value), f"{value:g}") for value in (asked, reached)]
        return (
            f"asked for {one.name} = {texts[0]}, but at this point it is {texts[1]}: what an "
            "element does follows from speeds and loads there; give speeds, parameters or signals "
            "for which it is so"
        )
    return (
        f"asked for {one.name} = {asked:.9g} {one.unit}, but {reached:.9g} was reached: other "
        "values or equations determine it"
    )
