"""Differentiation rules: the derivative of an operation from those of its operands.

The rules serve both the expressions of templates and the nodes of programs. Relations and the
conditions of `where` are treated as constant (they are frozen between events).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from drivetrain.errors import StructureError

__all__ = ["STEPS", "Algebra", "rate"]

Value = TypeVar("Value")

STEPS = frozenset(("sign", "floor", "ceil"))
"""Functions that are piecewise constant."""


class Algebra(Protocol[Value]):
    """Operations from which derivatives are built; arithmetic folds constants."""

    def const(self, value: float) -> Value:
        """Return a number."""

    def is_const(self, a: Value, value: float) -> bool:
        """Return whether a value is this number."""

    def add(self, a: Value, b: Value) -> Value:
        """Return a + b."""

    def sub(self, a: Value, b: Value) -> Value:
        """Return a - b."""

    def mul(self, a: Value, b: Value) -> Value:
        """Return a * b."""

    def div(self, a: Value, b: Value) -> Value:
        """Return a / b."""

    def neg(self, a: Value) -> Value:
        """Return -a."""

    def where(self, condition: Value, a: Value, b: Value) -> Value:
        """Return `a` if the condition holds, else `b`."""

    def compare(self, op: str, a: Value, b: Value) -> Value:
        """Return a relation that raises no event."""

    def call(self, op: str, *args: Value) -> Value:
        """Return the value of a function."""


def rate(a: Algebra[Value], op: str, value: Value, x: Sequence[Value], d: Sequence[Value]) -> Value:
    """Return the derivative of `value` in one direction.

    Parameters
    ----------
    a : Algebra
        Operations to build it from.
    op : str
        Operation that computes `value`.
    value : Value
        Result of the operation.
    x, d : sequence of Value
        Its operands, and their derivatives in that direction.

    Raises
    ------
    StructureError
        If the operation has no derivative.
    """
    if op in STEPS:
        return a.const(0.0)
    if op in _SLOPES:
        return a.mul(_SLOPES[op](a, value, x[0]), d[0])
    if op not in _RULES:
        raise StructureError(f"'{op}' cannot be differentiated")
    result: Value = _RULES[op](a, value, x, d)
    return result


def _power(a: Algebra[Value], value: Value, x: Sequence[Value], d: Sequence[Value]) -> Value:
    base, exponent = x
    less = a.sub(exponent, a.const(1.0))
    lower = base if a.is_const(less, 1.0) else a.call("pow", base, less)
    by_base = a.mul(a.mul(exponent, lower), d[0])
    if a.is_const(d[1], 0.0):
        return by_base
    # Where the base vanishes so does base^exponent log(base), but 0 log(0) is not a number.
    positive = a.call("max", base, a.const(sys.float_info.min))
    return a.add(by_base, a.mul(a.mul(value, a.call("log", positive)), d[1]))


def _atan2(a: Algebra[Value], value: Value, x: Sequence[Value], d: Sequence[Value]) -> Value:
    up, right = x
    top = a.sub(a.mul(right, d[0]), a.mul(up, d[1]))
    return a.div(top, a.add(a.mul(right, right), a.mul(up, up)))


def _remainder(a: Algebra[Value], value: Value, x: Sequence[Value], d: Sequence[Value]) -> Value:
    if a.is_const(d[1], 0.0):
        return d[0]
    return a.sub(d[0], a.mul(a.call("floor", a.div(*x)), d[1]))


_RULES: Mapping[str, Callable[..., Any]] = {
    "add": lambda a, value, x, d: a.add(*d),
    "sub": lambda a, value, x, d: a.sub(*d),
    "neg": lambda a, value, x, d: a.neg(*d),
    "mul": lambda a, value, x, d: a.add(a.mul(d[0], x[1]), a.mul(x[0], d[1])),
    "div": lambda a, value, x, d: a.div(a.sub(d[0], a.mul(value, d[1])), x[1]),
    "where": lambda a, value, x, d: a.where(x[0], d[1], d[2]),
    "min": lambda a, value, x, d: a.where(a.compare("le", *x), *d),
    "max": lambda a, value, x, d: a.where(a.compare("ge", *x), *d),
    "mod": _remainder,
    "pow": _power,
    "atan2": _atan2,
}
"""Operation → its derivative."""


def _circular(a: Algebra[Value], x: Value) -> Value:
    one = a.const(1.0)
    return a.div(one, a.call("sqrt", a.sub(one, a.mul(x, x))))


_SLOPES: Mapping[str, Callable[..., Any]] = {
    "sin": lambda a, y, x: a.call("cos", x),
    "cos": lambda a, y, x: a.neg(a.call("sin", x)),
    "tan": lambda a, y, x: a.add(a.const(1.0), a.mul(y, y)),
    "asin": lambda a, y, x: _circular(a, x),
    "acos": lambda a, y, x: a.neg(_circular(a, x)),
    "atan": lambda a, y, x: a.div(a.const(1.0), a.add(a.const(1.0), a.mul(x, x))),
    "sinh": lambda a, y, x: a.call("cosh", x),
    "cosh": lambda a, y, x: a.call("sinh", x),
    "tanh": lambda a, y, x: a.sub(a.const(1.0), a.mul(y, y)),
    "exp": lambda a, y, x: y,
    "log": lambda a, y, x: a.div(a.const(1.0), x),
    "log10": lambda a, y, x: a.div(a.const(1 / math.log(10)), x),
    "sqrt": lambda a, y, x: a.div(a.const(0.5), y),
    "abs": lambda a, y, x: a.call("sign", x),
}
"""Function of one variable → its slope, from its value `y` and its argument `x`."""
