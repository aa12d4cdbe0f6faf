"""Values of type String that hang on others: they are known before there are equations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.search import references_in
from drivetrain.modelica.translation.members.member_kinds import number_type

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["hangs_on_texts"]


def hangs_on_texts(e: nodes.Expression, expressions: ExpressionTranslator) -> bool:
    """Return whether texts make a value: it is put together from them, or they choose it."""
    if isinstance(e, nodes.Conditional):
        values = [*(value for _, value in e.branches), e.otherwise]
        return _chooses(e, expressions) or any(hangs_on_texts(one, expressions) for one in values)
    if isinstance(e, nodes.Call):
        return any(hangs_on_texts(one, expressions) for one in e.arguments)
    return _is_joined(e, expressions)


def _chooses(e: nodes.Conditional, expressions: ExpressionTranslator) -> bool:
    """Return whether a condition asks for a text."""
    return any(
        _kind(one, expressions) in ("String", "enumeration")
        for one in references_in([condition for condition, _ in e.branches])
    )


def _is_joined(e: nodes.Expression, expressions: ExpressionTranslator) -> bool:
    """Return whether texts are put together: ``folder + "/cycle.txt"``."""
    if not isinstance(e, nodes.Binary) or e.operator != "+":
        return False
    return any(
        isinstance(side, nodes.String)
        or (isinstance(side, nodes.Reference) and _kind(side, expressions) == "String")
        or _is_joined(side, expressions)
        for side in (e.left, e.right)
    )


def _kind(e: nodes.Reference, expressions: ExpressionTranslator) -> str:
    """Return the type of a member of the class itself; nothing of another name."""
    members = expressions.context.members
    member = members.by_name.get(str(e))
    if member is None or expressions.scope not in members.ancestors:
        return ""
    lookup = expressions.context.lookup
    number = number_type(lookup, member.kind(lookup))
    return "" if number is None else number.kind
