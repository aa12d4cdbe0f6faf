"""The parameters with respect to which something is differentiated: values, units, steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from drivetrain.analysis.arguments import items, positive
from drivetrain.compiler.frontend.qualified_names import find_parameter, find_variable, table_names
from drivetrain.compiler.frontend.values import Values, check_parameters, declaration_of
from drivetrain.compiler.translation import Translation
from drivetrain.errors import ParameterError, UsageError, nearest, shown

__all__ = ["Varied", "present_value", "refuse_bound_together", "value_of", "varied_parameters"]


class Varied(NamedTuple):
    """A parameter that is varied.

    Attributes
    ----------
    name : str
        Dotted name; a start value ends with ``.start``.
    unit : str
        Its unit.
    value : float
        Its value.
    step : float
        By how much it is changed.
    sides : tuple of bool
        Whether it can be made smaller, and greater, by the step.
    """

    name: str
    unit: str
    value: float
    step: float
    sides: tuple[bool, bool]


def varied_parameters(
    translation: Translation, names: Any, given: Mapping[str, Any], step: float, scale: Any
) -> list[Varied]:
    """Return parameters with values and steps.

    Parameters
    ----------
    translation : Translation
        The model.
    names : str or sequence of str
        The parameters.
    given : mapping
        Values that differ from those of the model.
    step : float
        Relative step.
    scale : mapping or None
        Sizes to which the step is relative, in place of the value.

    Raises
    ------
    UsageError
        If one is not a real parameter, given twice, zero without a scale, or overrides another.
    NameLookupError
        If there is none of that name.
    """
    wanted = [names] if isinstance(names, str) else items(names)
    if not wanted:
        raise UsageError(f"parameters={shown(names)}: name them, ['clutch.fn_max', 'load.J']")
    values = translation.parameter_updates.values(given)
    sizes = _sizes(translation, scale, wanted)
    found = [_varied(translation, one, values, given, step, sizes) for one in wanted]
    for one in wanted:
        if wanted.count(one) > 1:
            raise UsageError(f"parameters: {one!r} is named twice")
    refuse_bound_together(translation, {one.name: one.value for one in found}, given)
    return found


def value_of(translation: Translation, values: Values, name: str) -> float:
    """Return the value of a real parameter, or a start value.

    Parameters
    ----------
    translation : Translation
        The model.
    values : Values
        All values.
    name : str
        Dotted name.

    Raises
    ------
    UsageError
        If it is a table, whole or true.
    ParameterError
        If it is no parameter, or cannot be set.
    """
    root = translation.flat.root
    if not isinstance(name, str):
        raise UsageError(f"parameters: {shown(name)} is not the name of a parameter; give a text")
    if name in table_names(root):
        raise UsageError(f"{name!r} is a table: vary a number, such as a factor of its values")
    declaration = declaration_of(translation.flat, name)
    if declaration is None:
        translation.parameter_updates.values({name: 0.0})  # refuses the name
        raise UsageError(f"{name!r} cannot be varied")
    if declaration.kind != "real":
        raise UsageError(f"{name!r} is {declaration.kind}: it cannot be varied in small steps")
    value = present_value(translation, values, name)
    if np.isnan(value):
        raise UsageError(f"{name!r} is not given: say parameters={{{name!r}: …}}")
    translation.parameter_updates.values({name: value})  # refuses what cannot be set
    return value


def _varied(
    translation: Translation,
    name: Any,
    values: Values,
    given: Mapping[str, Any],
    relative: float,
    sizes: Mapping[str, float],
) -> Varied:
    value = value_of(translation, values, name)
    size = sizes.get(name, abs(value))
    declaration = declaration_of(translation.flat, name)
    assert declaration is not None
    if size == 0:
        unit = "" if declaration.unit == "1" else f", in {declaration.unit}"
        raise UsageError(
            f"{name!r} is 0, so a relative step says nothing: give the size of a usual change, "
            f"scale={{{name!r}: …}}{unit}"
        )
    step = relative * size
    sides = tuple(
        _is_allowed(translation, {**given, name: value + change}) for change in (-step, step)
    )
    if not any(sides):
        translation.parameter_updates.values({**given, name: value + step})  # says why
    return Varied(name, declaration.unit, value, step, (sides[0], sides[1]))


def _is_allowed(translation: Translation, values: Mapping[str, Any]) -> bool:
    try:
        translation.parameter_updates.values(values)
    except ParameterError:
        return False
    return True


def _sizes(translation: Translation, scale: Any, names: Iterable[Any]) -> dict[str, float]:
    known = [name for name in names if isinstance(name, str)]
    if scale is not None and not isinstance(scale, Mapping):
        raise UsageError(f"scale={shown(scale)}: give sizes by name, scale={{'load.w.start': 1.0}}")
    found = {}
    for name, size in check_parameters(scale).items():
        declaration = declaration_of(translation.flat, name) if name in known else None
        if declaration is None:
            raise UsageError(f"scale: {name!r} is not varied{nearest(name, known)}")
        found[name] = positive(size, f"scale of {name}", declaration.unit)
    return found


def refuse_bound_together(
    translation: Translation, varied: Mapping[str, float], given: Mapping[str, Any]
) -> None:
    """Refuse parameters of which one follows from another.

    A value that is given takes the place of what a parameter is bound to. So the other one would
    have no effect through it, without a word.

    Parameters
    ----------
    translation : Translation
        The model.
    varied : mapping of str to float
        Names and values of what is varied together.
    given : mapping
        Values that are given besides.

    Raises
    ------
    UsageError
        The message names both.
    """
    if len(varied) < 2:
        return
    others = {name: value for name, value in given.items() if name not in varied}
    places = {name: _place(translation, name) for name in varied}
    for name, value in varied.items():
        for other in _following(translation, others, name, value, places):
            raise UsageError(
                f"{other!r} follows from {name!r} in the model, and a value given for it overrides "
                f"that: varied together, {name!r} would have no effect through it. Vary one of "
                "them, or each in a call of its own"
            )


def _following(
    translation: Translation,
    others: Mapping[str, Any],
    name: str,
    value: float,
    places: Mapping[str, _Place],
) -> list[str]:
    """Return which of the other parameters change with one of them."""
    updates = translation.parameter_updates
    before = updates.values({**others, name: value})
    found: set[str] = set()
    for change in (1e-4, -1e-4, 0.1, -0.1):
        moved = value + change * (abs(value) or 1.0)
        try:
            after = updates.values({**others, name: moved})
        except ParameterError:
            continue
        found.update(
            other
            for other, place in places.items()
            if other != name and place.read(before) != place.read(after)
        )
    return sorted(found)


def present_value(translation: Translation, values: Values, name: str) -> float:
    """Return the value of a parameter, or a start value, that is known to be one.

    Parameters
    ----------
    translation : Translation
        The model.
    values : Values
        All values.
    name : str
        Dotted name.
    """
    return _place(translation, name).read(values)


class _Place(NamedTuple):
    """Where values hold a parameter, or a start value."""

    number: int
    is_start: bool

    def read(self, values: Values) -> float:
        return float((values.start if self.is_start else values.parameter)[self.number])


def _place(translation: Translation, name: str) -> _Place:
    root = translation.flat.root
    number = find_parameter(root, name)
    if number is not None:
        return _Place(number, False)
    variable = find_variable(root, name.removesuffix(".start"))
    assert variable is not None
    return _Place(variable, True)
