"""Values that are given to a widget: checked, as plain numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from drivetrain.compiler.frontend.qualified_names import find_parameter, find_variable
from drivetrain.compiler.frontend.values import evaluate_values
from drivetrain.compiler.frontend.values.overrides import check_parameters, declaration_of
from drivetrain.compiler.translation import Translation
from drivetrain.errors import ParameterError, UsageError, shown
from drivetrain.modeling.argument_values import checked_number
from drivetrain.studio.model.places import EVERY, by_element, expanded

__all__ = ["by_array", "checked_stop_time", "plain_values"]

_INDEX = re.compile(r"\[\d+\]")
_TYPES = {"boolean": bool, "integer": int}


def by_array(translation: Translation, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values with those that all elements of an array have in common given once.

    It is the inverse of `by_element`, and how a page names them.
    """
    found: dict[str, Any] = {}
    for name, value in values.items():
        every = _INDEX.sub(EVERY, name)
        known = found.get(every)
        if every != name and known is None:
            elements = expanded(translation.flat.root, [every])[every]
            if all(one in values and values[one] == value for one in elements):
                found[every] = known = value
        if known is None:
            found[name] = value
    return found


def plain_values(translation: Translation, parameters: Any) -> dict[str, Any]:
    """Return parameters as numbers in their own units.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    parameters : mapping
        As for `simulate`; ``disc[:].J`` stands for all elements.

    Raises
    ------
    NameLookupError
        If the model has no such parameter.
    ParameterError, UnitError, UsageError
        If a value is not possible, or is a table.
    """
    given = by_element(translation.flat.root, check_parameters(parameters))
    values = evaluate_values(translation.flat, given)
    root = translation.flat.root
    plain: dict[str, Any] = {}
    for name in given:
        declared = declaration_of(translation.flat, name)
        if declared is None:
            raise ParameterError(f"{name!r} is a table, which has no slider: give it in the model")
        number = find_parameter(root, name)
        if number is None:
            number = find_variable(root, name.removesuffix(".start"))
            plain[name] = _TYPES.get(declared.kind, float)(values.start[number])
        else:
            plain[name] = _TYPES.get(declared.kind, float)(values.parameter[number])
    return plain


def checked_stop_time(stop_time: Any) -> float | None:
    """Return an end of a run, s.

    Raises
    ------
    UsageError
        If it is not a number or a time.
    """
    if stop_time is None:
        return None
    try:
        return checked_number(stop_time, "stop_time", "s")
    except ParameterError:
        raise UsageError(f"stop_time={shown(stop_time)}: give a number of seconds") from None
