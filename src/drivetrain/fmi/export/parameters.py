"""Parameters of a unit: which can be set, which follow from others, which are fixed at export."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.qualified_names import component_path, parameter_names
from drivetrain.compiler.translation import Translation
from drivetrain.fmi.binary.parameter_program import ParameterProgram
from drivetrain.modeling.members import Parameter

__all__ = ["ExportedParameter", "StructuralValue", "exported_parameters", "structural_values"]


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
        ``"free"``: it can be set; ``"computed"``: it follows from others; ``"fixed"``: it can only
        be changed before the export.
    obstacle : str
        Why it cannot be set.
    """

    number: int
    name: str
    declaration: Parameter
    value: float
    role: str
    obstacle: str


class StructuralValue(NamedTuple):
    """A parameter whose value the equations were made with."""

    name: str
    value: bool | int | float
    description: str


def exported_parameters(
    translation: Translation, program: ParameterProgram
) -> list[ExportedParameter]:
    """Return all run-time parameters in the order of declaration.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    program : ParameterProgram
        Which of them can be set in a unit, and what follows from them.
    """
    flat, values = translation.flat, translation.values.parameter.tolist()
    hidden = {number for one in translation.inputs for number in one.parameters}
    names, settable = parameter_names(flat.root), program.settable.tolist()
    found = {}
    for one in flat.instances:
        for own in one.trace.parameters:
            for number in (one.parameter + own.slot).tolist():
                if number not in hidden:
                    role = "computed" if program.computed[number] else "fixed"
                    role = "free" if settable[number] else role
                    found[number] = ExportedParameter(
                        number, names[number], own.declaration, values[number], role,
                        program.obstacle.get(number, ""),
                    )  # fmt: skip
    return [found[number] for number in sorted(found)]


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
    reason = "structural, cannot be set: the equations follow from it"
    said = declared.doc if isinstance(declared, Parameter) else ""
    return f"{said} ({reason})" if said else reason
