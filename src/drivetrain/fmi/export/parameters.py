"""Parameters of a unit: which can be set, which follow from others, which are fixed at export."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.flatten import Flat, Instances
from drivetrain.compiler.frontend.idle_parameters import parameter_slot
from drivetrain.compiler.frontend.qualified_names import component_path, parameter_names
from drivetrain.compiler.frontend.values import find_sources
from drivetrain.compiler.translation import Translation
from drivetrain.modeling.expression import Expr, walk
from drivetrain.modeling.members import Parameter

__all__ = ["ExportedParameter", "StructuralValue", "exported_parameters", "structural_values"]

Bools = NDArray[np.bool_]


class ExportedParameter(NamedTuple):
    """A run-time parameter.

    Attributes
    ----------
    number : int
        Its number in the flat model.
    name : str
        Dotted name.
    declaration : Parameter
        Unit, bounds, description.
    value : float
        Value in the model.
    role : str
        ``"free"``: it can be set; ``"leading"``: other values follow from it; ``"computed"``: it
        follows from others; ``"constant"``: its class gives it a value for good.
    """

    number: int
    name: str
    declaration: Parameter
    value: float
    role: str


class StructuralValue(NamedTuple):
    """A parameter whose value the equations were made with."""

    name: str
    value: bool | int | float
    description: str


def exported_parameters(translation: Translation) -> list[ExportedParameter]:
    """Return all run-time parameters in the order of declaration.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    """
    flat, values = translation.flat, translation.values.parameter.tolist()
    names = parameter_names(flat.root)
    computed, leading = _computed(flat)
    found: list[ExportedParameter | None] = [None] * flat.n_parameters
    for one in flat.instances:
        for own in one.trace.parameters:
            for number in (one.parameter + own.slot).tolist():
                role = "constant" if own.declaration.final else "free"
                role = "leading" if leading[number] and role == "free" else role
                role = "computed" if computed[number] else role
                found[number] = ExportedParameter(
                    number, names[number], own.declaration, values[number], role
                )
    return [one for one in found if one is not None]


def _computed(flat: Flat) -> tuple[Bools, Bools]:
    """Return which parameters follow from others, and from which ones something follows."""
    computed, leading = (np.zeros(flat.n_parameters, dtype=bool) for _ in range(2))
    sources = find_sources(flat)
    for source in sources.parameters:
        read = _read(source.one, source.expression)
        if read:
            computed[source.target[source.free]] = True
            rows = source.free.any(axis=1)
            leading[source.one.parameter[rows, None] + read] = True
    for one, expression in sources.others:
        leading[one.parameter[:, None] + np.array(_read(one, expression), dtype=np.int64)] = True
    return computed, leading


def _read(one: Instances, expression: Expr) -> list[int]:
    """Return the slots of the parameters in an expression."""
    slots = (parameter_slot(one.trace, leaf) for leaf in walk(expression))
    return sorted({slot for slot in slots if slot is not None})


def structural_values(flat: Flat) -> Iterator[StructuralValue]:
    """Yield the structural parameters with numbers or truth values, by name.

    Parameters
    ----------
    flat : Flat
        The flat model.
    """
    found = []
    for one in flat.instances:
        members = [
            (name, value, _described(one.trace.cls, name))
            for name, value in one.trace.structural.items()
            if isinstance(value, (bool, int, float))
        ]
        for start in one.variable.tolist() if members else ():
            path = component_path(flat.root, start, one.trace)
            found += [
                StructuralValue(f"{path}.{name}" if path else name, value, text)
                for name, value, text in members
            ]
    yield from sorted(found)


def _described(cls: type[Any], name: str) -> str:
    declared = getattr(cls, name, None)
    reason = "structural: the equations were made with this value, so it cannot be set"
    said = declared.doc if isinstance(declared, Parameter) else ""
    return f"{said} ({reason})" if said else reason
