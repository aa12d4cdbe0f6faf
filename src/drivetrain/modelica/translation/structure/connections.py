"""Translate connections."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.python_code import (
    as_test,
    call,
)
from drivetrain.modelica.translation.structure.placement import line_of
from drivetrain.modelica.translation.values.expressions import ExpressionTranslator
from drivetrain.modelica.translation.values.size_checks import check_ends

__all__ = ["ConnectionTranslator"]


class ConnectionTranslator:
    """Translates the connections of a class.

    Parameters
    ----------
    context : ClassContext
        The class.
    expressions : ExpressionTranslator
        For names in its equations.
    """

    def __init__(self, context: ClassContext, expressions: ExpressionTranslator) -> None:
        self._context, self._expressions = context, expressions

    def translate(self, one: nodes.Connect) -> ast.stmt:
        """Return a statement of `equations`.

        Raises
        ------
        ModelicaError
            If one of the ends is no connector, or not supported.
        """
        check_ends(one, self._expressions)
        ends = [self._expressions.translate(end) for end in (one.first, one.second)]
        self._note_line(one, ends)
        joined = call(self._context.names.function("connect"), ends)
        made: ast.stmt = ast.Expr(ast.Yield(joined))
        conditions = list(self._conditions(one))
        if conditions:  # a connection with a part that is not there does not count
            test = conditions[0] if len(conditions) == 1 else ast.BoolOp(ast.And(), conditions)
            made = ast.If(test, [made], [])
        return self._context.at(one.position, made)

    def _note_line(self, one: nodes.Connect, ends: list[ast.expr]) -> None:
        """Keep the line that is drawn for a connection; that of a row of parts is drawn once."""
        points, paths = line_of(one.annotation), [_path(end) for end in ends]
        if points and all(paths):
            self._context.drawn_lines.setdefault((paths[0], paths[1]), points)

    def _conditions(self, one: nodes.Connect) -> Iterator[ast.expr]:
        """Yield the conditions of the parts that a connection joins."""
        for key in dict.fromkeys(end.parts[0].name for end in (one.first, one.second)):
            member = self._context.members.by_name.get(key)
            condition = member.component.condition if member else None
            if member is not None and condition is not None:
                made = self._context.expressions.in_scope(member.owner).translate(condition)
                yield as_test(made, self._context.names.members)


def _path(end: ast.expr) -> str:
    """Return the path of a port without indices; empty if it is none."""
    if isinstance(end, ast.Subscript):
        return _path(end.value)
    if isinstance(end, ast.Attribute):
        return f"{_path(end.value)}.{end.attr}".removeprefix(".")
    return ""
