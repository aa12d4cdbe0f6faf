"""Propose units for members that have none, as comments of converted classes."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from drivetrain import modeling
from drivetrain.errors import DrivetrainError
from drivetrain.modeling.members import Declaration
from drivetrain.modeling.tracing.slots import OwnParameter, OwnVariable
from drivetrain.modeling.tracing.trace import trace
from drivetrain.modeling.tracing.units.inferred_units import proposed_units

__all__ = ["has_open_units", "propose_units"]

_LINE: Final = re.compile(r"(?:[^\s,][^,:]*[/\\])?([^\s/\\,:][^/\\,:]*):(\d+): ")


def propose_units(made: ast.ClassDef, of: type[Any], new: Mapping[str, str]) -> None:
    """Give the declarations of a class comments on the units that its equations tell.

    Parameters
    ----------
    made : ClassDef
        The class as it will be written.
    of : type
        The class as it was compiled.
    new : mapping
        Members that get another name.
    """
    found = _proposals(of)
    for each in made.body:
        if not isinstance(each, ast.Assign) or not isinstance(each.targets[0], ast.Name):
            continue
        for name, comment in found.items():
            if each.targets[0].id == new.get(name, name):
                each.comment = comment  # type: ignore[attr-defined]


def has_open_units(declared: Mapping[str, Any]) -> bool:
    """Return whether some of these members have no unit."""
    return any(isinstance(one, Declaration) and one.is_open for one in declared.values())


def _proposals(of: type[Any]) -> dict[str, str]:
    """Return what is to be said of members, by their names."""
    if not issubclass(of, modeling.Component) or not has_open_units(of.declarations()):
        return {}
    try:
        traced = trace(of())
        found = proposed_units(traced)
    except DrivetrainError:  # it needs values that only those who use it know
        return {}
    elements: dict[str, list[tuple[str, str]]] = {}
    own: list[OwnVariable | OwnParameter] = [*traced.variables, *traced.parameters]
    for one in own:
        if one.declaration.is_open and not one.declaration.other_unit:
            told = found.get(one.name, ("", ""))
            elements.setdefault(one.name.partition("[")[0], []).append(told)
    return {
        name: f'unit: "{told[0][0]}"{_origin(told[0][1])}'
        for name, told in elements.items()
        if told[0][0] and len({unit for unit, _ in told}) == 1
    }


def _origin(place: str) -> str:
    """Return the line that tells a unit."""
    found = _LINE.search(place)
    return f", from line {found[2]} of {Path(found[1]).name}" if found else ""
