"""Check that the two sides of every equation, and the terms of every sum, have one unit."""

from __future__ import annotations

import math
from typing import Any

from drivetrain.errors import UnitError
from drivetrain.modeling.expression import BOOLEAN, ORDERINGS, Expr, Quantity, walk
from drivetrain.modeling.members import (
    Declaration,
    ParameterRef,
    PreviousRef,
    TableRef,
    VariableRef,
)
from drivetrain.modeling.tracing.slots import Trace, TracedEquation
from drivetrain.modeling.units import ANY, DIMENSIONLESS, Dimension, describe, dimension

__all__ = ["check_units", "dimension_of"]

_SECOND = dimension("s")
_SAME = frozenset(("add", "sub", "min", "max", "mod", "eq", "ne", *ORDERINGS))
_UNITLESS = frozenset(("computed", "length", "matches"))
_KEEPS = frozenset(("neg", "abs", "floor", "ceil"))


def check_units(traced: Trace) -> None:
    """Check all equations of a class (those of its parts are checked with the parts' classes).

    Raises
    ------
    UnitError
        For the first equation with inconsistent units; the message names class and source line.
    """
    for equation in [*traced.equations, *traced.initial_equations]:
        _check(traced, equation, Expr("eq", (equation.lhs, equation.rhs), None, BOOLEAN))
    for reinit in traced.reinits:
        _check(traced, reinit, reinit.value)
        if isinstance(reinit.target, VariableRef):
            unit = reinit.target.declaration.unit
            _check_value(f"{reinit.where}: new value of {reinit.target}", reinit.value, unit)
    for assertion in traced.assertions:
        _check(traced, assertion, assertion.condition)
    for binding in traced.bindings:
        _check_value(f"{binding.where}: {binding.name}", binding.value, binding.unit)
    for start in traced.start_bindings:
        _check_value(f"{start.where}: start of {start.name}", start.start.value, start.unit)
    for own in traced.parameters:
        _check_value(f"{traced.title}.{own.name}", own.declaration.default, own.declaration.unit)


def _check_value(name: str, value: Any, unit: str | None) -> None:
    """Check that an expression has the unit of its target.

    Quantities without unit match every unit, and vice versa: blocks carry signals of any kind.
    """
    if not isinstance(value, Expr) or unit is None:
        return
    found, wanted = dimension_of(value, {}), dimension(unit)
    if wanted != DIMENSIONLESS and found not in (ANY, DIMENSIONLESS, wanted):
        raise UnitError(
            f"{name} has unit {describe(wanted)} but is given '{value}', which has unit "
            f"{describe(found)}"
        )


def _check(traced: Trace, statement: Any, e: Expr) -> None:
    try:
        dimension_of(e, {})
    except UnitError as error:
        text = f": {statement}" if isinstance(statement, TracedEquation) else ""
        raise UnitError(f"{traced.title}, {statement.where}{text}\n  {error}") from None


def dimension_of(e: Expr, known: dict[int, Dimension | None]) -> Dimension | None:
    """Return the dimension of an expression, ``None`` for one that matches every unit.

    Raises
    ------
    UnitError
        If the units of two terms differ.
    """
    if id(e) not in known:
        known[id(e)] = _dimension(e, [dimension_of(arg, known) for arg in e.args])
    return known[id(e)]


