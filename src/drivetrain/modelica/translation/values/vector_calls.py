"""Calls of functions of the library for vectors."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from drivetrain.errors import nearest
from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import LibraryName
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.python_code import call, python_name

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["vector_call", "vector_function"]


def vector_function(
    e: nodes.Call, expressions: ExpressionTranslator
) -> library.VectorFunction | None:
    """Return the function that a call names, if it is one for vectors."""
    lookup, first = expressions.context.lookup, e.function.parts[0].name
    if len(e.function.parts) == 1 and not lookup.has(first, expressions.scope):
        return None
    found = lookup.class_of(e.function, expressions.scope)
    is_library = isinstance(found, LibraryName)
    return library.find_vector_function(found.full_name) if is_library else None


def vector_call(
    e: nodes.Call, function: library.VectorFunction, expressions: ExpressionTranslator
) -> ast.expr:
    """Return a call of a function; inputs may be given by their names.

    Raises
    ------
    ModelicaError
        If inputs do not fit.
    """
    title = str(e.function)
    if len(e.arguments) > len(function.inputs):
        raise expressions.refusal(
            e.position, f"{title} takes {len(function.inputs)} inputs: {', '.join(function.inputs)}"
        )
    arguments = [expressions.translate(one) for one in e.arguments]
    named = {}
    for one in e.named:
        if one.name not in function.inputs[len(arguments) :]:
            hint = nearest(one.name, function.inputs)
            raise expressions.refusal(
                one.position, f"{title} has no further input '{one.name}'{hint}"
            )
        named[python_name(library.snake_case(one.name))] = expressions.translate(one.value)
    made = expressions.context.names.vector_function(function.ours)
    return call(made, arguments, named)
