"""Modelica names of the classes of this package and of their members."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from drivetrain.errors import ModelicaError
from drivetrain.modelica.library import (
    LibraryClass,
    find_class,
    find_enumeration,
    known_classes,
    known_enumerations,
)

__all__ = ["literal_of", "member_name", "modelica_class"]

_OLD: Final = "drivetrain.edition2002"


def modelica_class(made: type[Any]) -> LibraryClass | None:
    """Return what a class of this package is in Modelica; ``None`` if it has no counterpart."""
    return _by_class().get(made)


@cache
def _by_class() -> Mapping[type[Any], LibraryClass]:
    found: dict[type[Any], LibraryClass] = {}
    for name in known_classes():
        of = find_class(name)
        if of is not None and of.modelica_name == name and not of.module.startswith(_OLD):
            found.setdefault(of.load(), of)
    return found


def member_name(of: LibraryClass, ours: str) -> str:
    """Return the Modelica name of a member of a class of the library.

    Raises
    ------
    ModelicaError
        If only this package has such a member.
    """
    for names in (of.modifiers, of.members):
        found = [modelica for modelica, name in names.items() if name == ours]
        if found:
            return found[-1]  # those of older editions come first
    raise ModelicaError(f"'{ours}' of {of.name} has no counterpart in Modelica")


def literal_of(value: str, choices: tuple[Any, ...]) -> str:
    """Return the full name of the literal of an enumeration that a choice is in Modelica.

    Parameters
    ----------
    value : str
        The choice, such as ``"linear_segments"``.
    choices : tuple
        All that it is chosen from.

    Raises
    ------
    ModelicaError
        If there is no such enumeration.
    """
    for name in known_enumerations():
        literals = find_enumeration(name) or {}
        if value in literals.values() and set(choices) <= set(literals.values()):
            return f"{name}.{next(key for key, one in literals.items() if one == value)}"
    raise ModelicaError(f"'{value}' has no counterpart in Modelica")
