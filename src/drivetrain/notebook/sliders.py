"""Which parameters have a slider: those named, each as the Studio would show it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from drivetrain.compiler.frontend.qualified_names import find_parameter, find_variable
from drivetrain.compiler.frontend.values import Values, evaluate_values
from drivetrain.compiler.frontend.values.overrides import declaration_of
from drivetrain.compiler.translation import Translation
from drivetrain.errors import NameLookupError, ParameterError, UsageError, nearest, shown
from drivetrain.modeling.argument_values import checked_number
from drivetrain.modeling.tracing.trace import Trace
from drivetrain.patterns import is_pattern, wildcard
from drivetrain.studio.model.parameters import (
    Adjustable,
    adjustables,
    slider_range,
    spans_decades,
)
from drivetrain.studio.model.places import EVERY, by_element, expanded, place_of

__all__ = ["chosen_sliders", "following"]

_MOST = 40
_NUMBER = re.compile(r"\[\d+\]")
_START = ".start"


def chosen_sliders(
    translation: Translation, names: Sequence[Any], ranges: Mapping[str, Any]
) -> list[Adjustable]:
    """Return what the sliders move, in the order in which it was named.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    names : sequence of str
        Names of parameters and start values, or patterns with ``*`` and ``?``. Those of an array
        have its index, ``"disc[3].J"``, or ``[:]`` for all its elements together.
    ranges : mapping of str to pair
        Lowest and highest value of sliders; what is not among `names` is added.

    Raises
    ------
    NameLookupError
        If there is no such parameter; the nearest is suggested.
    ParameterError
        If it cannot be moved.
    UsageError
        If a range is none, or there are too many sliders.
    """
    known = {one.name: one for one in _all(translation)}
    found: dict[str, Adjustable] = {}
    for name in (*names, *ranges):
        found |= {
            one.name: one for one in _named(translation, known, name) if one.name not in found
        }
    if len(found) > _MOST:
        raise UsageError(
            f"{len(found)} sliders are more than the {_MOST} that can be shown: name fewer"
        )
    for name, given in ranges.items():
        for one in _named(translation, known, name):
            found[one.name] = _within(one, given)
    return list(found.values())


def following(
    translation: Translation, sliders: Sequence[Adjustable], given: Mapping[str, Any]
) -> list[Adjustable]:
    """Return sliders with the values that they have while some are set.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    sliders : sequence of Adjustable
        From `chosen_sliders`.
    given : mapping
        What is set, by name. The value of one of these is that which it has without.

    Raises
    ------
    DrivetrainError
        If the model does not allow the values.
    """
    flat = translation.flat
    together = evaluate_values(flat, by_element(flat.root, given))

    def values_of(name: str) -> Values:
        if name not in given:
            return together
        others = {one: given[one] for one in given if one != name}
        return evaluate_values(flat, by_element(flat.root, others))

    return [_with(one, _common(translation, values_of(one.name), one.name)) for one in sliders]


def _with(one: Adjustable, value: float | None) -> Adjustable:
    """Return a slider with another value, which lies within its range."""
    if value is None or value == one.value:
        return one
    kind = {"boolean": bool, "integer": int}.get(one.kind, float)
    return replace(one, value=kind(value), low=min(one.low, value), high=max(one.high, value))


def _common(translation: Translation, values: Values, name: str) -> float | None:
    """Return the value of a parameter or a start; None if the elements of an array differ."""
    root = translation.flat.root
    found = {_number(root, values, one) for one in expanded(root, [name])[name]}
    return found.pop() if len(found) == 1 else None


def _number(root: Trace, values: Values, name: str) -> float | None:
    number = find_parameter(root, name)
    if number is not None:
        return float(values.parameter[number])
    if not name.endswith(_START):
        return None
    number = find_variable(root, name.removesuffix(_START))
    return None if number is None else float(values.start[number])


def _all(translation: Translation, path: str = "") -> Iterator[Adjustable]:
    """Yield what can be set in a part and in those inside it; an array is one part."""
    place = place_of(translation.flat.root, path)
    yield from adjustables(translation, place)
    for sub in place.trace.subs:
        inside = f"{path}.{sub.name}" if path else sub.name
        yield from _all(translation, inside + EVERY * (sub.count is not None))


def _named(
    translation: Translation, known: Mapping[str, Adjustable], name: Any
) -> list[Adjustable]:
    if not isinstance(name, str):
        raise UsageError(
            f"explore({shown(name)}): name parameters by texts, as in explore('clutch.fn_max')"
        )
    if is_pattern(name):
        fits = [
            one for one in known.values() if _can_move(one) and wildcard(name).fullmatch(one.name)
        ]
        if not fits:
            raise NameLookupError(f"no parameter that a slider could move fits {name!r}")
        return fits
    one = known.get(name) or _element(translation, known, name)
    if one is None:
        raise _unknown(translation, known, name)
    if not _can_move(one):
        raise ParameterError(
            f"{name!r} cannot have a slider: {one.note or 'it is no single value'}"
        )
    return [one]


def _can_move(one: Adjustable) -> bool:
    return one.is_settable and one.kind != "choice"


def _element(
    translation: Translation, known: Mapping[str, Adjustable], name: str
) -> Adjustable | None:
    """Return what a slider moves of one element of an array."""
    root = translation.flat.root
    whole = known.get(_NUMBER.sub(EVERY, name))
    if whole is None or whole.name == name:
        return None
    value = _number(root, translation.values, name)
    if value is None:
        return None
    low, high, is_logarithmic = slider_range(value, whole.least, whole.most)
    kind = {"boolean": bool, "integer": int}.get(whole.kind, float)
    return replace(
        whole, name=name, label=name.rpartition(".")[2], value=kind(value), low=low, high=high,
        is_logarithmic=is_logarithmic, is_settable=not _is_final(translation, name), note="",
    )  # fmt: skip


def _is_final(translation: Translation, name: str) -> bool:
    return bool(getattr(declaration_of(translation.flat, name), "final", False))


def _unknown(
    translation: Translation, known: Mapping[str, Adjustable], name: str
) -> NameLookupError:
    """Return the error for a name that is no parameter."""
    title = translation.flat.root.title
    if find_variable(translation.flat.root, name) is not None:
        start = f"{name}{_START}"
        told = f", or its start value {start!r}" if start in known else ""
        return NameLookupError(
            f"{name!r} is a variable: name a parameter on which it depends{told}; "
            f"plot=[{name!r}] draws it"
        )
    inside = [one for one in known if one.startswith((f"{name}.", f"{name}["))]
    if inside:
        few = ", ".join(map(repr, inside[:4]))
        return NameLookupError(
            f"{name!r} is a part: name its parameters, {few}, or {name + '.*'!r}"
        )
    return NameLookupError(f"'{title}' has no parameter {name!r}{nearest(name, known)}")


def _within(one: Adjustable, given: Any) -> Adjustable:
    """Return a slider that goes from a lowest to a highest value."""
    if one.kind == "boolean":
        raise UsageError(f"ranges: {one.name!r} is true or false and has no range")
    try:
        low, high = given
    except (TypeError, ValueError):
        raise UsageError(
            f"ranges={{{one.name!r}: {shown(given)}}}: give the lowest and the highest value, "
            "(low, high)"
        ) from None
    low, high = (
        checked_number(end, f"ranges[{one.name!r}]", one.unit or "1", "real") for end in (low, high)
    )
    least = -float("inf") if one.least is None else one.least
    most = float("inf") if one.most is None else one.most
    if not low < high or not least <= low or not high <= most:
        raise UsageError(
            f"ranges={{{one.name!r}: ({low:g}, {high:g})}}: the lowest value comes first, and both "
            f"lie within the bounds of the parameter, {least:g} and {most:g}"
        )
    return replace(one, low=low, high=high, is_logarithmic=spans_decades(low, high))
