"""Write expressions of the modeling language as Modelica."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from drivetrain.errors import ModelicaError
from drivetrain.modelica.syntax import nodes
from drivetrain.modeling.expression import (
    BINARY_FUNCTIONS,
    BOOLEAN,
    LOGIC,
    RELATIONS,
    UNARY_FUNCTIONS,
    Expr,
)
from drivetrain.modeling.functions import END_OF_RUN
from drivetrain.modeling.members import PreviousRef, VariableRef

__all__ = ["call", "expression", "number"]

_ARITHMETIC: Final = {"add": "+", "sub": "-", "mul": "*", "div": "/", "pow": "^"}
_COMPARED: Final = {**RELATIONS, "ne": "<>"}
_WHAT: Final = {
    "lookup": "a table that is data of Python",
    "motion": "a motion with given derivatives",
    "computed": "a value that Python computes",
    "mod": "'mod', which raises events in Modelica and none in Python",
    "matches": "a comparison of tables",
    "length": "the length of a vector of Python",
}
"""What has no counterpart, by its operation."""

Named = Callable[[Expr], nodes.Expression]


def expression(e: Any, named: Named) -> nodes.Expression:
    """Return an expression.

    Parameters
    ----------
    e : Expr or number
        The expression.
    named : callable
        What a variable or parameter is called.

    Raises
    ------
    ModelicaError
        If it has no counterpart in Modelica.
    """
    if not isinstance(e, Expr):
        return number(e)
    if e.op == "const":
        return number(e.value)
    if e.op in ("par", "decl", "part") or (isinstance(e, VariableRef) and e.order == 0):
        return named(e)
    if isinstance(e, VariableRef):
        return _derivative(e, named)
    if isinstance(e, PreviousRef):
        return call("pre", named(e.variable))
    if e.op == "time":
        return nodes.Reference((nodes.NamePart("time"),))
    if e.op == "sample" and e.args[0].value == END_OF_RUN:
        return call("terminal")
    if e.op in ("initial", "sample", "delay"):
        return call(e.op, *(expression(one, named) for one in e.args))
    return _operation(e, named)


def call(function: str, *arguments: nodes.Expression) -> nodes.Call:
    """Return a call of a function of the language."""
    return nodes.Call(nodes.Reference((nodes.NamePart(function),)), arguments)


def number(value: Any) -> nodes.Expression:
    """Return a number or a truth value.

    Raises
    ------
    ModelicaError
        If it is none, or not finite.
    """
    if isinstance(value, (bool, str)) or type(value).__name__ == "bool_":
        return nodes.String(value) if isinstance(value, str) else nodes.Boolean(bool(value))
    try:
        plain = value if isinstance(value, int) else float(value)
    except (TypeError, ValueError):
        kind = type(value).__name__
        raise ModelicaError(f"a value of the type {kind} has no counterpart in Modelica") from None
    if not math.isfinite(plain):
        raise ModelicaError(f"{plain} has no counterpart in Modelica")
    text = nodes.Number(repr(abs(plain)))
    is_negative = math.copysign(1.0, plain) < 0
    return nodes.Unary("-", text) if is_negative else text


def _derivative(e: VariableRef, named: Named) -> nodes.Expression:
    base = VariableRef(e.slot, e.declaration, _base_name(e), e.inside)
    made = named(base)
    for _ in range(e.order):
        made = call("der", made)
    return made


def _base_name(e: VariableRef) -> str:
    return e.name.removeprefix("der(").partition(",")[0].rstrip(")")


def _operation(e: Expr, named: Named) -> nodes.Expression:
    made = [expression(one, named) for one in e.args]
    if e.op in _ARITHMETIC:
        return nodes.Binary(_ARITHMETIC[e.op], made[0], made[1])
    if e.op == "neg":
        return nodes.Unary("-", made[0])
    if e.op == "not":
        return nodes.Unary("not", made[0])
    if e.op in LOGIC:
        return nodes.Binary(e.op, made[0], made[1])
    if e.op in _COMPARED:
        related = nodes.Binary(_COMPARED[e.op], made[0], made[1])
        return call("noEvent", related) if e.value is True else related
    if e.op == "where":
        return _conditional(made)
    return _function(e, made)


def _conditional(made: list[nodes.Expression]) -> nodes.Expression:
    condition, value, otherwise = made
    if isinstance(otherwise, nodes.Conditional):
        branches = ((condition, value), *otherwise.branches)
        return nodes.Conditional(branches, otherwise.otherwise)
    return nodes.Conditional(((condition, value),), otherwise)


def _function(e: Expr, made: list[nodes.Expression]) -> nodes.Expression:
    if e.op == "whole":
        return call("floor", made[0])
    if e.op == "floor":
        return call("noEvent", call("floor", made[0]))
    if e.op == "ceil":
        return nodes.Unary("-", call("noEvent", call("floor", nodes.Unary("-", made[0]))))
    if e.op in UNARY_FUNCTIONS or e.op in BINARY_FUNCTIONS - {"mod"}:
        return call(e.op, *made)
    kind = "condition" if e.kind == BOOLEAN else "expression"
    what = _WHAT.get(e.op, f"the {kind} '{e.op}'")
    raise ModelicaError(f"{what} has no counterpart in Modelica")
