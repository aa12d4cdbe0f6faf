"""Constants of packages and classes around: whole, elements of arrays, members of records."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from drivetrain.errors import nearest
from drivetrain.modelica.lookup.found import FoundClass, FoundComponent
from drivetrain.modelica.lookup.special_class import SpecialClass
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.members.class_members import ClassMember, ClassMembers
from drivetrain.modelica.translation.members.given import (
    Given,
    GivenValue,
    declared_given,
    merged,
)
from drivetrain.modelica.translation.members.records import constructor_values, is_record
from drivetrain.modelica.translation.python_code import call, sequence
from drivetrain.modelica.translation.values.spread_names import check_indices, indices_together

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["constant_outside"]


def constant_outside(
    found: FoundComponent, e: nodes.Reference, expressions: ExpressionTranslator
) -> ast.expr:
    """Return a constant that another class declares, or what a name means inside of it.

    Raises
    ------
    ModelicaError
        If it is no constant, or what is read of it is not supported.
    """
    place = expressions.context.lookup.place_of_component(e, expressions.scope)
    part, rest = e.parts[place], e.parts[place + 1 :]
    one = found.component
    if not rest:
        parts = (*e.parts[:place], nodes.NamePart(one.name))
        whole = expressions.read(found, nodes.Reference(parts, e.is_global, position=e.position))
        return expressions.subscript(whole, part.subscripts, (*one.sizes, *one.type_sizes))
    check_indices(e, expressions)
    made = _Member(expressions, e).of(found, [step.name for step in rest])
    return expressions.subscript(made, indices_together(e, expressions))


class _Member:
    """Reads what is inside a constant record: of all of them, if it is an array.

    Parameters
    ----------
    expressions : ExpressionTranslator
        For the values.
    e : Reference
        The whole name, for messages.
    """

    def __init__(self, expressions: ExpressionTranslator, e: nodes.Reference) -> None:
        self._expressions, self._e = expressions, e
        self._lookup = expressions.context.lookup

    def of(self, found: FoundComponent, path: list[str]) -> ast.expr:
        """Return the value of a member of a constant."""
        one, owner = found.component, found.owner
        is_changed = isinstance(owner, SpecialClass) and one.name in owner.changes.said
        if one.variability != "constant" or is_changed:
            raise self._expressions.refusal(
                self._e.position,
                f"'{print_expression(self._e)}' is declared outside, at "
                f"{owner.where(one.position)}: only constants can be read",
            )
        return self._of_component(one, owner, declared_given(one, owner), path)

    def _of_component(
        self, one: nodes.Component, owner: StoredClass, given: Given, path: list[str]
    ) -> ast.expr:
        kind = self._lookup.class_of(one.type, owner)
        if given.value is not None or not path:
            return self._of_value(given.value, kind, path)
        sizes = (*one.sizes, *one.type_sizes)
        inside = given.inside.get(path[0])
        made = self._of_record(given, kind, path)
        value = inside.value if inside is not None else None
        if not sizes or (value is not None and not value.is_each):
            return made
        counts = [self._expressions.in_scope(owner).size(size) for size in sizes]
        return call(self._expressions.context.names.array_function("fill"), [made, *counts])

    def _of_record(self, given: Given, kind: FoundClass, path: list[str]) -> ast.expr:
        """Return a member of a record that is made by its declaration."""
        name, *rest = path
        member = self._declared(kind, name)
        inside = given.inside.get(name)
        both = member.given if inside is None else merged(name, inside, member.given)
        return self._of_component(member.component, member.owner, both, rest)

    def _of_value(self, value: GivenValue | None, kind: FoundClass, path: list[str]) -> ast.expr:
        if value is None:
            raise self._unknown()
        e = value.expression
        if not path:
            return self._expressions.context.value(value)
        if isinstance(e, nodes.ArrayConstructor):
            every = [GivenValue(one, value.scope, value.position) for one in e.elements]
            return sequence([self._of_value(one, kind, path) for one in every])
        if isinstance(e, nodes.Call):
            return self._of_call(e, value.scope, path)
        if isinstance(e, nodes.Reference):
            found = self._lookup.meaning(e, value.scope)
            if isinstance(found, FoundComponent) and not any(one.subscripts for one in e.parts):
                place = self._lookup.place_of_component(e, value.scope)
                below = [one.name for one in e.parts[place + 1 :]]
                return self.of(found, [*below, *path])
        raise self._unknown()

    def _of_call(self, e: nodes.Call, scope: StoredClass, path: list[str]) -> ast.expr:
        """Return a member of a record that a call makes."""
        record = self._lookup.class_of(e.function, scope)
        if not isinstance(record, StoredClass) or not is_record(record):
            raise self._unknown()
        name, *rest = path
        member = self._declared(record, name)
        values = constructor_values(self._lookup, e, record, scope)
        if name not in values:
            return self._of_component(member.component, member.owner, member.given, rest)
        value = GivenValue(values[name], scope, e.position)
        return self._of_value(value, member.kind(self._lookup), rest)

    def _declared(self, kind: FoundClass, name: str) -> ClassMember:
        members = ClassMembers(self._lookup, kind).by_name if isinstance(kind, StoredClass) else {}
        if name not in members:
            raise self._unknown(nearest(name, members))
        return members[name]

    def _unknown(self, hint: str = "") -> Exception:
        text = print_expression(self._e)
        return self._expressions.refusal(
            self._e.position, f"no value of '{text}' is known here{hint}"
        )
