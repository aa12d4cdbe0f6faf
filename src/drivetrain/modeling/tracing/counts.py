"""Integers that change at events as a quantity passes them: `floor_with_events`."""

from __future__ import annotations

from collections.abc import Callable

from drivetrain.modeling.expression import BOOLEAN, Expr, make, walk
from drivetrain.modeling.members import VariableRef

__all__ = ["count_of", "with_counts"]


def with_counts(e: Expr, declare: Callable[[Expr], VariableRef]) -> Expr:
    """Return an expression with variables, which `declare` makes, in place of its counts."""
    if not any(node.op == "whole" for node in walk(e)):
        return e
    done: dict[int, Expr] = {}

    def visit(node: Expr) -> Expr:
        if not node.args:
            return node
        if id(node) not in done:
            made = Expr(node.op, tuple(visit(arg) for arg in node.args), node.value, node.kind)
            done[id(node)] = declare(made) if node.op == "whole" else made
        return done[id(node)]

    return visit(e)


def count_of(count: VariableRef, x: Expr) -> Expr:
    """Return the value of a count, which stays until `x` leaves the interval between integers."""
    last, whole = count.previous(), Expr("floor", (x,))
    # An event may be found where x is still on the other side: the value left does not return.
    above, below = make("max", whole, last + 1), make("min", whole, last - 1)
    changed = make("where", x >= last + 1, above, make("where", x < last, below, last))
    return make("where", Expr("initial", (), None, BOOLEAN), whole, changed)
