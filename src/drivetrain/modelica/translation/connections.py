"""Translate connections."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundComponent
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.expressions import ExpressionTranslator
from drivetrain.modelica.translation.python_code import (
    as_test,
    attribute,
    call,
    name,
    python_name,
)

__all__ = ["ConnectionTranslator"]


class ConnectionTranslator:
    """Translates the connections of a class.

    Parameters
    ----------
    context : ClassContext
        The class.
    expressions : ExpressionTranslator
        For the conditions of its parts.
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
        ends = [self._connector(end) for end in (one.first, one.second)]
        joined = call(self._context.names.function("connect"), ends)
        made: ast.stmt = ast.Expr(ast.Yield(joined))
        conditions = list(self._conditions(one))
        if conditions:  # a connection with a part that is not there does not count
            test = conditions[0] if len(conditions) == 1 else ast.BoolOp(ast.And(), conditions)
            made = ast.If(test, [made], [])
        return self._context.at(one.position, made)

    def _conditions(self, one: nodes.Connect) -> Iterator[ast.expr]:
        """Yield the conditions of the parts that a connection joins."""
        names = {end.parts[0].name for end in (one.first, one.second)}
        for part in self._context.components():
            if part.name in names and part.condition is not None:
                condition = self._expressions.translate(part.condition)
                yield as_test(condition, self._context.names.members)

    def _connector(self, end: nodes.Reference) -> ast.expr:
        if any(part.subscripts for part in end.parts):
            raise self._context.mistake(end.position, "indices in connect are not supported yet")
        found = self._context.lookup.meaning(end, self._context.stored)
        if not isinstance(found, FoundComponent):
            raise self._context.mistake(end.position, f"'{end}' is no connector")
        made = attribute(name("self"), python_name(end.parts[0].name))
        return self._followed(made, found, [part.name for part in end.parts[1:]], end)

    def _followed(
        self, made: ast.expr, found: FoundComponent, rest: list[str], end: nodes.Reference
    ) -> ast.expr:
        """Follow a name into the parts that it names."""
        for k, part in enumerate(rest):
            kind = self._context.lookup.class_of(found.component.type, found.owner)
            if isinstance(kind, StoredClass):
                below = self._context.lookup.member(kind, part)
                if not isinstance(below, FoundComponent):
                    raise self._context.mistake(end.position, f"{kind.full_name} has no '{part}'")
                found, made = below, attribute(made, python_name(part))
                continue
            of = self._context.library_class(kind.full_name, end.position)
            return self._in_library(made, of, rest[k:], end)
        return made

    def _in_library(
        self, made: ast.expr, of: library.LibraryClass, rest: list[str], end: nodes.Reference
    ) -> ast.expr:
        ours = of.members.get(rest[0])
        if ours is None or len(rest) > 1:
            asked = ".".join(rest)
            raise self._context.mistake(
                end.position, f"{of.modelica_name} has no connector '{asked}'"
            )
        return attribute(made, ours)
