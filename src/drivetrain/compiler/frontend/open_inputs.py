"""Inputs of a model that is not a part of another one: they have no source."""

from __future__ import annotations

import warnings
from dataclasses import replace
from weakref import WeakKeyDictionary

from drivetrain.errors import ModelError, ModelWarning
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.members import VariableRef
from drivetrain.modeling.tracing.bindings import in_unit_of
from drivetrain.modeling.tracing.slots import OwnVariable
from drivetrain.modeling.tracing.trace import Trace, TracedEquation

__all__ = ["held_input", "start_of", "with_held_inputs"]

_HELD: WeakKeyDictionary[Trace, Trace] = WeakKeyDictionary()
_NOWHERE = SourceLine("", 0)


def with_held_inputs(root: Trace) -> Trace:
    """Return a model whose inputs keep their start values, since nothing drives them.

    Parameters
    ----------
    root : Trace
        The model.

    Raises
    ------
    ModelError
        If a start value is computed from parameters, or nothing gives a member of a bus its value.

    Warns
    -----
    ModelWarning
        If there is such an input.
    """
    inputs = [own for own in root.variables if own.is_input]
    _refuse_open_buses(root)
    for own in inputs:
        warnings.warn(
            f"input '{own.name}' of the model '{root.title}' has no source, so it keeps its start "
            f"value, {start_of(own):g}: connect a source inside a model that contains this one",
            ModelWarning,
            stacklevel=2,
        )
    if inputs and root not in _HELD:
        held = [_equation(own, root) for own in inputs]
        _HELD[root] = replace(root, equations=[*root.equations, *held])
    return _HELD[root] if inputs else root


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


def _equation(own: OwnVariable, root: Trace) -> TracedEquation:
    signal = VariableRef(own.slot, own.declaration, own.name, True)
    return TracedEquation(signal, in_unit_of(signal, start_of(own)), _NOWHERE)
