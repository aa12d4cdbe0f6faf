"""Follow names into parts: ``gear.flange_a``, ``disc[i].flange_b``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from drivetrain import modeling
from drivetrain.errors import nearest
from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundClass, FoundComponent, LibraryMember, LibraryName
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.class_members import ClassMembers
from drivetrain.modelica.translation.python_code import attribute, name, python_name

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["PathTranslator"]


class PathTranslator:
    """Translates names of what is inside the class.

    Parameters
    ----------
    context : ClassContext
        The class.
    """

    def __init__(self, context: ClassContext) -> None:
        self._context = context

    def connector(self, end: nodes.Reference) -> ast.expr:
        """Return an end of a connection.

        Raises
        ------
        ModelicaError
            If it is none.
        """
        if any(part.subscripts for part in end.parts):
            raise self._context.mistake(end.position, "indices in connect are not supported yet")
        found = self._context.lookup.meaning(end, self._context.stored)
        if not isinstance(found, (FoundComponent, LibraryMember)):
            raise self._context.mistake(end.position, f"'{end}' is no connector")
        return self.followed(name("self"), found, end)

    def followed(
        self, of: ast.expr, found: FoundComponent | LibraryMember, e: nodes.Reference
    ) -> ast.expr:
        """Return the Python for a name that begins with a component.

        Parameters
        ----------
        of : expr
            What has the component: ``self``.
        found : FoundComponent or LibraryMember
            The component.
        e : Reference
            The name.

        Raises
        ------
        ModelicaError
            If a class has no such member.
        """
        if isinstance(found, LibraryMember):
            base = self._context.library_class(found.base, e.position)
            return self._in_python(of, base.load(), base.members, [p.name for p in e.parts], e)
        made = attribute(of, python_name(e.parts[0].name))
        kind = self._kind(found)
        for k, part in enumerate(e.parts[1:], 1):
            rest = [one.name for one in e.parts[k:]]
            if isinstance(kind, LibraryName):
                return self._in_library(made, kind.full_name, rest, e)
            members = ClassMembers(self._context.lookup, self._stored(kind, e))
            member = members.by_name.get(part.name)
            if member is None:
                return self._inherited(made, members, rest, e)
            made = attribute(made, python_name(part.name))
            kind = self._context.lookup.class_of(member.component.type, member.owner)
        return made

    def _kind(self, found: FoundComponent) -> FoundClass:
        member = self._context.members.by_name.get(found.component.name)
        if member is not None and found.owner in self._context.members.ancestors:
            return self._context.lookup.class_of(member.component.type, member.owner)
        return self._context.lookup.class_of(found.component.type, found.owner)

    def _stored(self, kind: FoundClass, e: nodes.Reference) -> StoredClass:
        if not isinstance(kind, StoredClass):
            raise self._context.mistake(e.position, f"'{e}' goes into a {kind.full_name}")
        return kind

    def _inherited(
        self, made: ast.expr, members: ClassMembers, rest: list[str], e: nodes.Reference
    ) -> ast.expr:
        for base in members.library_bases:
            of = library.find_class(base.full_name, self._context.version)
            if of is not None and rest[0] in of.members:
                return self._in_library(made, base.full_name, rest, e)
        title = members.ancestors[0].full_name
        hint = nearest(rest[0], members.by_name)
        raise self._context.mistake(e.position, f"{title} has no '{rest[0]}'{hint}")

    def _in_library(
        self, made: ast.expr, full_name: str, rest: list[str], e: nodes.Reference
    ) -> ast.expr:
        of = self._context.library_class(full_name, e.position)
        return self._in_python(made, of.load(), of.members, rest, e, of.modelica_name)

    def _in_python(
        self,
        made: ast.expr,
        python: type[Any],
        members: Any,
        rest: list[str],
        e: nodes.Reference,
        title: str = "",
    ) -> ast.expr:
        """Follow a name into a class of this package."""
        ours = members.get(rest[0])
        if ours is None and ".".join(rest[:2]) in members:  # a signal of 2002: inPort.signal
            ours, rest = members[".".join(rest[:2])], rest[1:]
        if ours is None:
            title = title or python.__name__
            hint = nearest(rest[0], members)
            raise self._context.mistake(e.position, f"{title} has no '{rest[0]}'{hint}")
        made = attribute(made, ours)
        if len(rest) == 1:
            return made
        declared = python.declarations().get(ours)
        if isinstance(declared, modeling.Connector):
            carried = {one.name: one.name for one in declared.variables()}
            return self._in_python(made, type(declared), carried, rest[1:], e, rest[0])
        below = library.class_that_stands_for(type(declared))
        if below is None:
            raise self._context.mistake(e.position, f"'{rest[0]}' has no '{rest[1]}'")
        return self._in_python(made, below.load(), below.members, rest[1:], e, below.modelica_name)
