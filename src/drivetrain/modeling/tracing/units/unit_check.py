"""Check that the two sides of every equation, and the terms of every sum, have one unit."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from drivetrain.errors import UnitError
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.connection import SignalLink
from drivetrain.modeling.expression import BOOLEAN, ORDERINGS, Expr, Quantity
from drivetrain.modeling.members import (
    Declaration,
    ParameterRef,
    PreviousRef,
    TableRef,
    VariableRef,
)
from drivetrain.modeling.tracing.slots import Trace, TracedEquation
from drivetrain.modeling.tracing.units.unit_advice import advice_on_argument, advice_on_sides
from drivetrain.modeling.units import ANY, DIMENSIONLESS, Dimension, describe, dimension

__all__ = ["KEEPS", "SAME", "SECOND", "UNITLESS", "attributes_of", "check_units", "dimension_of"]

SECOND = dimension("s")
SAME = frozenset(("add", "sub", "min", "max", "mod", "eq", "ne", *ORDERINGS))
UNITLESS = frozenset(("computed", "length", "matches"))
KEEPS = frozenset(("neg", "abs", "floor", "ceil"))


def check_units(traced: Trace) -> None:
    """Check all equations of a class (those of its parts are checked with the parts' classes).

    Raises
    ------
    UnitError
        For the first equation with inconsistent units; the message names class and source line.
    """
    for equation in [*traced.equations, *traced.initial_equations]:
        _check_equation(traced, equation)
    for link, where in traced.signal_links:
        _check_link(traced, link, where)
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
        _check_value(f"{traced.title}.{own.name}", own.stated, own.declaration.unit)
    for name, value, declaration in attributes_of(traced):
        _check_value(name, value, declaration.unit)


def attributes_of(traced: Trace) -> Iterator[tuple[str, Any, Declaration]]:
    """Yield starts, typical sizes and bounds of the members of a class: title, value, member."""
    for one in traced.variables:
        declared = one.declaration
        told = {"start": one.start, "nominal": declared.nominal}
        told |= {"min": declared.minimum, "max": declared.maximum}
        for key, value in told.items():
            yield f"{key} of {traced.title}.{one.name}", value, declared
    for own in traced.parameters:
        limits = {"min": own.declaration.minimum, "max": own.declaration.maximum}
        for key, value in limits.items():
            yield f"{key} of {traced.title}.{own.name}", value, own.declaration


def _check_equation(traced: Trace, equation: TracedEquation) -> None:
    """Check an equation; a signal without a unit takes and gives any unit, as when connected."""
    for lhs, rhs in equation.branches:
        _check_equation(traced, replace(equation, lhs=lhs, rhs=rhs, branches=()))
    if equation.branches:
        return
    sides = equation.lhs, equation.rhs
    if any(_carries_any(side) for side in sides):
        for side in sides:
            _check(traced, equation, side)
    else:
        _check(traced, equation, Expr("eq", sides, None, BOOLEAN))


def _check_link(traced: Trace, link: SignalLink, where: SourceLine) -> None:
    """Check a connection: two different units do not fit, as in an equation."""
    ends = link.source, link.target
    units = [end.declaration.unit for end in ends]
    if any(map(_carries_any, ends)):
        return
    same = dimension(units[0]) == dimension(units[1])
    if same and ("degC" in units[0]) == ("degC" in units[1]):
        return
    clash = " but ".join(f"'{end}' has unit {unit}" for end, unit in zip(ends, units, strict=True))
    raise UnitError(
        f"{traced.title}, {where}: {ends[0]} >> {ends[1]}\n  {clash}; put a block between them "
        "that says how one follows from the other, such as a Gain, which carries any unit"
    )


def _carries_any(e: Expr) -> bool:
    """Return whether an expression is a signal that was declared without a unit."""
    if not isinstance(e, VariableRef) or e.order:
        return False
    return e.declaration.is_signal and e.declaration.unit == "1"


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
    if op in SAME:
        same = _equal(e, dims)
        return DIMENSIONLESS if e.kind == BOOLEAN else same
    if op in KEEPS:
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
    if op == "external":
        return dimension(e.value.unit)
    if op == "motion":
        return _motion(e, dims)
    if op == "delay":
        for arg, dim in zip(e.args[1:], dims[1:], strict=True):
            _expect(e, arg, dim, SECOND)
        return dims[0]
    if op == "atan2":
        _equal(e, dims)
        return DIMENSIONLESS
    if op == "sample":
        _expect(e, e.args[0], dims[0], SECOND)
        _expect(e, e.args[1], dims[1], SECOND)
        return DIMENSIONLESS
    if op in UNITLESS:
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
        return tuple(a - e.order * b for a, b in zip(own, SECOND, strict=True))
    if isinstance(e, ParameterRef):
        return dimension(e.declaration.unit)
    if isinstance(e, Declaration):
        return dimension(e.unit)
    if e.op == "time":
        return SECOND
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
            left, right = sides
            raise UnitError(
                clash + (advice_on_sides(e, *left, *right) or advice_on_sides(e, *right, *left))
            )
        result = dim
    return result


def _expect(e: Expr, arg: Expr, dim: Dimension | None, wanted: Dimension) -> None:
    if dim is not ANY and dim != wanted:
        raise UnitError(
            f"{e.op}({arg}): the argument has unit {describe(dim)}, expected {describe(wanted)}"
            f"{advice_on_argument(e.op, e.args, arg, dim, wanted)}"
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
            wanted = tuple(a - order * b for a, b in zip(value, SECOND, strict=True))
            _expect(e, arg, dim, wanted)
    return value
