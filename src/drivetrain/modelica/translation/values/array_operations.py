"""Operations with arrays that are no operators of Python: powers of matrices, ranges."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.syntax.values import number_of
from drivetrain.modelica.translation.python_code import call
from drivetrain.modelica.translation.values.subscripts import is_whole, members_read

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["is_whole", "matrix_power", "span"]


def matrix_power(
    e: nodes.Binary,
    left: ast.expr,
    right: ast.expr,
    ranks: tuple[int, int],
    expressions: ExpressionTranslator,
) -> ast.expr:
    """Return a matrix to the power of an integer, which decides about equations.

    Raises
    ------
    ModelicaError
        If it is no matrix, or the exponent is no natural number.
    """
    exponent = number_of(e.right)
    is_natural = exponent is None or (exponent >= 0 and exponent == int(exponent))
    if ranks != (2, 0) or not is_natural:
        raise expressions.refusal(
            e.position,
            f"'{print_expression(e)}': '^' takes a number, or a square matrix and an Integer that "
            "is not negative; '.^' is that of each element",
        )
    expressions.context.structural |= members_read(right, expressions)
    return call(expressions.context.names.array_function("power"), [left, right])


def span(e: nodes.Range, expressions: ExpressionTranslator) -> ast.expr:
    """Return the numbers of a range with a step, or of one of real numbers."""
    bounds = [e.start, e.stop, *([] if e.step is None else [e.step])]
    made = [expressions.translate(one) for one in bounds]
    for one in made:
        expressions.context.structural |= members_read(one, expressions)
    return call(expressions.context.names.array_function("span"), made)
