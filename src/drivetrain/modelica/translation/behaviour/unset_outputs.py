"""Notice outputs of functions that may end without a value."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.behaviour.statements import assigned_in, is_surely_set
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.members.member_kinds import number_type
from drivetrain.modelica.translation.python_code import call, constant, name
from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["Unset"]

_PLACEHOLDERS: Final = {"Real": 0.0, "Integer": 0, "Boolean": False}


class Unset:
    """Outputs that get a value only in branches or loops, and whether they have one.

    Each has a truth value beside it, which is set along with it, and checked in the end.

    Parameters
    ----------
    statements : list of statements
        What it does.
    context : ClassContext
        The function.

    Attributes
    ----------
    statements : list of statements
        What it does, these truth values included.
    """

    def __init__(self, statements: list[Any], context: ClassContext) -> None:
        self._context = context
        self._flags: dict[str, str] = {}
        self._placeholders: dict[str, Any] = {}
        for member in context.members.by_name.values():
            one = member.component
            if one.causality != "output" or member.given.value is not None:
                continue
            number = number_type(context.lookup, member.kind(context.lookup))
            placeholder = _PLACEHOLDERS.get(number.kind) if number is not None else None
            if placeholder is None:
                continue
            is_set = one.name in set(assigned_in(statements))
            if is_set and not (one.sizes or one.type_sizes or is_surely_set(one.name, statements)):
                self._flags[one.name] = self._unused(f"{one.name}_is_set")
                self._placeholders[one.name] = placeholder
        self.statements = self._noted(statements) if self._flags else statements

    def _unused(self, text: str) -> str:
        while text in self._context.members.by_name:
            text += "_"
        return text

    def beginnings(self, expressions: ExpressionTranslator) -> list[ast.stmt]:
        """Return what they are before they get a value."""
        made: list[ast.stmt] = []
        for text, flag in self._flags.items():
            for key, value in ((text, self._placeholders[text]), (flag, False)):
                target = ast.Name(expressions.local(key), ast.Store())
                made.append(ast.Assign([target], constant(value)))
        return made

    def checks(self, expressions: ExpressionTranslator) -> list[ast.stmt]:
        """Return the checks that they have got a value."""
        check = self._context.names.modelica_function("check")
        made: list[ast.stmt] = []
        for text, flag in self._flags.items():
            message = f"{self._context.stored.full_name}: the output '{text}' gets no value"
            given = [name(expressions.locals[flag]), constant(message)]
            made.append(ast.Expr(call(check, given)))
        return made

    def _noted(self, statements: Iterable[Any]) -> list[Any]:
        made: list[Any] = []
        for one in statements:
            if isinstance(one, nodes.If):
                branches = tuple((c, tuple(self._noted(body))) for c, body in one.branches)
                made.append(replace(one, branches=branches))
            elif isinstance(one, nodes.For):
                made.append(replace(one, body=tuple(self._noted(one.body))))
            else:
                made.append(one)
            if isinstance(one, nodes.Assign):
                made += [
                    nodes.Assign(
                        nodes.Reference((nodes.NamePart(flag),), position=one.position),
                        nodes.Boolean(value=True, position=one.position),
                        position=one.position,
                    )
                    for text, flag in self._flags.items()
                    if text in set(assigned_in([one]))
                ]
        return made
