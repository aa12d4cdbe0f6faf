"""Calls that stand alone: checks, messages, functions that are called for what they check."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING, Final

from drivetrain.errors import ModelWarning
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["as_check", "call_of_own"]

_PRINT: Final = "Modelica.Utilities.Streams.print"
_ERROR: Final = "Modelica.Utilities.Streams.error"


def as_check(e: nodes.Call, expressions: ExpressionTranslator) -> nodes.Call | None:
    """Return a call that stands alone; what stops a run by a message is a check that fails.

    ``None`` is what prints something: it changes nothing, and a warning tells that it is left out.
    """
    lookup = expressions.context.lookup
    first = e.function.parts[0].name
    if len(e.function.parts) == 1 and not lookup.has(first, expressions.scope):
        return e
    if not lookup.has(first, expressions.scope) and first != "Modelica":
        return e
    full_name = lookup.class_of(e.function, expressions.scope).full_name
    if full_name == _PRINT:
        where = expressions.scope.where(e.position)
        warnings.warn(
            f"{where}: '{print_expression(e)}' is left out; an assert with "
            "AssertionLevel.warning tells something during a run",
            ModelWarning,
            stacklevel=2,
        )
        return None
    if full_name == _ERROR:
        function = nodes.Reference((nodes.NamePart("assert"),), position=e.position)
        never = nodes.Boolean(value=False, position=e.position)
        return nodes.Call(function, (never, *e.arguments), position=e.position)
    return e


def call_of_own(e: nodes.Call, expressions: ExpressionTranslator) -> ast.stmt | None:
    """Return a call of a function of one's own; ``None`` for other functions."""
    made = expressions.context.own_functions.alone(e, expressions)
    return None if made is None else ast.Expr(made)
