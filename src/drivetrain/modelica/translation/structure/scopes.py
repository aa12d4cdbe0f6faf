"""Translate ``inner`` and ``outer``: members that classes share with those around them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.class_members import ClassMember
from drivetrain.modelica.translation.python_code import call

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["check_scope", "refuse_outer_classes", "shared"]


def shared(context: ClassContext, member: ClassMember, declared: ast.expr) -> ast.expr:
    """Return the declaration of a member, marked if classes share it.

    Parameters
    ----------
    context : ClassContext
        The class that declares it.
    member : ClassMember
        The member.
    declared : expr
        How it is declared if it belongs to its class alone.
    """
    prefixes = member.component.prefixes
    if not (prefixes.is_inner or prefixes.is_outer):
        return declared
    if prefixes.is_outer and isinstance(declared, ast.Call):
        is_class = isinstance(declared.func, ast.Name)  # not a function such as `boolean`
        is_bare = is_class and not (declared.args or declared.keywords)
        declared = declared.func if is_bare else declared
    return call(context.names.function("inner" if prefixes.is_inner else "outer"), [declared])


def check_scope(member: ClassMember) -> None:
    """Refuse what an outer member cannot have: values and conditions are those of the inner one.

    Raises
    ------
    ModelicaError
        If it has any, or is an inner one as well.
    """
    one, given = member.component, member.given
    if not one.prefixes.is_outer:
        return
    if one.prefixes.is_inner:
        raise member.owner.source.mistake(
            one.position,
            f"'{one.name}' is both inner and outer, which is not supported: give the inner one a "
            "name of its own",
        )
    if given.value is not None or given.inside:
        first = given.value or next(iter(given.inside.values()))
        raise first.scope.source.mistake(
            first.position,
            f"the outer '{one.name}' has no values of its own: give them where it is declared "
            "'inner'",
        )
    if one.condition is not None or one.sizes or one.type_sizes:
        what = "conditional" if one.condition is not None else "an array"
        raise member.owner.source.mistake(
            one.position, f"the outer '{one.name}' is {what}, which is not supported"
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
