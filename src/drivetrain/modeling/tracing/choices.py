"""Equations of which one holds: ``where(condition, a == b, c == d)``."""

from __future__ import annotations

from typing import Any, NamedTuple

from drivetrain.errors import ExpressionError
from drivetrain.modeling.expression import BOOLEAN, Expr, as_expr, make
from drivetrain.modeling.members import VariableRef

__all__ = ["Assigned", "assigned_by", "equations_of", "is_choice", "merged"]


def is_choice(e: Expr) -> bool:
    """Return whether an expression selects among equations."""
    if e.op != "where" or e.kind != BOOLEAN:
        return False
    return all(one.op == "eq" or is_choice(one) for one in e.args[1:])


def equations_of(e: Expr) -> tuple[tuple[Expr, Expr], ...]:
    """Return both sides of every equation that may hold."""
    if e.op == "eq":
        return ((e.args[0], e.args[1]),)
    return (*equations_of(e.args[1]), *equations_of(e.args[2]))


def merged(e: Expr) -> tuple[Expr, Expr]:
    """Return both sides of one equation that says the same.

    Where all of them begin with one variable, it is the left side; otherwise the differences of
    their sides are zero.

    Raises
    ------
    ExpressionError
        If they are about Boolean variables, but not all about the same one.
    """
    branches = equations_of(e)
    for side in (0, 1):
        targets = [branch[side] for branch in branches]
        if all(isinstance(one, VariableRef) and one.value == targets[0].value for one in targets):
            return targets[0], _value(e, targets[0])
    if any(side.kind == BOOLEAN for branch in branches for side in branch):
        raise ExpressionError(
            f"'{e}': both equations have to begin with the same Boolean variable, b == …"
        )
    return _difference(e), as_expr(0.0)


def _value(e: Expr, target: Expr) -> Expr:
    if e.op == "eq":
        first, second = e.args
        is_first = isinstance(first, VariableRef) and first.value == target.value
        return second if is_first else first
    return make("where", e.args[0], _value(e.args[1], target), _value(e.args[2], target))


def _difference(e: Expr) -> Expr:
    if e.op == "eq":
        return e.args[0] - e.args[1]
    return make("where", e.args[0], _difference(e.args[1]), _difference(e.args[2]))


class Assigned(NamedTuple):
    """A value that a discrete variable gets where something fires."""

    fire: Expr
    target: VariableRef
    value: Expr


def assigned_by(fire: Expr, action: Any) -> Assigned:
    """Return what an action of ``when`` sets.

    Raises
    ------
    ExpressionError
        If it is no equation that begins with a variable.
    """
    sides: tuple[Any, ...] = (None, None)
    if isinstance(action, Expr) and action.op == "eq":
        sides = action.args
    elif isinstance(action, Expr) and is_choice(action):
        sides = merged(action)
    target, value = sides
    if not isinstance(target, VariableRef) or target.order:
        raise ExpressionError(
            f"'{action}' in when(…): write 'variable == expression' or reinit(variable, …)"
        )
    return Assigned(fire, target, value)
