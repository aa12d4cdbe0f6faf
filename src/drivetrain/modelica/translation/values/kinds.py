"""Whether a value is a number, a truth value or a text, as far as its text tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivetrain.errors import ModelicaError
from drivetrain.modelica.lookup.found import FoundComponent
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.members.class_members import ClassMembers
from drivetrain.modelica.translation.members.member_kinds import number_type
from drivetrain.modelica.translation.values.function_values import called

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["check_kind", "kind_of"]

_RELATIONS: Final = frozenset(("<", "<=", ">", ">=", "==", "<>"))
_LOGICAL: Final = frozenset(("and", "or"))
_REAL: Final = frozenset(
    ("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp",
     "log", "log10", "der", "delay")
)  # fmt: skip
_BOOLEAN: Final = frozenset(["edge", "change", "initial", "terminal", "sample"])
_SAME: Final = frozenset(["pre", "noEvent", "abs", "sum", "product"])
_NUMBERS: Final = ("Real", "Integer")


def check_kind(
    wanted: str, what: str, e: nodes.Expression, expressions: ExpressionTranslator
) -> None:
    """Refuse a value that is of another kind than what it is given to.

    Parameters
    ----------
    wanted : str
        ``Real``, ``Integer``, ``Boolean`` or ``String``; others take anything.
    what : str
        What it is given to, for the message.
    e : Expression
        The value.
    expressions : ExpressionTranslator
        Knows what its names mean.

    Raises
    ------
    ModelicaError
        If they do not fit; what nobody knows fits.
    """
    if wanted not in ("Real", "Integer", "Boolean", "String"):
        return
    found = kind_of(e, expressions)
    if not found or found == wanted or (wanted == "Real" and found == "Integer"):
        return
    text = print_expression(e)
    if wanted == "Integer" and found == "Real":
        if isinstance(e, nodes.Number) and float(e.value).is_integer():
            return
        hint = f"; integer({text}) is the largest one that is not above it"
    else:
        hint = ""
    raise expressions.refusal(
        e.position, f"{what} is {_article(wanted)}, but '{text}' is {_article(found)}{hint}"
    )


def _article(kind: str) -> str:
    return f"{'an' if kind[0] in 'AEIOU' else 'a'} {kind}"


def kind_of(e: nodes.Expression, expressions: ExpressionTranslator) -> str:
    """Return ``Real``, ``Integer``, ``Boolean`` or ``String``; empty for what is not known."""
    if isinstance(e, nodes.Number):
        return "Integer" if isinstance(e.value, int) else "Real"
    if isinstance(e, nodes.Boolean):
        return "Boolean"
    if isinstance(e, nodes.String):
        return "String"
    if isinstance(e, nodes.Unary):
        return "Boolean" if e.operator == "not" else kind_of(e.operand, expressions)
    if isinstance(e, nodes.Binary):
        return _of_operation(e, expressions)
    if isinstance(e, nodes.Conditional):
        return _common([*(value for _, value in e.branches), e.otherwise], expressions)
    if isinstance(e, nodes.Call):
        return _of_call(e, expressions)
    return _of_reference(e, expressions) if isinstance(e, nodes.Reference) else ""


def _of_operation(e: nodes.Binary, expressions: ExpressionTranslator) -> str:
    if e.operator in _RELATIONS or e.operator in _LOGICAL:
        return "Boolean"
    both = _common([e.left, e.right], expressions)
    if e.operator in ("/", "^", "./", ".^"):
        return "Real" if both in _NUMBERS else ""
    return both


def _common(every: list[nodes.Expression], expressions: ExpressionTranslator) -> str:
    """Return the kind of several values: of numbers, that of the widest."""
    found = {kind_of(one, expressions) for one in every}
    if found == {"Real", "Integer"}:
        return "Real"
    return found.pop() if len(found) == 1 else ""


def _of_call(e: nodes.Call, expressions: ExpressionTranslator) -> str:
    text = str(e.function)
    if text == "String":
        return "String"
    if text == "integer":
        return "Integer"
    if text in _REAL:
        return "Real"
    if text in _BOOLEAN:
        return "Boolean"
    if text in _SAME and len(e.arguments) == 1:
        return kind_of(e.arguments[0], expressions)
    found = called(e, expressions)
    if not isinstance(found, StoredClass) or "function" not in found.definition.kind:
        return ""
    lookup = expressions.context.lookup
    for member in ClassMembers(lookup, found).by_name.values():
        if member.component.causality == "output":
            number = number_type(lookup, member.kind(lookup))
            return "" if number is None else number.kind
    return ""


def _of_reference(e: nodes.Reference, expressions: ExpressionTranslator) -> str:
    if str(e) == "time":
        return "Real"
    first, context = e.parts[0].name, expressions.context
    if first in expressions.iterators or len(e.parts) > 1:
        return ""
    member = context.members.by_name.get(first)
    if member is None:
        return ""
    try:
        found = context.lookup.meaning(e, expressions.scope)
    except ModelicaError:
        return ""
    if not isinstance(found, FoundComponent) or found.owner is not member.owner:
        return ""
    number = number_type(context.lookup, member.kind(context.lookup))
    return "" if number is None else number.kind
