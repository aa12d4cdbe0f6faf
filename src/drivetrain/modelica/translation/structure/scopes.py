"""Translate ``inner`` and ``outer``: members that classes share with those around them."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.values import modifications
from drivetrain.modelica.translation.members.class_members import ClassMember
from drivetrain.modelica.translation.members.given import Given
from drivetrain.modelica.translation.python_code import call, constant, python_name

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["check_scope", "halves", "missing_inner_message", "refuse_outer_classes", "shared"]


def halves(context: ClassContext, member: ClassMember) -> list[tuple[ClassMember, str]]:
    """Return a member; if it is both inner and outer, the one that is around, and the one inside.

    The class itself means the one around by the name; parts inside find the other one by it, which
    has what is said of the member.

    Returns
    -------
    list of (ClassMember, str)
        Members, and the name by which parts find them if it is not their own.
    """
    one, prefixes = member.component, member.component.prefixes
    if not (prefixes.is_inner and prefixes.is_outer):
        return [(member, "")]
    nothing = Given(member.given.scope, member.given.position)
    around = replace(one, prefixes=replace(prefixes, is_inner=False))
    inside = replace(
        one,
        name=context.names.unused(f"{one.name}_inside", counted=False),
        prefixes=replace(prefixes, is_outer=False),
    )
    return [
        (replace(member, component=around, given=nothing), ""),
        (replace(member, component=inside), python_name(one.name)),
    ]


def shared(
    context: ClassContext, member: ClassMember, declared: ast.expr, found_as: str = ""
) -> ast.expr:
    """Return the declaration of a member, marked if classes share it.

    Parameters
    ----------
    context : ClassContext
        The class that declares it.
    member : ClassMember
        The member.
    declared : expr
        How it is declared if it belongs to its class alone.
    found_as : str
        The name by which parts find it, if that is another one than its own.

    Raises
    ------
    ModelicaError
        If it is an array of parts.
    """
    prefixes = member.component.prefixes
    if not (prefixes.is_inner or prefixes.is_outer):
        return declared
    if prefixes.is_outer and isinstance(declared, ast.Call):
        if isinstance(declared.func, ast.Attribute) and declared.func.attr == "array":
            raise member.owner.source.mistake(
                member.component.position,
                f"the outer '{member.name}' is an array of parts, which is not supported",
            )
        is_class = isinstance(declared.func, ast.Name)  # not a function such as `boolean`
        is_bare = is_class and not (declared.args or declared.keywords)
        declared = declared.func if is_bare else declared
    if not prefixes.is_inner:
        return call(context.names.function("outer"), [declared])
    named = {"name": constant(found_as)} if found_as else {}
    return call(context.names.function("inner"), [declared], named)


def missing_inner_message(definition: nodes.ClassDefinition) -> str:
    """Return what a class wants to be told of a model that has none of it; empty if nothing."""
    for one in modifications(definition.annotation, "missingInnerMessage"):
        if isinstance(one.value, nodes.String):
            return one.value.value
    return ""


def check_scope(member: ClassMember) -> None:
    """Refuse what an outer member cannot have: values and conditions are those of the inner one.

    Raises
    ------
    ModelicaError
        If it has any.
    """
    one, given = member.component, member.given
    if not one.prefixes.is_outer:
        return
    if given.value is not None or given.inside:
        first = given.value or next(iter(given.inside.values()))
        raise first.scope.source.mistake(
            first.position,
            f"the outer '{one.name}' has no values of its own: give them where it is declared "
            "'inner'",
        )
    if one.condition is not None:
        raise member.owner.source.mistake(
            one.position, f"the outer '{one.name}' is conditional, which is not supported"
        )


def refuse_outer_classes(context: ClassContext) -> None:
    """Refuse classes, types and functions that are to be found in the classes around."""
    for one in context.body.elements:
        if isinstance(one, nodes.ClassDefinition) and one.prefixes.is_outer:
            context.refuse(
                one.position,
                f"the outer {one.kind} '{one.name}' is not supported: components can be 'outer', "
                "classes are found by their names",
            )
