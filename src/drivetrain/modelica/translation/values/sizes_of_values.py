"""Sizes that arrays have which are declared with ``:``; their values tell."""

from __future__ import annotations

import ast
from contextlib import suppress
from typing import TYPE_CHECKING

from drivetrain.errors import ModelicaError
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.python_code import constant
from drivetrain.modelica.translation.values.ranks import rank_of

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["size_of_value", "size_told"]


def size_of_value(
    e: nodes.Expression, dimension: int, expressions: ExpressionTranslator
) -> ast.expr | None:
    """Return the size of a value in a dimension that counts from 0; None if nothing tells it.

    Parameters
    ----------
    e : Expression
        The value.
    dimension : int
        Which of its sizes.
    expressions : ExpressionTranslator
        For the names in it.
    """
    found = size_told(e, dimension, expressions)
    if found is not None:
        return found
    with suppress(ModelicaError):  # a value of parameters can be computed before
        size = nodes.Reference((nodes.NamePart("size"),), position=e.position)
        number = nodes.Number(str(dimension + 1), position=e.position)
        return expressions.computed(nodes.Call(size, (e, number), position=e.position))
    return None


def size_told(
    e: nodes.Expression, dimension: int, expressions: ExpressionTranslator
) -> ast.expr | None:
    """Return the size of a value as far as its text, and declarations, tell it."""
    if isinstance(e, nodes.ArrayConstructor) and e.elements:
        if any(isinstance(one, nodes.Comprehension) for one in e.elements):
            return None
        first = e.elements[0]
        return (
            constant(len(e.elements))
            if dimension == 0
            else size_told(first, dimension - 1, expressions)
        )
    if isinstance(e, nodes.Matrix):
        return _of_matrix(e, dimension, expressions)
    if isinstance(e, nodes.Unary):
        return size_told(e.operand, dimension, expressions)
    if isinstance(e, nodes.Binary) and e.operator != "*":
        side = e.left if rank_of(e.left, expressions) else e.right
        return size_told(side, dimension, expressions)
    if isinstance(e, nodes.Call) and str(e.function) in ("fill", "zeros", "ones"):
        sizes = e.arguments[str(e.function) == "fill" :]
        return expressions.size(sizes[dimension]) if dimension < len(sizes) else None
    return _declared(e, dimension, expressions) if isinstance(e, nodes.Reference) else None


def _of_matrix(
    e: nodes.Matrix, dimension: int, expressions: ExpressionTranslator
) -> ast.expr | None:
    """Return the number of rows or columns of ``[a, b; c, d]``: what is in it adds up."""
    column, row = [one[0] for one in e.rows], e.rows[0]
    total: ast.expr | None = None
    for one in column if dimension == 0 else row:
        rank = rank_of(one, expressions)
        is_one = rank == 0 or (rank == 1 and dimension == 1)
        size = constant(1) if is_one else size_told(one, dimension, expressions)
        if size is None:
            return None
        total = size if total is None else _sum(total, size)
    return total


def _sum(left: ast.expr, right: ast.expr) -> ast.expr:
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        return constant(left.value + right.value)  # type: ignore[operator]
    return ast.BinOp(left, ast.Add(), right)


def _declared(
    e: nodes.Reference, dimension: int, expressions: ExpressionTranslator
) -> ast.expr | None:
    """Return the size that a member of the class is declared with."""
    member = expressions.context.members.by_name.get(str(e))
    if member is None or len(e.parts) > 1 or e.parts[0].subscripts:
        return None
    sizes = (*member.component.sizes, *member.component.type_sizes)
    if dimension >= len(sizes) or isinstance(sizes[dimension], nodes.All):
        return None
    return expressions.in_scope(member.owner).size(sizes[dimension])
