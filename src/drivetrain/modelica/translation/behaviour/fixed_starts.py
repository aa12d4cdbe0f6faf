"""Translate ``fixed`` where it is no plain ``true`` or ``false`` into initial equations."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.given import GivenValue
from drivetrain.modelica.translation.python_code import (
    as_plain,
    constant,
    member_of_self,
    members_read,
)
from drivetrain.modelica.translation.values.kinds import kind_of

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["FixedStart", "initial_equations"]


@dataclass(frozen=True, eq=False)
class FixedStart:
    """A variable whose start is a condition only where an expression is true.

    Parameters
    ----------
    path : str
        What it is called in Python: ``x``, or ``part.x``.
    fixed : GivenValue
        The expression, or one for each element.
    start : GivenValue, optional
        Its start; `default` if there is none.
    default : float
        Start that its type says.
    """

    path: str
    fixed: GivenValue
    start: GivenValue | None
    default: float = 0.0


def initial_equations(
    context: ClassContext, expressions: ExpressionTranslator
) -> Iterator[ast.stmt]:
    """Yield ``if fixed: yield x == start`` for what declarations say.

    Parameters
    ----------
    context : ClassContext
        The class.
    expressions : ExpressionTranslator
        For equations of the class.
    """
    for one in context.fixed_starts:
        with context.refusals.noted():
            made = [*_statements(one, context, expressions)]
            yield from (context.at(one.fixed.position, each, one.fixed.scope) for each in made)


def _statements(
    one: FixedStart, context: ClassContext, expressions: ExpressionTranslator
) -> Iterator[ast.stmt]:
    target = member_of_self(one.path)
    said = one.fixed.expression
    if not isinstance(said, nodes.ArrayConstructor):
        start = one.start.expression if one.start else None
        yield _equation(one, target, said, start, context, expressions)
        return
    for k, each in enumerate(said.elements):
        element = ast.Subscript(target, constant(k), ast.Load())
        yield _equation(one, element, each, _start_of(one, k), context, expressions)


def _start_of(one: FixedStart, place: int) -> nodes.Expression | None:
    """Return the start of an element."""
    if one.start is None or one.start.is_each:
        return one.start.expression if one.start else None
    said, start = one.fixed.expression, one.start.expression
    assert isinstance(said, nodes.ArrayConstructor)
    if isinstance(start, nodes.ArrayConstructor) and len(start.elements) == len(said.elements):
        return start.elements[place]
    raise one.start.scope.source.mistake(
        one.start.position, "where elements differ in 'fixed', give each a 'start' as well"
    )


def _equation(
    one: FixedStart,
    target: ast.expr,
    fixed: nodes.Expression,
    start: nodes.Expression | None,
    context: ClassContext,
    expressions: ExpressionTranslator,
) -> ast.stmt:
    """Return the condition of a variable at the start."""
    value: ast.expr = constant(one.default)
    if one.start is not None and start is not None:
        value = expressions.in_scope(one.start.scope).translate(start)
    made = ast.Expr(ast.Yield(ast.Compare(target, [ast.Eq()], [value])))
    scoped = expressions.in_scope(one.fixed.scope)
    if kind_of(fixed, scoped) not in ("", "Boolean"):
        raise one.fixed.scope.source.mistake(
            one.fixed.position, "'fixed' is true or false here, no expression of numbers"
        )
    test = scoped.translate(fixed)
    if isinstance(test, ast.Constant):
        return made if test.value else ast.Pass()
    context.structural |= members_read(test)
    return ast.If(as_plain(test), [made], [])
