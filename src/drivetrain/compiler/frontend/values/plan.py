"""Evaluation order of the values of one class, sorted once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import ParameterError
from drivetrain.modeling.expression import BOOLEAN, INTEGER, Expr, walk
from drivetrain.modeling.members import REQUIRED, STATE_SELECT
from drivetrain.modeling.tracing.trace import OwnParameter, OwnVariable, Trace

__all__ = ["Plan", "needed", "plan_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(eq=False)
class Plan:
    """Values to evaluate for one class: constants, and expressions in a valid order."""

    constant_slots: Ints
    constant_values: Floats
    computed: list[tuple[OwnParameter, Expr]]
    start_slots: Ints
    start_values: Floats
    start_computed: list[tuple[int, Expr]]
    fixed_slots: Ints
    select_slots: Ints
    select_values: NDArray[np.int8]
    nominal: list[tuple[int, Any]]
    bounds: list[tuple[OwnParameter, Any, Any]]
    nonzero: list[OwnParameter]
    integers: list[OwnParameter]


_PLANS: WeakKeyDictionary[Trace, Plan] = WeakKeyDictionary()


def plan_of(klass: Trace) -> Plan:
    """Return the plan of a class, made again only if the class has new variables."""
    known = _PLANS.get(klass)
    if known is None or len(known.start_slots) + len(known.start_computed) != len(klass.variables):
        known = _PLANS[klass] = _make_plan(klass)
    return known


def _make_plan(klass: Trace) -> Plan:
    given = [p for p in klass.parameters if p.default is not REQUIRED]
    constant = [p for p in given if not isinstance(p.default, Expr)]
    computed = [p for p in given if isinstance(p.default, Expr)]
    starts = [(v.slot, _start_of(v)) for v in klass.variables]
    plain = [(slot, value) for slot, value in starts if not isinstance(value, Expr)]
    levels = [(v.slot, STATE_SELECT.index(v.state_select) - 2) for v in klass.variables]
    levels = [(slot, level) for slot, level in levels if level]
    return Plan(
        np.array([p.slot for p in constant], dtype=np.int64),
        np.array([_number(p, klass) for p in constant], dtype=float),
        _in_order(klass, computed),
        np.array([slot for slot, _ in plain], dtype=np.int64),
        np.array([value for _, value in plain], dtype=float),
        [(slot, value) for slot, value in starts if isinstance(value, Expr)],
        np.array([v.slot for v in klass.variables if v.declaration.is_fixed], dtype=np.int64),
        np.array([slot for slot, _ in levels], dtype=np.int64),
        np.array([level for _, level in levels], dtype=np.int8),
        [
            (v.slot, v.declaration.nominal)
            for v in klass.variables
            if v.declaration.nominal is not None
        ],
        [
            (p, p.declaration.minimum, p.declaration.maximum)
            for p in klass.parameters
            if p.declaration.minimum is not None or p.declaration.maximum is not None
        ],
        [p for p in klass.parameters if p.declaration.nonzero],
        [p for p in klass.parameters if p.declaration.kind == INTEGER],
    )


def _start_of(own: OwnVariable) -> Any:
    if own.start is None:
        return 0.0 if own.declaration.kind in (BOOLEAN, INTEGER) else np.nan
    return own.start


def _number(own: OwnParameter, klass: Trace) -> float:
    try:
        return float(own.default)
    except (TypeError, ValueError, OverflowError) as error:
        raise ParameterError(
            f"{klass.title}.{own.name}: the default {own.default!r} is not a number"
        ) from error


def needed(leaf: Any) -> str:
    """Return the name of the parameter that an expression refers to."""
    return str(leaf.value.name if leaf.op == "decl" else leaf.name)


def _in_order(klass: Trace, computed: list[OwnParameter]) -> list[tuple[OwnParameter, Expr]]:
    """Sort computed parameters so that each comes after those it depends on."""
    pending = {p.name: p for p in computed}
    needs = {
        p.name: {needed(n) for n in walk(p.default) if n.op in ("decl", "par")} & pending.keys()
        for p in computed
    }
    result: list[tuple[OwnParameter, Expr]] = []
    while pending:
        ready = [name for name in pending if not needs[name] & pending.keys()]
        if not ready:
            raise ParameterError(
                f"{klass.title}: the parameters {', '.join(pending)} depend on each other in a "
                "circle; give one of them a value"
            )
        for name in ready:
            own = pending.pop(name)
            result.append((own, own.default))
    return result
