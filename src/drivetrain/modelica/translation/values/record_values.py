"""Values that are records: what class they have, and what their members are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from drivetrain.modelica.lookup.found import FoundComponent
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.class_members import ClassMembers
from drivetrain.modelica.translation.members.records import constructor_values, is_record
from drivetrain.modelica.translation.members.varying_records import varying
from drivetrain.modelica.translation.python_code import attribute, call, python_name
from drivetrain.modelica.translation.values.function_values import called
from drivetrain.modelica.translation.values.ranks import dimensions_of_type

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = [
    "constructor_of",
    "is_result",
    "leaves",
    "member_equations",
    "rank_of_leaf",
    "record_call",
    "record_copy",
    "record_of",
]


def record_of(e: nodes.Expression | None, expressions: ExpressionTranslator) -> StoredClass | None:
    """Return the class of a value that is a record; None for other values."""
    if isinstance(e, nodes.Reference):
        return _of_reference(e, expressions)
    if isinstance(e, nodes.Conditional):
        return record_of(e.otherwise, expressions)
    found = called(e, expressions) if isinstance(e, nodes.Call) else None
    if not isinstance(found, StoredClass):
        return None
    return found if is_record(found) else _of_output(found, expressions)


def _of_output(function: StoredClass, expressions: ExpressionTranslator) -> StoredClass | None:
    lookup = expressions.context.lookup
    if "function" not in function.definition.kind:
        return None
    for member in ClassMembers(lookup, function).by_name.values():
        if member.component.causality == "output":
            kind = lookup.class_of(member.component.type, member.owner)
            return kind if isinstance(kind, StoredClass) and is_record(kind) else None
    return None


def _of_reference(e: nodes.Reference, expressions: ExpressionTranslator) -> StoredClass | None:
    lookup = expressions.context.lookup
    first = e.parts[0].name
    if e.is_global or str(e) == "time" or first in expressions.iterators:
        return None
    if not lookup.has(first, expressions.scope):
        return None
    found = lookup.meaning(e, expressions.scope)
    if not isinstance(found, FoundComponent) or found.component.name != first:
        return None
    component, owner = found.component, found.owner
    if _is_array(component, e.parts[0]):
        return None
    for part in e.parts[1:]:
        kind = lookup.class_of(component.type, owner)
        inside = ClassMembers(lookup, kind).by_name if isinstance(kind, StoredClass) else {}
        if part.name not in inside or _is_array(inside[part.name].component, part):
            return None
        component, owner = inside[part.name].component, inside[part.name].owner
    kind = lookup.class_of(component.type, owner)
    return kind if isinstance(kind, StoredClass) and is_record(kind) else None


def _is_array(component: nodes.Component, part: nodes.NamePart) -> bool:
    """Return whether a part of a name means several things."""
    several = any(isinstance(one, (nodes.All, nodes.Range)) for one in part.subscripts)
    return several or len((*component.sizes, *component.type_sizes)) > len(part.subscripts)


def constructor_of(e: nodes.Expression, expressions: ExpressionTranslator) -> StoredClass | None:
    """Return the record that a call makes: ``Data(1, 2)``."""
    if not isinstance(e, nodes.Call):
        return None
    found = record_of(e, expressions)
    if found is None:
        return None
    return found if called(e, expressions) is found else None


def is_result(e: nodes.Expression, expressions: ExpressionTranslator) -> bool:
    """Return whether a value is the record that a function returns."""
    is_call = isinstance(e, nodes.Call) and record_of(e, expressions) is not None
    return is_call and constructor_of(e, expressions) is None


def rank_of_leaf(
    record: StoredClass, path: tuple[str, ...], expressions: ExpressionTranslator
) -> int:
    """Return the dimensions of what is at the end of a path into a record."""
    lookup = expressions.context.lookup
    member = ClassMembers(lookup, varying(record)).by_name[path[0]]
    kind = member.kind(lookup)
    if len(path) > 1:
        assert isinstance(kind, StoredClass)
        return rank_of_leaf(kind, path[1:], expressions)
    return len((*member.component.sizes, *member.component.type_sizes)) + dimensions_of_type(
        kind, expressions
    )


def record_call(e: nodes.Call, record: StoredClass, expressions: ExpressionTranslator) -> ast.expr:
    """Return the Python of a record that is made.

    Raises
    ------
    ModelicaError
        If a member gets no value.
    """
    given = _all_values(e, record, expressions)
    values = {python_name(key): expressions.translate(one) for key, one in given.items()}
    return call(expressions.context.names.record_function("record"), [], values)


def _all_values(
    e: nodes.Call, record: StoredClass, expressions: ExpressionTranslator
) -> dict[str, nodes.Expression]:
    """Return the values of all members of a record that is made."""
    lookup = expressions.context.lookup
    given = constructor_values(lookup, e, record, expressions.scope)
    members = ClassMembers(lookup, varying(record)).by_name
    for key in given:
        if key not in members:
            raise expressions.refusal(e.position, f"{record.full_name} has no '{key}'")
    for key, member in members.items():
        if key in given:
            continue
        default = member.component.value
        if not isinstance(default, (nodes.Number, nodes.Boolean, nodes.String)):
            raise expressions.refusal(e.position, f"{e.function}(…) is given no '{key}'")
        given[key] = default
    return {key: given[key] for key in members}


def record_copy(made: ast.expr, e: nodes.Expression, expressions: ExpressionTranslator) -> ast.expr:
    """Return the Python of a value; of a record that is named, a new one with its members."""
    record = record_of(e, expressions)
    if record is None or not isinstance(e, nodes.Reference):
        return made
    return _copied(made, record, expressions)


def _copied(made: ast.expr, record: StoredClass, expressions: ExpressionTranslator) -> ast.expr:
    lookup, values = expressions.context.lookup, {}
    for key, member in ClassMembers(lookup, varying(record)).by_name.items():
        kind, one = member.kind(lookup), attribute(made, python_name(key))
        if isinstance(kind, StoredClass) and is_record(kind):
            one = _copied(one, kind, expressions)
        values[python_name(key)] = one
    return call(expressions.context.names.record_function("record"), [], values)


def leaves(record: StoredClass, expressions: ExpressionTranslator) -> Iterator[tuple[str, ...]]:
    """Yield the names that lead to the numbers in a record."""
    lookup = expressions.context.lookup
    for key, member in ClassMembers(lookup, varying(record)).by_name.items():
        if member.component.variability in ("parameter", "constant"):
            continue
        kind = member.kind(lookup)
        if isinstance(kind, StoredClass) and is_record(kind):
            if member.component.sizes or member.component.type_sizes:
                raise expressions.refusal(
                    0, f"'{key}' of {record.full_name} is an array of records: write its equations"
                )
            yield from ((key, *rest) for rest in leaves(kind, expressions))
        else:
            yield (key,)


def member_equations(one: nodes.Equal, expressions: ExpressionTranslator) -> list[nodes.Equal]:
    """Return an equation of records as those of their members; another one as it is.

    Raises
    ------
    ModelicaError
        If the sides are different records, or one of them is what a function returns.
    """
    if isinstance(one.left, nodes.OutputList):
        return [one]
    left, right = record_of(one.left, expressions), record_of(one.right, expressions)
    if left is None and right is None:
        return [one]
    if left is None or right is None or _names(left, expressions) != _names(right, expressions):
        raise expressions.refusal(one.position, "a record is equal to one of the same members only")
    return [
        nodes.Equal(
            _member(one.left, path, expressions),
            _member(one.right, path, expressions),
            position=one.position,
        )
        for path in leaves(left, expressions)
    ]


def _names(record: StoredClass, expressions: ExpressionTranslator) -> list[tuple[str, ...]]:
    return sorted(leaves(record, expressions))


def _member(
    e: nodes.Expression, path: tuple[str, ...], expressions: ExpressionTranslator
) -> nodes.Expression:
    """Return the text of a member of a record."""
    if not path:
        return e
    if isinstance(e, nodes.Reference):
        parts = (*e.parts, *map(nodes.NamePart, path))
        return nodes.Reference(parts, e.is_global, position=e.position)
    if isinstance(e, nodes.Conditional):
        branches = tuple((c, _member(value, path, expressions)) for c, value in e.branches)
        otherwise = _member(e.otherwise, path, expressions)
        return nodes.Conditional(branches, otherwise, position=e.position)
    record = constructor_of(e, expressions)
    if record is None or not isinstance(e, nodes.Call):
        raise expressions.refusal(
            e.position,
            "the record that a function returns is the value of a record, or stands alone on one "
            "side of an equation outside of 'if' and 'when'",
        )
    return _member(_all_values(e, record, expressions)[path[0]], path[1:], expressions)
