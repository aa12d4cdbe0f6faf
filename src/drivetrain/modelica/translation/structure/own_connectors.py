"""Make connector classes of one's own."""

from __future__ import annotations

import ast
from typing import Any, Final

from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.members.class_members import ClassMember
from drivetrain.modelica.translation.members.given import Given, merged
from drivetrain.modelica.translation.members.member_kinds import NumberType, number_type
from drivetrain.modelica.translation.python_code import call, constant, python_name
from drivetrain.modelica.translation.structure.buses import bus_tree, is_bus

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
    number = number_type(context.lookup, member.kind(context.lookup))
    if number is None or number.kind != "Real" or one.causality or one.flow == "stream":
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
    kind = "flow" if one.flow else "potential"
    made = call(context.names.function(kind), [value], named)
    return context.at(
        one.position, ast.Assign([ast.Name(python_name(one.name), ast.Store())], made)
    )


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
