"""Translate names of components: in the body of a class, and in its equations."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from drivetrain.errors import nearest
from drivetrain.modelica.library import LibraryClass, find_class, known_classes
from drivetrain.modelica.lookup.found import FoundComponent, LibraryName
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.python_code import attribute, name, python_name
from drivetrain.modeling import Component, Connector

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext
    from drivetrain.modelica.translation.expressions import ExpressionTranslator

__all__ = ["BodyReader", "EquationReader", "inherited_member"]

Kind: TypeAlias = "StoredClass | LibraryClass | type[Connector] | None"


class BodyReader:
    """What components are in the expressions of a class body.

    Parameters
    ----------
    context : ClassContext
        The class.
    """

    def __init__(self, context: ClassContext) -> None:
        self._context = context

    def read(self, found: FoundComponent, e: nodes.Reference) -> ast.expr:
        """Return a parameter in an expression of the class body.

        Raises
        ------
        ModelicaError
            If it is no parameter of the class itself.
        """
        context = self._context
        is_own = found.owner is context.stored
        if not (is_own or context.inherits(found.owner)) or len(e.parts) > 1:
            raise context.mistake(
                e.position, f"'{e}' cannot be read here yet, only parameters of the class itself"
            )
        if found.component.variability not in ("parameter", "constant"):
            raise context.mistake(
                e.position, f"'{e}' is no parameter: it varies, and this value may not"
            )
        if e.parts[0].subscripts:
            raise context.mistake(e.position, f"'{e}[…]': elements cannot be read here yet")
        key = python_name(found.component.name)
        context.used.add(key)
        if is_own:
            return name(key)
        return attribute(context.names.of(found.owner.name, context.translate(found.owner)), key)


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

    def read(self, found: FoundComponent, e: nodes.Reference) -> ast.expr:
        """Return a variable, a parameter or something inside a part.

        Raises
        ------
        ModelicaError
            If there is no such thing.
        """
        if found.owner is not self._context.stored and not self._context.inherits(found.owner):
            raise self._context.mistake(
                e.position, f"'{e}' belongs to {found.owner.full_name}, which is not read from here"
            )
        first, *rest = e.parts
        made = attribute(name("self"), python_name(first.name))
        made = self.expressions.subscript(made, first.subscripts)
        return self._followed(made, self._kind_of(found), rest, e)

    def of_base(self, e: nodes.Reference, base: LibraryClass) -> ast.expr:
        """Return a member that is inherited from a class of the library."""
        return self._followed(name("self"), base, list(e.parts), e)

    def _followed(
        self, made: ast.expr, kind: Kind, rest: list[nodes.NamePart], e: nodes.Reference
    ) -> ast.expr:
        for part in rest:
            key, kind = self._member(kind, part.name, e)
            made = self.expressions.subscript(attribute(made, key), part.subscripts)
        return made

    def _kind_of(self, found: FoundComponent) -> Kind:
        kind = self._context.lookup.class_of(found.component.type, found.owner)
        if isinstance(kind, StoredClass):
            return kind
        return find_class(kind.full_name, self._context.version)

    def _member(self, kind: Kind, part: str, e: nodes.Reference) -> tuple[str, Kind]:
        """Return the name here of a member of something, and what is inside it."""
        if isinstance(kind, StoredClass):
            below = self._context.lookup.member(kind, part)
            if isinstance(below, FoundComponent):
                return python_name(part), self._kind_of(below)
            inherited = inherited_member(self._context, kind, part)
            if inherited is not None:
                return self._member(inherited, part, e)
            raise self._context.mistake(e.position, f"'{e}': {kind.full_name} has no '{part}'")
        if isinstance(kind, LibraryClass):
            return self._of_library(kind, part, e)
        if isinstance(kind, type):
            names = [one.name for one in kind().variables()]
            if part in names:
                return part, None
            hint = nearest(part, names)
            raise self._context.mistake(e.position, f"'{e}': there is no '{part}'{hint}")
        raise self._context.mistake(e.position, f"'{e}': there is nothing inside to name '{part}'")

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


def inherited_member(context: ClassContext, stored: StoredClass, part: str) -> LibraryClass | None:
    """Return the class of the library from which a class inherits a member of this name."""
    for base in context.lookup.bases(stored):
        if isinstance(base, StoredClass):
            found = inherited_member(context, base, part)
        elif isinstance(base, LibraryName):
            found = find_class(base.full_name, context.version)
            found = found if found is not None and part in found.members else None
        else:
            found = None
        if found is not None:
            return found
    return None


@cache
def _library_class_of(part: type[Any]) -> LibraryClass | None:
    """Return the class of the library that a component class stands for."""
    for full in known_classes():
        found = find_class(full)
        if found is not None and found.name == part.__name__ and found.load() is part:
            return found
    members = {key: key for key in part.declarations()}
    return LibraryClass(part.__module__, part.__name__, members)
