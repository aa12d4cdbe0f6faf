"""Values of continuous variables before an event: `pre(x)` of them is x itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from drivetrain.modeling.expression import REAL, Expr
from drivetrain.modeling.members import PreviousRef
from drivetrain.modeling.tracing.slots import Trace, TracedEquation

__all__ = ["settle_left_limits", "with_leaves"]


def settle_left_limits(made: Trace) -> None:
    """Replace pre(x) of a continuous x by x itself, which is the left limit in an event.

    Any later statement may make x discrete, so this is only known at the end.
    """

    def leaf(node: Expr) -> Expr:
        if isinstance(node, PreviousRef):
            continuous = node.kind == REAL and node.value not in made.discrete
            return node.variable if continuous else node
        return node

    def settle(e: Expr) -> Expr:
        return with_leaves(e, leaf)

    def settled(stated: list[TracedEquation]) -> list[TracedEquation]:
        return [replace(e, lhs=settle(e.lhs), rhs=settle(e.rhs)) for e in stated]

    made.equations = settled(made.equations)
    made.initial_equations = settled(made.initial_equations)
    made.reinits = [replace(r, value=settle(r.value)) for r in made.reinits]
    made.assertions = [replace(a, condition=settle(a.condition)) for a in made.assertions]


def with_leaves(e: Expr, leaf: Callable[[Expr], Expr]) -> Expr:
    """Return an expression with its leaves replaced; unchanged parts remain the same objects."""
    done: dict[int, Expr] = {}

    def visit(node: Expr) -> Expr:
        if not node.args:
            return leaf(node)
        if id(node) not in done:
            args = tuple(visit(arg) for arg in node.args)
            same = all(a is b for a, b in zip(args, node.args, strict=True))
            done[id(node)] = node if same else Expr(node.op, args, node.value, node.kind)
        return done[id(node)]

    return visit(e)
