"""Translate names of components in equations."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from drivetrain.errors import nearest
from drivetrain.modelica.library import LibraryClass, class_that_stands_for, find_class
from drivetrain.modelica.lookup.found import FoundComponent, LibraryMember
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.class_members import ClassMembers
from drivetrain.modelica.translation.python_code import attribute, name, python_name
from drivetrain.modeling import Component, Connector

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext
    from drivetrain.modelica.translation.expressions import ExpressionTranslator

__all__ = ["EquationReader"]

Kind: TypeAlias = "StoredClass | LibraryClass | type[Connector] | None"


class EquationReader:
    """What components are in equations: ``self.shaft.flange_a.tau``.

    Parameters
    ----------
    context : ClassContext
        The class.
    """

    def __init__(self, context: ClassContext) -> None:
        self._context = context
        self.expressions: ExpressionTranslator

    def read(
        self, found: FoundComponent | LibraryMember, e: nodes.Reference, scope: StoredClass
    ) -> ast.expr:
        """Return a variable, a parameter or something inside a part.

        Raises
        ------
        ModelicaError
            If there is no such thing.
        """
        context = self._context
        if isinstance(found, LibraryMember):
            base = context.library_class(found.base, e.position)
            return self._followed(name("self"), base, list(e.parts), e)
        if found.owner not in context.members.ancestors:
            return context.expressions.in_scope(scope).translate(e)
        first, *rest = e.parts
        made = attribute(name("self"), python_name(first.name))
        made = self.expressions.subscript(made, first.subscripts)
        member = context.members.by_name.get(first.name)
        component, owner = found.component, found.owner
        if member is not None:
            component, owner = member.component, member.owner
        return self._followed(made, self._kind_of(component, owner), rest, e)

    def _followed(
        self, made: ast.expr, kind: Kind, rest: list[nodes.NamePart], e: nodes.Reference
    ) -> ast.expr:
        for part in rest:
            key, kind = self._member(kind, part.name, e)
            made = self.expressions.subscript(attribute(made, key), part.subscripts)
        return made

    def _kind_of(self, component: nodes.Component, owner: StoredClass) -> Kind:
        kind = self._context.lookup.class_of(component.type, owner)
        if isinstance(kind, StoredClass):
            return kind
        return find_class(kind.full_name, self._context.version)

    def _member(self, kind: Kind, part: str, e: nodes.Reference) -> tuple[str, Kind]:
        """Return the name here of a member of something, and what is inside it."""
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
        members = ClassMembers(self._context.lookup, kind)
        below = members.by_name.get(part)
        if below is not None:
            return python_name(part), self._kind_of(below.component, below.owner)
        for base in members.library_bases:
            of = find_class(base.full_name, self._context.version)
            if of is not None and part in of.members:
                return self._of_library(of, part, e)
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
