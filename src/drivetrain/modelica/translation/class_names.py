"""Names in the Python of a class: its own members, and what it takes from elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any, Final

from drivetrain import modeling
from drivetrain.modelica import arrays, functions, mathematics, records
from drivetrain.modelica.translation.python_code import attribute, name, python_name

__all__ = ["ClassNames"]

_MODELING: Final = "modeling"
_FUNCTIONS: Final = "functions"


_TAKEN: Final = frozenset(("self", "abs", "range", "list", "sum", "len", "zip"))


class ClassNames:
    """The names that the Python of a class reads, such that no member hides another thing.

    Parameters
    ----------
    members : iterable of str
        Modelica names of the members of the class.

    Attributes
    ----------
    suffix : str
        What local names end with, inside a branch.
    """

    def __init__(self, members: Iterable[str]) -> None:
        self.members = {python_name(one) for one in members}
        self.suffix = ""
        self.values: dict[str, Any] = {_MODELING: modeling, "__name__": "modelica"}

    def function(self, text: str) -> ast.expr:
        """Return a function of the modeling language."""
        return attribute(self.of(_MODELING, modeling), text)

    def modelica_function(self, text: str) -> ast.expr:
        """Return a function as Modelica defines it."""
        return attribute(self.of(_FUNCTIONS, functions), text)

    def array_function(self, text: str) -> ast.expr:
        """Return a function of arrays."""
        return attribute(self.of("arrays", arrays), text)

    def mathematical_function(self, text: str) -> ast.expr:
        """Return a function of the library that computes with vectors or texts."""
        return attribute(self.of("mathematics", mathematics), text)

    def record_function(self, text: str) -> ast.expr:
        """Return a function of records."""
        return attribute(self.of("records", records), text)

    def local(self, text: str) -> str:
        """Return a name for what only a part of a method knows, which hides nothing else."""
        key = python_name(text) + self.suffix
        while key in self.values or key in _TAKEN:
            key += "_"
        return key

    def unused(self, text: str, *, counted: bool = True) -> str:
        """Return a name for a further member: the text with a number; without one, if it may be."""
        if not counted and text not in self.members and text not in self.values:
            self.members.add(text)
            return text
        count = 1
        while f"{text}_{count}" in self.members or f"{text}_{count}" in self.values:
            count += 1
        self.members.add(f"{text}_{count}")
        return f"{text}_{count}"

    def of(self, text: str, value: Any) -> ast.expr:
        """Return a name for a value from elsewhere that no member of the class hides."""
        key = python_name(text)
        while key in self.members or self.values.get(key, value) is not value:
            key += "_"
        self.values[key] = value
        return name(key)
