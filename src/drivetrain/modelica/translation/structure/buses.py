"""Make classes of buses from expandable connectors."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Final

from drivetrain import modeling
from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import LibraryName
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax.values import number_of
from drivetrain.modelica.translation.members.class_members import ClassMember
from drivetrain.modelica.translation.members.given import Given, merged
from drivetrain.modelica.translation.members.member_kinds import NumberType, number_type
from drivetrain.modelica.translation.python_code import call, constant, python_name
from drivetrain.modelica.translation.structure.connectors import connector_class

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["bus_tree", "is_bus"]

_SIGNALS: Final = {"Real": "variable", "Integer": "integer", "Boolean": "boolean"}
_BY_CLASS: Final = {
    modeling.RealInput: "Real", modeling.RealOutput: "Real",
    modeling.IntegerInput: "Integer", modeling.IntegerOutput: "Integer",
    modeling.BooleanInput: "Boolean", modeling.BooleanOutput: "Boolean",
}  # fmt: skip
_ONLY_SHOWN: Final = frozenset(
    ("unit", "displayUnit", "quantity", "min", "max", "nominal", "start")
)


def is_bus(stored: StoredClass) -> bool:
    """Return whether a class is an expandable connector."""
    return stored.definition.kind.startswith("expandable")


def bus_tree(context: ClassContext) -> ast.ClassDef:
    """Return the Python of an expandable connector: what it declares.

    Raises
    ------
    ModelicaError
        If something in it is not supported.
    """
    definition = context.stored.definition
    every = [_base(context, one) for one in context.lookup.bases(context.stored)]
    bases = [one for one in every if one is not None]
    body: list[ast.stmt] = [ast.Expr(constant(definition.description or definition.name))]
    for member in context.members.by_name.values():
        if member.is_declared_here and _is_declared(context, member):
            with context.refusals.noted():
                body.append(_member(context, member))
    context.refusals.raise_if_any(context.stored.full_name)
    bases = bases or [context.names.function("Bus")]
    made = ast.ClassDef(python_name(definition.name), bases, [], body, [])
    return context.at(definition.position, made)


def _is_declared(context: ClassContext, member: ClassMember) -> bool:
    """Return whether a member is there from the start; others arise where they are connected."""
    if not (member.component.sizes or member.component.type_sizes):
        return True
    kind = member.kind(context.lookup)
    is_number = number_type(context.lookup, kind) is not None
    return bool(_length(member)) and (is_number or connector_class(context, kind)[0] in _BY_CLASS)


def _length(member: ClassMember) -> int:
    """Return how many elements a vector has; 0 for what arises where it is connected."""
    sizes = (*member.component.sizes, *member.component.type_sizes)
    number = number_of(sizes[0]) if len(sizes) == 1 else None
    return 0 if number is None else int(number)


def _base(context: ClassContext, base: Any) -> ast.expr | None:
    if isinstance(base, LibraryName) and library.is_icon(base.full_name):
        return None
    if isinstance(base, StoredClass) and is_bus(base):
        return context.names.of(base.name, context.translate_connector(base))
    raise context.mistake(
        context.stored.definition.position, f"{base.full_name} cannot be a base of a bus"
    )


def _member(context: ClassContext, member: ClassMember) -> ast.stmt:
    one = member.component
    if one.flow:
        raise member.owner.source.mistake(
            one.position, f"'{one.name}' of a bus cannot be a {one.flow} variable: give it a flange"
        )
    return context.at(
        one.position,
        ast.Assign([ast.Name(python_name(one.name), ast.Store())], _declaration(context, member)),
    )


def _declaration(context: ClassContext, member: ClassMember) -> ast.expr:
    one, kind = member.component, member.kind(context.lookup)
    named: dict[str, ast.expr] = {"size": constant(_length(member))} if _length(member) else {}
    if one.description:
        named["doc"] = constant(one.description)
    number = number_type(context.lookup, kind)
    if number is not None and not (isinstance(kind, StoredClass) and _is_connector(kind)):
        given = merged(one.name, member.given, number.given) if number.given else member.given
        return _signal(context, member, number, given, named)
    python, of_class = connector_class(context, kind)
    if python in _BY_CLASS:
        given = merged(one.name, member.given, of_class) if of_class else member.given
        return _signal(context, member, NumberType(_BY_CLASS[python]), given, named)
    if python is None or member.given or one.condition is not None:
        raise member.owner.source.mistake(
            one.position,
            f"'{one.name}' of the bus {context.stored.full_name} is not supported: it may have "
            "numbers, connectors and buses, without modifiers and conditions",
        )
    if python.__module__.startswith("drivetrain.modeling"):
        return call(context.names.function(python.__name__), [], named)
    return call(context.names.of(python.__name__, python), [], named)


def _is_connector(kind: StoredClass) -> bool:
    return "connector" in kind.definition.kind


def _signal(
    context: ClassContext,
    member: ClassMember,
    number: NumberType,
    given: Given,
    named: dict[str, ast.expr],
) -> ast.expr:
    function = _SIGNALS.get(number.kind)
    if function is None or given.value is not None or not _ONLY_SHOWN.issuperset(given.inside):
        raise member.owner.source.mistake(
            member.component.position,
            f"'{member.name}' of the bus {context.stored.full_name} is not supported: a number on "
            "a bus is Real, Integer or Boolean, and has no value of its own",
        )
    if number.kind != "Real":
        return call(context.names.function(function), [], named)
    unit = given.attribute("unit")
    value: ast.expr = constant(number.facts.unit if number.facts else None)
    if unit is not None:
        value = context.value(unit)
    return call(context.names.function(function), [value], named)
