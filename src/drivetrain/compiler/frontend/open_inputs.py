"""Inputs of a model that is not a part of another one: they have no source."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

from drivetrain.errors import ModelError, ModelWarning
from drivetrain.modeling.component import Component, SourceLine
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.members import VariableRef
from drivetrain.modeling.tracing.bindings import bind_modifiers, in_unit_of
from drivetrain.modeling.tracing.slots import OwnVariable, Sub
from drivetrain.modeling.tracing.trace import Trace, TracedEquation

__all__ = ["held_input", "start_of", "with_held_inputs"]

_HELD: WeakKeyDictionary[Trace, dict[tuple[tuple[str, float], ...], Trace]] = WeakKeyDictionary()
_NOWHERE = SourceLine("", 0)


def with_held_inputs(root: Trace, top: Component) -> Trace:
    """Return a model whose inputs keep what they are given, or their start values.

    Parameters
    ----------
    root : Trace
        The model.
    top : Component
        The object, which may give values to its inputs.

    Raises
    ------
    ModelError
        If a start value is computed from parameters, or nothing gives a member of a bus its value.

    Warns
    -----
    ModelWarning
        If there is an input without a value.
    """
    inputs = [own for own in root.variables if own.is_input]
    _refuse_open_buses(root)
    given = _given(root, top, inputs)
    for own in inputs:
        if own.name in given:
            continue
        warnings.warn(
            f"input '{own.name}' of the model '{root.title}' has no source, so it keeps its start "
            f"value, {start_of(own):g}: connect a source inside a model that contains this one",
            ModelWarning,
            stacklevel=2,
        )
    if not inputs:
        return root
    known, values = _HELD.setdefault(root, {}), tuple(given.items())
    if values not in known:
        held = [_equation(own, given.get(own.name)) for own in inputs]
        known[values] = replace(root, equations=[*root.equations, *held])
    return known[values]


def _given(root: Trace, top: Component, inputs: Sequence[OwnVariable]) -> dict[str, float]:
    """Return the values that a model object gives to its inputs, in SI units."""
    if not any(own.name in top._modifiers for own in inputs):
        return {}
    return dict(bind_modifiers(Sub("", root, None, 0, 0, 0, 0), top, lambda one: one).inputs)


def _refuse_open_buses(root: Trace) -> None:
    """Refuse a member of a bus that parts read and nothing gives a value."""
    for bus in root.buses:
        for member in bus.members.values():
            if member.role == "sink":
                place = f" [{member.where}]" if member.where.line else ""
                raise ModelError(
                    f"nothing gives '{member.own.name}' of the model '{root.title}' a value: "
                    f"connect a source to it{place}"
                )


def start_of(own: OwnVariable) -> float:
    """Return the start value of an input.

    Raises
    ------
    ModelError
        If it is computed from parameters.
    """
    start = own.start
    if isinstance(start, Expr):
        raise ModelError(
            f"input '{own.name}' has no source, and its start value is computed, '{start}': "
            "connect a source inside a model that contains this one, or give it a number"
        )
    return 0.0 if start is None else start


def held_input(own: OwnVariable, slot: int, name: str, where: SourceLine | None) -> TracedEquation:
    """Return the equation of an input of a part that keeps its start value.

    Parameters
    ----------
    own : OwnVariable
        The input.
    slot : int
        Its number in the class that contains the part.
    name : str
        Its name there.
    where : SourceLine
        Where the part is declared.

    Warns
    -----
    ModelWarning
        That it has no source.
    """
    warnings.warn(
        f"input '{name}' has no source, so it keeps its start value, {start_of(own):g}: connect a "
        f"source, or give it this value to be sure [{where}]",
        ModelWarning,
        stacklevel=2,
    )
    signal = VariableRef(slot, own.declaration, name, True)
    return TracedEquation(signal, in_unit_of(signal, start_of(own)), where or _NOWHERE)


def _equation(own: OwnVariable, given: float | None) -> TracedEquation:
    signal = VariableRef(own.slot, own.declaration, own.name, True)
    value = start_of(own) if given is None else given
    return TracedEquation(signal, in_unit_of(signal, value), _NOWHERE)
