"""Follow names into parts: ``gear.flange_a``, ``disc[i].flange_b.phi``."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from drivetrain.errors import nearest
from drivetrain.modelica.library import LibraryClass, class_that_stands_for, find_class
from drivetrain.modelica.lookup.found import FoundClass
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.class_members import members_of
from drivetrain.modelica.translation.python_code import attribute, python_name
from drivetrain.modeling import Component, Connector

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["Kind", "PathTranslator", "Subscript"]

Kind: TypeAlias = "StoredClass | LibraryClass | type[Connector] | Undeclared | None"
Subscript: TypeAlias = Callable[[ast.expr, tuple[nodes.Expression, ...]], ast.expr]


class Undeclared:
    """What a bus has without declaring it: anything may be inside."""


class PathTranslator:
    """Translates what follows the first part of a name.

    Parameters
    ----------
    context : ClassContext
        The class in which the name stands.
    """

    def __init__(self, context: ClassContext) -> None:
        self._context = context

    def kind_of(self, found: FoundClass) -> Kind:
        """Return what is inside a class."""
        if isinstance(found, StoredClass):
            return found
        return find_class(found.full_name, self._context.version)

    def followed(
        self,
        made: ast.expr,
        kind: Kind,
        rest: list[nodes.NamePart],
        e: nodes.Reference,
        subscript: Subscript,
    ) -> ast.expr:
        """Return the Python for what is inside something.

        Parameters
        ----------
        made : expr
            The Python of what has it.
        kind : StoredClass, LibraryClass, connector or None
            Its class.
        rest : list of NamePart
            What follows.
        e : Reference
            The whole name.
        subscript : callable
            Returns elements of an array.

        Raises
        ------
        ModelicaError
            If there is no such thing.
        """
        while rest:
            part, *rest = rest
            older = f"{part.name}.{rest[0].name}" if rest else ""
            if isinstance(kind, LibraryClass) and older in kind.members:  # inPort.signal of 2002
                made, kind, part, *rest = attribute(made, kind.members[older]), None, *rest
            else:
                key, kind = self._member(kind, part.name, e)
                made = attribute(made, key)
            made = subscript(made, part.subscripts)
        return made

    def _member(self, kind: Kind, part: str, e: nodes.Reference) -> tuple[str, Kind]:
        """Return the name here of a member of something, and what is inside it."""
        if isinstance(kind, Undeclared):
            return python_name(part), kind
        if isinstance(kind, StoredClass):
            return self._of_own_class(kind, part, e)
        if isinstance(kind, LibraryClass):
            return self._of_library(kind, part, e)
        if isinstance(kind, type):
            names = [one.name for one in kind().variables()]
            if part in names:
                return part, None
            hint = nearest(part, names)
            raise self._context.mistake(e.position, f"'{e}': there is no '{part}'{hint}")
        raise self._context.mistake(e.position, f"'{e}': there is nothing inside to name '{part}'")

    def _of_own_class(self, kind: StoredClass, part: str, e: nodes.Reference) -> tuple[str, Kind]:
        members = members_of(self._context.lookup, kind)
        below = members.by_name.get(part)
        if below is not None:
            if below.component.prefixes.is_protected:
                place = below.owner.where(below.component.position)
                raise self._context.mistake(
                    e.position, f"'{e}': '{part}' is protected in {kind.full_name}, at {place}"
                )
            return python_name(part), self.kind_of(below.kind(self._context.lookup))
        for base in members.library_bases:
            of = find_class(base.full_name, self._context.version)
            if of is not None and part in of.members:
                return self._of_library(of, part, e)
        if kind.definition.kind.startswith("expandable"):
            return python_name(part), Undeclared()
        hint = nearest(part, members.by_name)
        raise self._context.mistake(e.position, f"'{e}': {kind.full_name} has no '{part}'{hint}")

    def _of_library(self, of: LibraryClass, part: str, e: nodes.Reference) -> tuple[str, Kind]:
        loaded = of.load()
        if not issubclass(loaded, Component):
            return self._member(loaded, part, e)
        ours = of.members.get(part)
        if ours is None:
            title = of.modelica_name or of.name
            hint = nearest(part, of.members)
            raise self._context.mistake(e.position, f"'{e}': {title} has no '{part}'{hint}")
        declared = loaded.declarations().get(ours)
        if isinstance(declared, Component):
            return ours, _library_class_of(type(declared))
        return ours, type(declared) if isinstance(declared, Connector) else None


@cache
def _library_class_of(part: type[Any]) -> LibraryClass:
    """Return the class of the library that a component class stands for, or it alone."""
    known = class_that_stands_for(part)
    members = {key: key for key in part.declarations()}
    return known or LibraryClass(part.__module__, part.__name__, members)
