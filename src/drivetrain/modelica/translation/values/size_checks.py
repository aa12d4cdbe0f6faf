"""Refuse values and indices whose kind does not fit, where their text tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivetrain.modelica.lookup.found import FoundComponent
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.members.member_kinds import number_type
from drivetrain.modelica.translation.values.ranks import dimensions_along, rank_of

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["check_dimensions", "check_ends", "check_integers", "check_whole"]


def known_rank(e: nodes.Expression, expressions: ExpressionTranslator) -> int | None:
    """Return the dimensions of a value; None if its text alone does not tell them."""
    if isinstance(e, (nodes.Number, nodes.Boolean)):
        return 0
    if isinstance(e, nodes.Unary):
        return known_rank(e.operand, expressions)
    if isinstance(e, (nodes.ArrayConstructor, nodes.Matrix, nodes.Range)):
        return rank_of(e, expressions)
    if not isinstance(e, nodes.Reference) or e.parts[0].name in expressions.locals:
        return None
    if str(e) == "time":
        return 0
    if len(dimensions_along(e, expressions)) < len(e.parts):
        return None
    return rank_of(e, expressions)


def check_dimensions(
    e: nodes.Expression, wanted: int, text: str, expressions: ExpressionTranslator
) -> None:
    """Refuse a value that has other dimensions than what it is given to.

    Raises
    ------
    ModelicaError
        If it has.
    """
    found = known_rank(e, expressions)
    if found is None or found == wanted:
        return
    raise expressions.refusal(
        e.position,
        f"'{print_expression(e)}' is {_told(found)}, and '{text}' is {_told(wanted)}",
    )


def check_ends(one: nodes.Connect, expressions: ExpressionTranslator) -> None:
    """Refuse a connection of a single connector with an array of them.

    Raises
    ------
    ModelicaError
        If it is one.
    """
    first, second = (known_rank(end, expressions) for end in (one.first, one.second))
    if first is None or second is None or first == second:
        return
    raise expressions.refusal(
        one.position,
        f"'{print_expression(one.first)}' is {_told(first)}, and "
        f"'{print_expression(one.second)}' is {_told(second)}: connect like with like, in a loop "
        "if one of them goes to all",
    )


def check_integers(e: nodes.Expression, kind: str, expressions: ExpressionTranslator) -> None:
    """Refuse numbers with a fraction, or truth values, in an array of another type.

    Raises
    ------
    ModelicaError
        If there are some.
    """
    if isinstance(e, nodes.ArrayConstructor):
        for one in e.elements:
            check_integers(one, kind, expressions)
    elif isinstance(e, nodes.Matrix):
        for row in e.rows:
            for one in row:
                check_integers(one, kind, expressions)
    elif isinstance(e, nodes.Unary):
        check_integers(e.operand, kind, expressions)
    else:
        is_number = isinstance(e, nodes.Number)
        is_whole = isinstance(e, nodes.Number) and isinstance(e.value, int)
        is_wrong = {
            "Integer": isinstance(e, nodes.Boolean) or (is_number and not is_whole),
            "Boolean": is_number,
            "Real": isinstance(e, nodes.Boolean),
        }.get(kind, False)
        if is_wrong:
            raise expressions.refusal(e.position, f"'{print_expression(e)}' is no {kind}")


def check_whole(e: nodes.Expression, what: str, expressions: ExpressionTranslator) -> None:
    """Refuse a name of a Real, or a number with a fraction, as an index or a size.

    Raises
    ------
    ModelicaError
        If it is one.
    """
    is_real = isinstance(e, nodes.Number) and not isinstance(e.value, int)
    if isinstance(e, nodes.Reference) and e.parts[0].name not in expressions.locals:
        is_real = str(e) == "time" or _kind(e, expressions) == "Real"
    if is_real:
        raise expressions.refusal(
            e.position, f"'{print_expression(e)}' is a Real; {what} is an Integer"
        )


def _kind(e: nodes.Reference, expressions: ExpressionTranslator) -> str:
    """Return the type of a component that a name of one part means."""
    if len(e.parts) > 1:
        return ""
    lookup = expressions.context.lookup
    found = lookup.meaning(e, expressions.scope)
    if not isinstance(found, FoundComponent):
        return ""
    number = number_type(lookup, lookup.class_of(found.component.type, found.owner))
    return number.kind if number is not None else ""


def _told(dimensions: int) -> str:
    if dimensions == 0:
        return "a single one"
    return {1: "a vector", 2: "a matrix"}.get(dimensions, f"an array of {dimensions} dimensions")
