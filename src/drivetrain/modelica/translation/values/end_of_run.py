"""``terminal()``: true in the event at the end of a run, so a condition of ``when`` alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.python_code import call

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["terminal"]


def terminal(expressions: ExpressionTranslator, e: nodes.Call) -> ast.expr:
    """Return the call of the modeling language.

    Raises
    ------
    ModelicaError
        If it stands elsewhere.
    """
    conditions = _conditions_of_when(expressions.context.body.sections)
    if not any(e is one for condition in conditions for one in _parts(condition)):
        raise expressions.refusal(
            e.position,
            "terminal() is true in the event at the end of a run alone: write 'when terminal() "
            "then', and set a variable there",
        )
    return call(expressions.function("terminal"), expressions.positional(e, 0))


def _conditions_of_when(text: Any) -> Iterator[nodes.Expression]:
    for one in _parts(text):
        if isinstance(one, nodes.When):
            yield from (condition for condition, _ in one.branches)


def _parts(text: Any) -> Iterator[Any]:
    """Yield a piece of text and all that is in it."""
    yield text
    inside = text if isinstance(text, (list, tuple)) else _fields(text)
    for one in inside:
        yield from _parts(one)


def _fields(text: Any) -> list[Any]:
    return [getattr(text, key) for key in getattr(type(text), "__slots__", ())]
