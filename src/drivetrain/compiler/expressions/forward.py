"""Derivatives of expressions as numbers, computed along with their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from drivetrain.compiler.expressions.algebra import operands_first
from drivetrain.compiler.expressions.derivative_rules import rate
from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.modeling.expression import BOOLEAN, Expr

__all__ = ["derivative"]


def derivative(e: Expr, env: Environment, of_leaf: Callable[[Expr], Any]) -> Any:
    """Return the derivative of an expression in one direction.

    Parameters
    ----------
    e : Expr
        The expression; it contains no look-up of a table whose argument changes.
    env : Environment
        Values of its leaves.
    of_leaf : callable
        Derivative of a leaf: a number or an array.
    """
    values: dict[int, Any] = {}
    found: dict[int, Any] = {}
    for node in operands_first(e):
        if not node.args:
            found[id(node)] = of_leaf(node)
        elif node.kind == BOOLEAN or node.op in ("table", "lookup", "matches"):
            found[id(node)] = 0.0
        else:
            value = evaluate(node, env, values)
            x = [evaluate(arg, env, values) for arg in node.args]
            found[id(node)] = rate(_NUMBERS, node.op, value, x, [found[id(a)] for a in node.args])
    return found[id(e)]


class _Numbers:
    """Operations on numbers and arrays, from which derivatives are built."""

    @staticmethod
    def const(value: float) -> Any:
        return value

    @staticmethod
    def is_const(a: Any, value: float) -> bool:
        return bool(np.all(np.equal(a, value)))

    @staticmethod
    def add(a: Any, b: Any) -> Any:
        return np.add(a, b)

    @staticmethod
    def sub(a: Any, b: Any) -> Any:
        return np.subtract(a, b)

    @staticmethod
    def mul(a: Any, b: Any) -> Any:
        return np.multiply(a, b)

    @staticmethod
    def div(a: Any, b: Any) -> Any:
        return np.divide(a, b)

    @staticmethod
    def neg(a: Any) -> Any:
        return np.negative(a)

    @staticmethod
    def where(condition: Any, a: Any, b: Any) -> Any:
        return np.where(condition, a, b)

    @staticmethod
    def compare(op: str, a: Any, b: Any) -> Any:
        return np.less_equal(a, b) if op == "le" else np.greater_equal(a, b)

    @staticmethod
    def call(op: str, *args: Any) -> Any:
        slots = [Expr("slot", (), k) for k in range(len(args))]
        env = Environment({"slot": lambda place: args[place]})
        return evaluate(Expr(op, tuple(slots)), env)


_NUMBERS = _Numbers()
