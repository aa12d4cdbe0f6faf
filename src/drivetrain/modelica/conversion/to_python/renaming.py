"""Give members the spelling of Python: camelCase becomes snake_case."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from drivetrain.modelica.library import snake_case
from drivetrain.modelica.translation.component_class import TranslatedClass
from drivetrain.modeling import Bus, Component, Connector, Model

__all__ = ["new_names", "renamed"]

_SYMBOL: Final = 3
"""Most letters of a symbol that keeps its spelling."""


def new_names(classes: Iterable[TranslatedClass]) -> dict[str, str]:
    """Return the members of some classes that are spelt differently in Python.

    A member keeps its name where the new one belongs to something else, and if it is a short
    symbol such as ``dT``.

    Parameters
    ----------
    classes : iterable of TranslatedClass
        All classes of a module. Members of this package's classes have the new spelling already.
    """
    every = list(classes)
    members = {key for one in every for key in (*_members(one.made), *_on_buses(one))}
    made = {key: snake_case(key) for key in members}
    wanted = list(made.values())
    return {
        key: new
        for key, new in made.items()
        if new != key and len(key) > _SYMBOL and wanted.count(new) == 1 and not _is_taken(new)
    }


def _members(made: type[Any]) -> Iterable[str]:
    if issubclass(made, Bus):
        return made.declared()
    if issubclass(made, Connector):
        return [one.name for one in made.variables()]
    declared: Mapping[str, Any] = made.declarations()
    return declared


def _on_buses(one: TranslatedClass) -> Iterator[str]:
    """Yield the names of what a class connects to buses, whether these declare it or not."""
    if not issubclass(one.made, Component):
        return
    declared = one.made.declarations()
    for node in ast.walk(one.node):
        steps = _steps(node)
        if not steps:
            continue
        found: Any = declared.get(steps[0])
        at = 1
        if isinstance(found, Component) and len(steps) > 1:
            found, at = type(found).declarations().get(steps[1]), 2
        if isinstance(found, Bus):
            yield from steps[at:]


def _steps(node: ast.AST) -> list[str]:
    """Return the names behind ``self``, if a node begins there."""
    steps: list[str] = []
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            steps.append(node.attr)
        node = node.value
    return steps[::-1] if isinstance(node, ast.Name) and node.id == "self" else []


def _is_taken(text: str) -> bool:
    return keyword.iskeyword(text) or hasattr(Model, text)


def renamed(node: ast.ClassDef, new: Mapping[str, str], outside: Iterable[str]) -> ast.ClassDef:
    """Return a class with other names of members.

    Parameters
    ----------
    node : ast.ClassDef
        The class.
    new : mapping
        Old name → new name.
    outside : iterable of str
        Names in it that mean something from elsewhere.
    """
    left = {key: value for key, value in new.items() if key not in set(outside)}
    made: ast.ClassDef = _Renaming(new, left).visit(node)
    return made


class _Renaming(ast.NodeTransformer):
    def __init__(self, members: Mapping[str, str], names: Mapping[str, str]) -> None:
        self._members, self._names = members, names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Name(self._names.get(node.id, node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(self._names.get(node.arg, node.arg), node.annotation)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        return ast.Attribute(node.value, self._members.get(node.attr, node.attr), node.ctx)

    def visit_keyword(self, node: ast.keyword) -> ast.keyword:
        self.generic_visit(node)
        return ast.keyword(self._members.get(node.arg or "", node.arg), node.value)
