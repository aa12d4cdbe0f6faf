"""Evaluate expressions over arrays with NumPy.

It is independent of the compiled program, so that results of the program can be checked against
the model's own equations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from drivetrain.modeling.expression import Expr

__all__ = ["Environment", "applied", "evaluate"]

Lookup = Callable[[Any], Any]


def _unknown(number: int) -> Any:
    raise KeyError(number)


@dataclass
class Environment:
    """Values of the leaves of an expression.

    Attributes
    ----------
    leaf : dict of callable
        For each kind of leaf (``slot``, ``var``, ``pre``, ``par`` …), a function of its value.
    table : callable
        ``table(leaf value, x, derivative)``.
    matches : callable
        ``matches(leaf value, rows)``: whether a table consists of these rows.
    time : array
        Time, s.
    initial : bool
        Value of ``initial()``.
    relation : callable, optional
        Called with (node, difference, literal truth); returns the truth to use.
    delay : callable, optional
        Called with (node, value now, delay time); returns the delayed value. Without it, delayed
        expressions have their values at the start.
    """

    leaf: dict[str, Lookup] = field(default_factory=dict)
    table: Callable[[int, Any, int], Any] = lambda number, x, derivative: _unknown(number)
    matches: Callable[[int, Any], Any] = lambda number, rows: _unknown(number)
    time: Any = 0.0
    initial: bool = False
    relation: Callable[[Expr, Any, Any], Any] | None = None
    delay: Callable[[Expr, Any, Any], Any] | None = None


def evaluate(e: Expr, env: Environment, done: dict[int, Any] | None = None) -> Any:
    """Return the value of an expression; arrays broadcast."""
    done = {} if done is None else done
    if id(e) not in done:
        done[id(e)] = _node(e, env, done)
    return done[id(e)]


def applied(op: str, args: Sequence[Any]) -> Any:
    """Return the value of an operation or a relation without memory; arrays broadcast."""
    return (_RELATIONS.get(op) or _OPERATIONS[op])(*args)


def _node(e: Expr, env: Environment, done: dict[int, Any]) -> Any:
    op = e.op
    if op == "const":
        return e.value
    if op == "time":
        return env.time
    if op == "initial":
        return env.initial
    if op in env.leaf:
        return env.leaf[op](e.value)
    if op in ("table", "lookup"):
        return _look_up(e, env, evaluate(e.args[1], env, done))
    if op == "matches":
        return env.matches(_table_slot(e.args[0], env), e.value)
    args = [evaluate(arg, env, done) for arg in e.args]
    if op in _RELATIONS:
        truth = _RELATIONS[op](args[0], args[1])
        if env.relation is None or e.value is True:
            return truth
        return env.relation(e, np.subtract(args[0], args[1], dtype=float), truth)
    if op == "delay" and env.delay is not None:
        return env.delay(e, args[0], args[1])
    return _OPERATIONS[op](*args)


def _look_up(e: Expr, env: Environment, x: Any) -> Any:
    """Look up a table: a traced look-up names its column, one in a template its derivative."""
    leaf = e.args[0]
    if e.op == "lookup":
        return env.table(_table_slot(leaf, env) + e.value - 2, x, 0)
    return env.table(leaf.value, x, int(e.value))


def _table_slot(leaf: Expr, env: Environment) -> int:
    return int(env.leaf["decl"](leaf.value) if leaf.op == "decl" else leaf.value)


_RELATIONS: dict[str, Callable[..., Any]] = {
    "gt": np.greater,
    "ge": np.greater_equal,
    "lt": np.less,
    "le": np.less_equal,
}

_OPERATIONS: dict[str, Callable[..., Any]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "neg": np.negative,
    "pow": np.power,
    "eq": np.equal,
    "ne": np.not_equal,
    "and": np.logical_and,
    "or": np.logical_or,
    "not": np.logical_not,
    "where": np.where,
    "min": np.minimum,
    "max": np.maximum,
    "mod": np.mod,
    "atan2": np.arctan2,
    "abs": np.abs,
    "sign": np.sign,
    "sqrt": np.sqrt,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "exp": np.exp,
    "log": np.log,
    "log10": np.log10,
    "floor": np.floor,
    "ceil": np.ceil,
    "motion": lambda value, *rates: value,
    "sample": lambda start, interval: False,
    "delay": lambda value, *times: value,
    "delay_rate": lambda value, *times: np.nan,
    "external": lambda *args: np.nan,
}
