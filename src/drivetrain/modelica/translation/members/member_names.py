"""What the members of a class are called in the Python of its body."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from drivetrain.modelica.lookup.found import FoundComponent, LibraryMember
from drivetrain.modelica.lookup.special_class import SpecialClass
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.members.given import (
    Given,
    declared_given,
    given_by,
    merged,
)
from drivetrain.modelica.translation.members.paths import PathTranslator
from drivetrain.modelica.translation.python_code import attribute, name, python_name

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["MemberReader"]


class MemberReader:
    """Reads members of a class in the expressions of its body.

    Parameters
    ----------
    context : ClassContext
        The class.
    """

    def __init__(self, context: ClassContext) -> None:
        self._context = context
        self._paths = PathTranslator(context)

    def read(
        self, found: FoundComponent | LibraryMember, e: nodes.Reference, scope: StoredClass
    ) -> ast.expr:
        """Return what a component is in an expression of the class body.

        Parameters
        ----------
        found : FoundComponent or LibraryMember
            The first component of the reference.
        e : Reference
            The name.
        scope : StoredClass
            The class in whose text it stands.

        Raises
        ------
        ModelicaError
            If it has no value there.
        """
        if isinstance(found, LibraryMember):
            return self._of_library_base(found, e, scope)
        if found.owner not in self._context.members.ancestors:
            return self._outside(found, e, scope)
        first, *rest = e.parts
        if first.subscripts:
            raise _no_element(e, scope)
        if rest:
            return self._inside_part(first.name, rest, e, scope)
        member = self._context.members.by_name[first.name]
        if member.component.variability not in ("parameter", "constant"):
            raise scope.source.mistake(
                e.position,
                f"'{e}' is no parameter: its value may change during a run, so what follows "
                "from it is a variable",
            )
        if first.name in self._context.found_at_start:
            raise scope.source.mistake(
                e.position,
                f"'{e}' has fixed=false, or follows from what has, so that its value is found at "
                "the start: what is needed before cannot follow from it",
            )
        return self._own(first.name)

    def _inside_part(
        self, part: str, rest: list[nodes.NamePart], e: nodes.Reference, scope: StoredClass
    ) -> ast.expr:
        """Return a parameter of a part: ``motor.J``."""
        member = self._context.members.by_name[part]
        if member.component.condition is not None:
            raise scope.source.mistake(
                e.position,
                f"'{e}': '{part}' is a conditional part, whose parameters cannot be read",
            )
        kind = self._paths.kind_of(member.kind(self._context.lookup))

        def plain(made: ast.expr, subscripts: tuple[nodes.Expression, ...]) -> ast.expr:
            if subscripts:
                raise _no_element(e, scope)
            return made

        return self._paths.followed(self._own(part), kind, rest, e, plain)

    def _own(self, member: str) -> ast.expr:
        """Return a member as the class body reads it: its own, or that of a base."""
        key = python_name(member)
        self._context.used.add(key)
        if self._context.members.by_name[member].is_declared_here:
            return name(key)
        return attribute(self._base_with(member), key)

    def _base_with(self, member: str) -> ast.expr:
        """Return the base from which the class has a member."""
        context = self._context
        for base in context.lookup.bases(context.stored):
            if isinstance(base, StoredClass) and context.lookup.member(base, member) is not None:
                return context.names.of(base.title, context.translate(base))
        raise AssertionError(member)

    def _of_library_base(
        self, found: LibraryMember, e: nodes.Reference, scope: StoredClass
    ) -> ast.expr:
        of = self._context.library_class(found.base, e.position)
        ours = of.members[found.name]
        if len(e.parts) > 1 or e.parts[0].subscripts:
            raise _no_element(e, scope)
        self._context.used.add(ours)
        return attribute(self._context.names.of(of.name, of.load()), ours)

    def _outside(self, found: FoundComponent, e: nodes.Reference, scope: StoredClass) -> ast.expr:
        """Return the value of a constant of a class around, or of a package."""
        one = found.component
        given = _given(found)
        if one.variability != "constant" or given.value is None:
            place = found.owner.where(one.position)
            raise scope.source.mistake(
                e.position, f"'{e}' is declared at {place}, outside: only constants can be read"
            )
        return self._context.value(given.value)


def _given(found: FoundComponent) -> Given:
    """Return what is said of a constant: by its package, and by what extends that."""
    given = declared_given(found.component, found.owner)
    changes = found.owner.changes.said if isinstance(found.owner, SpecialClass) else {}
    said = changes.get(found.component.name)
    if said is None:
        return given
    outer = given_by((said.modifier,), said.scope, said.modifier.position)
    name = found.component.name
    return merged(name, outer.inside[name], given)


def _no_element(e: nodes.Reference, scope: StoredClass) -> Exception:
    return scope.source.mistake(
        e.position,
        f"'{print_expression(e)}' cannot be read here yet: elements are there in equations",
    )
