"""Translate calls of functions of the Modelica Standard Library."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from drivetrain.modelica import library
from drivetrain.modelica.library import LibraryFunction
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.python_code import call, name

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["library_call"]


def library_call(e: nodes.Call, full: str, expressions: ExpressionTranslator) -> ast.expr:
    """Return the call of a function of the library.

    Parameters
    ----------
    e : Call
        The call.
    full : str
        Full name of the function.
    expressions : ExpressionTranslator
        For its arguments.

    Raises
    ------
    ModelicaError
        If it has no counterpart here, or its arguments do not fit.
    """
    function = library.find_library_function(full)
    if function is not None:
        return _of_mathematics(e, full, function, expressions)
    arguments = expressions.positional(e)
    ours = library.find_function(full)
    if ours is None:
        hint = library.unsupported_function(full)
        raise expressions.refusal(
            e.position, f"the function {full} is not supported{f': {hint}' if hint else ''}"
        )
    return call(name("abs") if ours == "abs" else expressions.function(ours), arguments)


def _of_mathematics(
    e: nodes.Call, full: str, function: LibraryFunction, expressions: ExpressionTranslator
) -> ast.expr:
    places = dict(zip(function.inputs, e.arguments, strict=False))
    if len(e.arguments) > len(function.inputs):
        names = f"{len(function.inputs)} inputs: {', '.join(function.inputs)}"
        raise expressions.refusal(e.position, f"{full} takes {names}")
    for one in e.named:
        if one.name not in function.inputs or one.name in places:
            raise expressions.refusal(one.position, f"{full} has no further input '{one.name}'")
    ours = expressions.context.names.mathematical_function(function.name)
    given = [expressions.translate(one) for one in e.arguments]
    return call(ours, given, {one.name: expressions.translate(one.value) for one in e.named})
