"""Texts: what they are put together from, and values that hang on them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import LibraryName
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.members.member_kinds import number_type
from drivetrain.modelica.translation.python_code import call
from drivetrain.modelica.translation.values.enumerations import is_text, literals_of
from drivetrain.modelica.translation.values.function_values import called

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["hangs_on_text", "refuse_texts_of_a_run", "text_of"]

_FORMATS = ("significantDigits", "minimumLength", "leftJustified", "format")


def text_of(expressions: ExpressionTranslator, e: nodes.Call) -> ast.expr:
    """Return ``String(value, …)`` as a text."""
    if e.arguments and literals_of(e.arguments[0], expressions) is not None:
        return _text_of_literal(e.arguments[0], expressions)
    for one in e.named:
        if one.name not in _FORMATS:
            raise expressions.refusal(one.position, f"String(…) has no argument '{one.name}'")
    if not 1 <= len(e.arguments) <= 4:
        raise expressions.refusal(e.position, "String(…) takes a value and its format")
    given = [expressions.translate(one) for one in e.arguments]
    named = {library.snake_case(one.name): expressions.translate(one.value) for one in e.named}
    return call(expressions.context.names.modelica_function("text"), given, named)


def _text_of_literal(e: nodes.Expression, expressions: ExpressionTranslator) -> ast.expr:
    if not is_text(e, expressions):
        text = print_expression(e)
        raise expressions.refusal(
            e.position, f"String({text}): the text of a literal is known of parameters only"
        )
    with expressions.literals_as(numbers=False):
        return expressions.translate(e)


def hangs_on_text(e: Any, expressions: ExpressionTranslator) -> bool:
    """Return whether a value has to be known before there are equations, since a text is asked for.

    A text in brackets or braces, or alone, is a value like others.
    """
    if isinstance(e, nodes.Conditional) and any(
        _reads_choice(condition, expressions) for condition, _ in e.branches
    ):
        return True
    if isinstance(e, nodes.Call) and (_makes_text(e) or _is_of_texts(e, expressions)):
        return True
    if isinstance(e, nodes.Binary) and any(
        isinstance(one, nodes.String) or _kind(one, expressions) == "String"
        for one in (e.left, e.right)
    ):
        return e.operator == "+" or hangs_on_text([e.left, e.right], expressions)
    if isinstance(e, nodes.Reference):
        return False
    if isinstance(e, (list, tuple)):
        return any(hangs_on_text(one, expressions) for one in e)
    fields = getattr(type(e), "__slots__", ())
    return any(hangs_on_text(getattr(e, key), expressions) for key in fields if key != "function")


def _makes_text(e: nodes.Call) -> bool:
    return str(e.function) == "String"


def _is_of_texts(e: nodes.Call, expressions: ExpressionTranslator) -> bool:
    found = called(e, expressions)
    function = (
        library.find_library_function(found.full_name) if isinstance(found, LibraryName) else None
    )
    return function is not None and function.is_text


def _reads_choice(condition: Any, expressions: ExpressionTranslator) -> bool:
    """Return whether a condition asks for a text or a choice of the class itself."""
    if isinstance(condition, nodes.Reference):
        return _kind(condition, expressions) in ("String", "enumeration")
    if isinstance(condition, (list, tuple)):
        return any(_reads_choice(one, expressions) for one in condition)
    fields = getattr(type(condition), "__slots__", ())
    return any(
        _reads_choice(getattr(condition, key), expressions) for key in fields if key != "function"
    )


def _kind(e: nodes.Expression, expressions: ExpressionTranslator) -> str:
    """Return the type of a member of the class itself; nothing of anything else."""
    members = expressions.context.members
    member = members.by_name.get(str(e)) if isinstance(e, nodes.Reference) else None
    if member is None or expressions.scope not in members.ancestors:
        return ""
    lookup = expressions.context.lookup
    number = number_type(lookup, member.kind(lookup))
    return "" if number is None else number.kind


def refuse_texts_of_a_run(e: nodes.Binary, expressions: ExpressionTranslator) -> None:
    """Refuse to compare a text in an equation that is made of what may change.

    Raises
    ------
    ModelicaError
        If one side of a comparison is such a text.
    """
    if not expressions.in_equations or expressions.context.is_plain:
        return
    for side in (e.left, e.right):
        if _has_text_of_number(side):
            raise expressions.refusal(
                e.position,
                f"'{print_expression(e)}': the text of a number is known before a run only; "
                "compare it in the value of a parameter",
            )


def _has_text_of_number(e: Any) -> bool:
    if isinstance(e, nodes.Call) and _makes_text(e):
        return not (e.arguments and isinstance(e.arguments[0], (nodes.Number, nodes.Boolean)))
    if isinstance(e, (list, tuple)):
        return any(_has_text_of_number(one) for one in e)
    fields = getattr(type(e), "__slots__", ())
    return any(_has_text_of_number(getattr(e, key)) for key in fields)
