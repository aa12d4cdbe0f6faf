"""Constants of packages and classes around: whole, elements of arrays, members of records."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from drivetrain.modelica.lookup.special_class import SpecialClass
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.members.class_members import ClassMembers
from drivetrain.modelica.translation.members.given import GivenValue, given_by, merged
from drivetrain.modelica.translation.members.records import constant_record

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.found import FoundComponent
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
        parts = (*e.parts[:place], nodes.NamePart(part.name))
        whole = expressions.read(found, nodes.Reference(parts, e.is_global, position=e.position))
        return expressions.subscript(whole, part.subscripts, (*one.sizes, *one.type_sizes))
    value = None
    if one.variability == "constant" and len(rest) == 1 and not part.subscripts:
        value = _member(found, rest[0].name, expressions)
    if value is None:
        raise expressions.refusal(
            e.position,
            f"'{print_expression(e)}' is declared outside, at {found.owner.where(one.position)}: "
            "only constants, and values of single constant records, can be read",
        )
    return expressions.subscript(expressions.context.value(value), rest[0].subscripts)


def _member(
    found: FoundComponent, name: str, expressions: ExpressionTranslator
) -> GivenValue | None:
    """Return the value of a member of a constant record; None if that is not known."""
    lookup, owner = expressions.context.lookup, found.owner
    if isinstance(owner, SpecialClass) and found.component.name in owner.changes.said:
        return None
    made = constant_record(lookup, found)
    if made is None:
        return None
    element, scope = made
    record = lookup.class_of(element.type, scope)
    member = (
        ClassMembers(lookup, record).by_name.get(name) if isinstance(record, StoredClass) else None
    )
    if member is None:
        return None
    said = given_by(element.arguments, scope, element.position).inside.get(name)
    return (merged(name, said, member.given) if said else member.given).value