def _dimension(e: Expr, dims: list[Dimension | None]) -> Dimension | None:
    op = e.op
    if not e.args:
        return _leaf(e)
    if op in _SAME:
        same = _equal(e, dims)
        return DIMENSIONLESS if e.kind == BOOLEAN else same
    if op in _KEEPS:
        return dims[0]
    if op == "where":
        return _equal(e, dims, first=1)
    if op in ("mul", "div"):
        return _product(dims, 1.0 if op == "mul" else -1.0)
    if op == "pow":
        return _power(e, dims)
    if op == "sqrt":
        return ANY if dims[0] is ANY else tuple(k / 2 for k in dims[0])
    if op == "lookup":
        return _table(e, dims)
    if op == "motion":
        return _motion(e, dims)
    if op == "delay":
        for arg, dim in zip(e.args[1:], dims[1:], strict=True):
            _expect(e, arg, dim, _SECOND)
        return dims[0]
    if op == "atan2":
        _equal(e, dims)
        return DIMENSIONLESS
    if op == "sample":
        _expect(e, e.args[0], dims[0], _SECOND)
        _expect(e, e.args[1], dims[1], _SECOND)
        return DIMENSIONLESS
    if op in _UNITLESS:
        return ANY
    if op not in ("and", "or", "not", "sign"):
        _expect(e, e.args[0], dims[0], DIMENSIONLESS)
    return DIMENSIONLESS


def _leaf(e: Expr) -> Dimension | None:
    if isinstance(e, Quantity):
        return dimension(e.unit)
    if isinstance(e, PreviousRef):
        return dimension(e.variable.declaration.unit)
    if isinstance(e, VariableRef):
        own = dimension(e.declaration.unit)
        return tuple(a - e.order * b for a, b in zip(own, _SECOND, strict=True))
    if isinstance(e, ParameterRef):
        return dimension(e.declaration.unit)
    if isinstance(e, Declaration):
        return dimension(e.unit)
    if e.op == "time":
        return _SECOND
    if e.op == "const" and (e.value == 0 or math.isinf(e.value)):
        return ANY
    return DIMENSIONLESS


def _equal(e: Expr, dims: list[Dimension | None], first: int = 0) -> Dimension | None:
    result: Dimension | None = ANY
    for arg, dim in zip(e.args[first:], dims[first:], strict=True):
        if dim is ANY:
            continue
        if result is not ANY and dim != result:
            sides = ((e.args[first], result), (arg, dim))
            clash = " but ".join(f"'{side}' has unit {describe(own)}" for side, own in sides)
            bare = any(own == DIMENSIONLESS and _has_bare_number(side) for side, own in sides)
            raise UnitError(
                clash + "; give a bare number its unit with constant(value, unit)" * bare
            )
        result = dim
    return result


def _has_bare_number(e: Expr) -> bool:
    return any(n.op == "const" and not isinstance(n, Quantity) for n in walk(e))


def _expect(e: Expr, arg: Expr, dim: Dimension | None, wanted: Dimension) -> None:
    if dim is not ANY and dim != wanted:
        raise UnitError(
            f"{e.op}({arg}): the argument has unit {describe(dim)}, expected {describe(wanted)}"
        )


def _product(dims: list[Dimension | None], direction: float) -> Dimension | None:
    a, b = dims
    if a is ANY or b is ANY:
        return ANY
    return tuple(x + direction * y for x, y in zip(a, b, strict=True))


def _power(e: Expr, dims: list[Dimension | None]) -> Dimension | None:
    base, exponent = dims
    if base is ANY or base == DIMENSIONLESS:
        _expect(e, e.args[1], exponent, DIMENSIONLESS)
        return base
    if e.args[1].op != "const":
        raise UnitError(f"'{e}': a quantity with a unit needs a constant exponent")
    return tuple(k * float(e.args[1].value) for k in base)


def _table(e: Expr, dims: list[Dimension | None]) -> Dimension | None:
    leaf = e.args[0]
    if not isinstance(leaf, TableRef):
        return ANY
    units = leaf.declaration.units
    _expect(e, e.args[1], dims[1], dimension(units[0]))
    return dimension(units[e.value - 1])


def _motion(e: Expr, dims: list[Dimension | None]) -> Dimension | None:
    value = dims[0]
    if value is not ANY:
        for order, (arg, dim) in enumerate(zip(e.args[1:], dims[1:], strict=True), start=1):
            wanted = tuple(a - order * b for a, b in zip(value, _SECOND, strict=True))
            _expect(e, arg, dim, wanted)
    return value
