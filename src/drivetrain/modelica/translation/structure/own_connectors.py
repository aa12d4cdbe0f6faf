"""Make connector classes of one's own."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any, Final

from drivetrain.errors import nearest
from drivetrain.modelica.lookup.found import FoundClass
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.members.class_members import ClassMember, ClassMembers
from drivetrain.modelica.translation.members.given import Given, merged
from drivetrain.modelica.translation.members.member_kinds import NumberType, number_type
from drivetrain.modelica.translation.members.records import is_record
from drivetrain.modelica.translation.members.varying_records import varying
from drivetrain.modelica.translation.python_code import call, constant, python_name
from drivetrain.modelica.translation.structure.buses import bus_tree, is_bus
from drivetrain.modelica.translation.values.ranks import sizes_of_type

__all__ = ["connector_tree"]

_LEFT_OUT: Final = frozenset(("unit", "displayUnit", "quantity", "nominal", "stateSelect"))


def connector_tree(context: ClassContext) -> ast.ClassDef:
    """Return the Python of a connector class: its potential and flow variables.

    Raises
    ------
    ModelicaError
        If a variable is not supported.
    """
    definition = context.stored.definition
    if is_bus(context.stored):
        return bus_tree(context)
    bases = [_base(context, one) for one in context.lookup.bases(context.stored)]
    body: list[ast.stmt] = [ast.Expr(constant(definition.description or definition.name))]
    for member in context.members.by_name.values():
        if member.is_declared_here:
            with context.refusals.noted():
                body.append(_variable(context, member))
    context.refusals.raise_if_any(context.stored.full_name)
    bases = bases or [context.names.function("Connector")]
    made = ast.ClassDef(python_name(definition.name), bases, [], body, [])
    return context.at(definition.position, made)


def _base(context: ClassContext, base: Any) -> ast.expr:
    if isinstance(base, StoredClass):
        return context.names.of(base.name, context.translate_connector(base))
    of = context.library_class(base.full_name, context.stored.definition.position)
    return context.names.of(of.name, of.load())


def _variable(context: ClassContext, member: ClassMember) -> ast.stmt:
    one = member.component
    made = _declared(context, member, one.flow)
    return context.at(
        one.position, ast.Assign([ast.Name(python_name(one.name), ast.Store())], made)
    )


def _declared(context: ClassContext, member: ClassMember, flow: str) -> ast.expr:
    """Return the declaration of a variable, of a record or of an array of them."""
    kind = member.kind(context.lookup)
    if isinstance(kind, StoredClass) and is_record(kind):
        inside = {
            python_name(key): _declared(context, inner, flow)
            for key, inner in _members(context, member, kind)
        }

        def single() -> ast.expr:
            return call(context.names.function("bundle"), [], deepcopy(inside))

    else:
        made = _number(context, member, flow)

        def single() -> ast.expr:
            return deepcopy(made)

    return _in_rows(context, single, _sizes(context, member, kind))


def _members(
    context: ClassContext, member: ClassMember, record: StoredClass
) -> Iterator[tuple[str, ClassMember]]:
    """Yield the members of a record, with what is said of them where it is used."""
    members = ClassMembers(context.lookup, varying(record)).by_name
    for key, given in member.given.inside.items():
        if key not in members:
            hint = nearest(key, members)
            raise given.scope.source.mistake(
                given.position, f"{record.full_name} has no '{key}'{hint}"
            )
    for key, inner in members.items():
        said = member.given.inside.get(key)
        yield key, inner if said is None else replace(inner, given=merged(key, said, inner.given))


def _in_rows(context: ClassContext, single: Callable[[], ast.expr], sizes: list[int]) -> ast.expr:
    """Return the declaration of an array: a bundle of as many as there are."""
    if not sizes:
        return single()
    first, *rest = sizes
    rows = [_in_rows(context, single, rest) for _ in range(first)]
    return call(context.names.function("bundle"), rows)


def _sizes(context: ClassContext, member: ClassMember, kind: FoundClass) -> list[int]:
    """Return the sizes of an array in a connector, which are numbers."""
    one, found = member.component, list[int]()
    own = [(size, member.owner) for size in (*one.sizes, *one.type_sizes)]
    while isinstance(kind, StoredClass) and sizes_of_type(kind):
        own += [(size, kind.parent or kind) for size in sizes_of_type(kind)]
        kind = context.lookup.bases(kind)[0]
    for size, scope in own:
        expressions = context.expressions.in_scope(scope)
        made = None if isinstance(size, nodes.All) else expressions.size(size)
        count = made.value if isinstance(made, ast.Constant) else None
        if not isinstance(count, int) or count < 1:
            raise member.owner.source.mistake(
                one.position,
                f"the size of '{one.name}' of the connector {context.stored.full_name} is not "
                "supported: give it a number, 1 or more",
            )
        found.append(count)
    return found


def _number(context: ClassContext, member: ClassMember, flow: str) -> ast.expr:
    one = member.component
    number = number_type(context.lookup, member.kind(context.lookup))
    if number is None or number.kind != "Real" or one.causality or "stream" in (one.flow, flow):
        raise member.owner.source.mistake(
            one.position,
            f"'{one.name}' of the connector {context.stored.full_name} is not supported: it may "
            "have Real variables, with and without 'flow'",
        )
    given = merged(one.name, member.given, number.given) if number.given else member.given
    unit = given.attribute("unit")
    value: ast.expr = constant(number.facts.unit if number.facts else None)
    if unit is not None:
        value = context.value(unit)
    named: dict[str, ast.expr] = {"doc": constant(one.description)} if one.description else {}
    named |= _attributes(context, member, given, number)
    kind = "flow" if flow else "potential"
    return call(context.names.function(kind), [value], named)


def _attributes(
    context: ClassContext, member: ClassMember, given: Given, number: NumberType
) -> dict[str, ast.expr]:
    """Return the start and the bounds of a variable."""
    facts = number.facts
    known = {"min": facts.minimum, "max": facts.maximum} if facts else {}
    found = {key: constant(one) for key, one in known.items() if one is not None}
    for key, said in given.inside.items():
        if key in ("start", "min", "max") and said.value is not None:
            found[key] = context.value(said.value)
        elif key == "fixed" or key not in _LEFT_OUT:
            raise said.scope.source.mistake(
                said.position,
                f"'{key}' of '{member.name}' in the connector {context.stored.full_name} is not "
                "supported: say it of a variable of the class that has the connector",
            )
    return found
