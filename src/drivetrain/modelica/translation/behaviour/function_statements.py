"""Translate the statements of functions."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Any, Final

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.behaviour.algorithms import (
    StatementTranslator,
    any_of,
    sizes_of,
)
from drivetrain.modelica.translation.behaviour.statements import assigned_in, contains
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.python_code import attribute, call, constant, name
from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["FunctionStatements", "VaryingStatements"]

_ENDS: Final = (nodes.Return, nodes.Break)


class FunctionStatements(StatementTranslator):
    """Statements of a function."""

    def __init__(
        self,
        context: ClassContext,
        expressions: ExpressionTranslator,
        is_plain: bool,
        outputs: list[str],
    ) -> None:
        super().__init__(context, expressions, is_plain)
        self._outputs = outputs

    def function(self, statements: list[Any]) -> list[ast.stmt]:
        """Return all statements of a function, the last of which returns its outputs."""
        return [*self.translate(statements), self.end()]

    def declared_sizes(self, text: str) -> list[ast.expr]:
        """Return the sizes of a local variable, if it is declared with some."""
        member = self.context.members.by_name.get(text)
        return [] if member is None else sizes_of(member.component, self.expressions)

    def end(self) -> ast.stmt:
        """Return the outputs."""
        missing = [text for text in self._outputs if text not in self.expressions.locals]
        if missing:
            raise self.context.mistake(
                self.context.stored.definition.position, f"the output '{missing[0]}' gets no value"
            )
        return ast.Return(self.outputs())

    def outputs(self) -> ast.expr:
        """Return the value of the output, or those of all."""
        values = [name(self.expressions.locals[text]) for text in self._outputs]
        return values[0] if len(values) == 1 else ast.Tuple(values, ast.Load())

    def not_here(self) -> list[ast.expr]:
        """Return conditions, one of which holds where a statement does not count."""
        return self.elsewhere

    def otherwise(self, text: str) -> ast.expr | None:
        """Return the value of a variable that a branch does not set: the one it had."""
        known = self.expressions.locals.get(text)
        return None if known is None else name(known)

    def call(self, e: nodes.Call) -> ast.stmt:
        """Return a check of what is known while equations are made."""
        if str(e.function) != "assert":
            return super().call(e)
        arguments = [self.expressions.translate(one) for one in e.arguments[:2]]
        for one in self.not_here():
            arguments[0] = ast.BinOp(one, ast.BitOr(), arguments[0])
        return ast.Expr(call(self.context.names.modelica_function("check"), arguments))


class VaryingStatements(FunctionStatements):
    """Statements of a function that may end early, depending on what varies.

    All of them are traced. Where a loop or the function may end, the condition is kept with the
    values that variables have there; behind it, the first condition that holds says which values
    count.
    """

    def __init__(
        self,
        context: ClassContext,
        expressions: ExpressionTranslator,
        is_plain: bool,
        outputs: list[str],
    ) -> None:
        super().__init__(context, expressions, is_plain, outputs)
        self._loops: list[tuple[str, list[str]]] = []
        self._returned = context.names.local("returned")
        self._may_return = False

    def function(self, statements: list[Any]) -> list[ast.stmt]:
        """Return all statements of a function, the last of which returns its outputs."""
        self._may_return = contains(statements, (nodes.Return,))
        begin = [_empty(self._returned)] if self._may_return else []
        return [*begin, *super().function(statements)]

    def translate(self, statements: Iterable[Any]) -> list[ast.stmt]:
        """Return the Python for some statements; what stands behind an end is left out."""
        reached = []
        for one in statements:
            reached.append(one)
            if isinstance(one, _ENDS):
                break
        return super().translate(reached)

    def one(self, one: Any) -> Iterable[ast.stmt]:
        """Return the Python for one statement."""
        if isinstance(one, nodes.Break):
            key, targets = self._loops[-1]
            known = self.expressions.locals
            values = [name(known[text]) if text in known else constant(None) for text in targets]
            return [self._kept(key, ast.Tuple(values, ast.Load()), self.elsewhere)]
        if isinstance(one, nodes.Return):
            return [self._kept(self._returned, self._outputs_so_far(), self._not_here_of_loops())]
        if isinstance(one, nodes.For) and contains(one.body, _ENDS):
            return self._ending_loop(one)
        return super().one(one)

    def ends(self, body: Sequence[Any]) -> bool:
        """Return whether nothing behind a branch counts where that does."""
        return any(isinstance(one, _ENDS) for one in body)

    def end(self) -> ast.stmt:
        """Return the outputs, as they were where the function ended."""
        made = super().end()
        if not self._may_return:
            return made
        last = ast.Tuple([self.outputs()], ast.Load())
        found = self._at_end(self._returned, last)
        return ast.Return(ast.Subscript(found, constant(0), ast.Load()))

    def not_here(self) -> list[ast.expr]:
        """Return conditions, one of which holds where a statement does not count."""
        returned = [self._has_ended(self._returned)] if self._may_return else []
        return [*self._not_here_of_loops(), *returned]

    def _not_here_of_loops(self) -> list[ast.expr]:
        return [*self.elsewhere, *(self._has_ended(key) for key, _ in self._loops)]

    def _outputs_so_far(self) -> ast.expr:
        known = self.expressions.locals
        for text in self._outputs:
            if text not in known:
                known[text] = "None"
        return ast.Tuple([self.outputs()], ast.Load())

    def _ending_loop(self, one: nodes.For) -> list[ast.stmt]:
        targets = list(dict.fromkeys(assigned_in(one.body)))
        key = self.context.names.local(f"ended_{one.position}")
        self._loops.append((key, targets))
        loop = self.loop(one)
        self._loops.pop()
        values: list[ast.expr] = [name(self.expressions.locals[text]) for text in targets]
        stored: list[ast.expr] = [self.target(text) for text in targets]
        found = self._at_end(key, ast.Tuple(values, ast.Load()))
        return [_empty(key), loop, ast.Assign([ast.Tuple(stored, ast.Store())], found)]

    def _kept(self, key: str, values: ast.expr, elsewhere: list[ast.expr]) -> ast.stmt:
        """Return the statement that keeps values, with whether they count."""
        here = self.negated(any_of(elsewhere)) if elsewhere else constant(value=True)
        kept = ast.Tuple([here, values], ast.Load())
        return ast.Expr(call(attribute(name(key), "append"), [kept]))

    def _at_end(self, key: str, last: ast.expr) -> ast.expr:
        return call(self.context.names.modelica_function("at_end"), [name(key), last])

    def _has_ended(self, key: str) -> ast.expr:
        return call(self.context.names.modelica_function("has_ended"), [name(key)])


def _empty(key: str) -> ast.stmt:
    return ast.Assign([ast.Name(key, ast.Store())], ast.List([], ast.Load()))
