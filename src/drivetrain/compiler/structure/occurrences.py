"""Incidence of derivative chains in equations, with their factors and units."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.equation_groups import Group, concatenated, parametric_values
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.structure.diagnostics import EFFORTS
from drivetrain.modeling.expression import REAL, Expr, walk
from drivetrain.modeling.tracing.trace import Trace

__all__ = [
    "assigns",
    "efforts",
    "entries",
    "factor_values",
    "motions",
    "rates_in",
    "rates_of",
    "unit_numbers",
]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
_MOTIONS = ("rad", "m")
"""Units of the quantities that a rigid coupling ties together."""


def entries(
    groups: list[Group], values: Values, discrete: Floats | None = None
) -> tuple[Ints, Ints, Ints, Floats]:
    """List (equation, chain, order, factor) of all continuous quantities in all equations."""
    parts: list[tuple[Ints, Ints, Ints, Floats]] = []
    for first, group in concatenated(groups):
        rows = np.arange(first, first + group.n_rows)
        for place, lag in sorted(group.template.lags.items()):
            live = np.flatnonzero(group.chain[:, place] >= 0)
            if len(live):
                factor = factor_values(group, place, values, discrete)[live] if not lag else np.nan
                order = group.order[live, place] - lag
                factor = np.broadcast_to(factor, order.shape)
                parts.append((rows[live], group.chain[live, place], order, factor))
    if not parts:
        none = np.empty(0, dtype=np.int64)
        return none, none, none, np.empty(0)
    equation, chain, order, factor = (np.concatenate(column) for column in zip(*parts, strict=True))
    return equation, chain, order, factor


def factor_values(
    group: Group, place: int, values: Values, discrete: Floats | None = None
) -> Floats:
    """Return d residual / d quantity of a slot, NaN where it depends on the motion.

    Modes are taken as "sliding" (every discrete quantity false or zero, tables flat) unless their
    values are given: a factor that is present only while something is locked must not decide what
    is a state.
    """
    sensitivity = group.template.sensitivity(place)
    factor = parametric_values(sensitivity, group, values.parameter, discrete)
    return factor * group.sign[:, place]


def motions(flat: Flat, aliased: Aliased) -> Bools:
    """Mark the derivative chains that begin with an angle or a position.

    Parameters
    ----------
    flat, aliased
        The model.
    """
    return _chains(flat, aliased, _MOTIONS)


def efforts(flat: Flat, aliased: Aliased) -> Bools:
    """Mark the derivative chains that begin with a torque or a force.

    Parameters
    ----------
    flat, aliased
        The model.
    """
    return _chains(flat, aliased, EFFORTS)


def _chains(flat: Flat, aliased: Aliased, units: tuple[str, ...]) -> Bools:
    found = np.zeros(len(aliased.least), dtype=bool)
    for one in flat.instances:
        slots = [v.slot for v in one.trace.variables if v.declaration.unit in units]
        number = (one.variable[:, None] + np.array(slots, dtype=np.int64)).ravel()
        number = number[(aliased.chain[number] >= 0) & (aliased.order[number] == 0)]
        found[aliased.chain[number]] = True
    return found


def unit_numbers(flat: Flat, aliased: Aliased) -> Ints:
    """Return a number for the unit of each chain."""
    units: dict[str, int] = {"": 0}
    found = np.zeros(len(aliased.least), dtype=np.int64)
    for one in flat.instances:
        for v in one.trace.variables:
            number = one.variable + v.slot
            number = number[(aliased.chain[number] >= 0) & (aliased.order[number] == 0)]
            found[aliased.chain[number]] = units.setdefault(v.declaration.unit, len(units))
    return found


def assigns(group: Group) -> bool:
    """Return whether a group determines discrete variables."""
    if group.template.kind != REAL:
        return True
    return group.source is not None and group.source.traced.assigns


def rates_in(*expressions: Expr) -> list[tuple[int, int]]:
    """Return (slot, order) of the derivatives in expressions of a class."""
    nodes = (node for e in expressions for node in walk(e))
    return sorted({node.value for node in nodes if node.op == "var" and node.value[1]})


def rates_of(klass: Trace) -> list[tuple[int, int]]:
    """Return (slot, order) of the derivatives in statements other than equations."""
    statements = [*klass.monitors.values(), *(a.condition for a in klass.assertions)]
    statements += [side for r in klass.reinits for side in (r.fire, r.value)]
    statements += [side for one in klass.initial_equations for side in (one.lhs, one.rhs)]
    return rates_in(*statements)
