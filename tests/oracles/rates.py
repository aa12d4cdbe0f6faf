"""Derivatives against trajectories: a speed has to be the slope of its angle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.interpreter import evaluate
from drivetrain.compiler.frontend.qualified_names import variable_names
from drivetrain.modeling import floor
from drivetrain.modeling.expression import Expr, walk
from drivetrain.modeling.members import VariableRef
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.verification.residuals import environment

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_STEPS = ("floor", "ceil", "sign", "mod")
"""Functions that jump and raise no event."""


class Rate(NamedTuple):
    """``rate == der(base)`` as some component wrote it."""

    rate: str
    base: str


def rates(compiled: CompiledModel) -> list[Rate]:
    """Find all equations ``a == der(b)`` of a model."""
    flat = compiled.translation.flat
    names = variable_names(flat.root)
    found = []
    for equations in flat.equations:
        left, right = equations.traced.lhs, equations.traced.rhs
        if not (isinstance(left, VariableRef) and isinstance(right, VariableRef)):
            continue
        if (left.order, right.order) == (0, 1):
            starts = equations.instances.variable.tolist()
            found += [Rate(names[k + left.slot], names[k + right.slot]) for k in starts]
    return found


def worst_slope(
    compiled: CompiledModel, result: Result, fitted: Mapping[str, Floats] | None = None
) -> tuple[float, Rate | None]:
    """Compare increments between output points with the trapezoidal rule.

    Where a function of steps goes on to its next value, the variables behind it jump without an
    event, which is no part of their derivatives: these intervals do not count.

    Parameters
    ----------
    compiled, result
        A model and a run of it.
    fitted : mapping, optional
        Variables whose derivatives have no name, and these; NaN where equations leave them open.

    Returns
    -------
    excess : float
        Largest difference beyond what the change of the rate over the interval explains, over the
        variable's range (at least 1e-3).
    which : Rate
        Where it occurs.
    """
    worst: tuple[float, Rate | None] = 0.0, None
    if len(result.time) < 2:
        return worst
    steady = ~_jumps(compiled, result)
    pairs = [(pair, result[pair.rate], result[pair.base]) for pair in rates(compiled)]
    found = [(_excess(result.time, w, x)[steady].max(initial=0.0), pair) for pair, w, x in pairs]
    for x, w in (fitted or {}).items():
        excess = _excess(result.time, w, result[x])[steady]
        found.append((np.nanmax([0.0, *excess]), Rate(f"der({x})", x)))
    for excess, pair in found:
        if not excess <= worst[0]:
            worst = float(excess), pair
    return worst


def _excess(time: Floats, w: Floats, x: Floats) -> Floats:
    """Return the difference in each interval, 0 between equal instants; NaN where a rate is."""
    step = np.diff(time)
    change, area = np.diff(x), step * (w[1:] + w[:-1]) / 2
    bend = step * np.abs(np.diff(w))
    size = float(np.ptp(x)) + 1e-3
    excess = np.where(step > 0, np.maximum(np.abs(change - area) - bend, 0.0), 0.0) / size
    # The area of three intervals tells how much the rate may bulge within one.
    bulge = np.convolve(bend, np.ones(3), mode="same") / size
    return np.maximum(excess - bulge, 0.0)


def _jumps(compiled: CompiledModel, result: Result) -> Bools:
    """Mark the intervals in which a function of steps goes on to its next value."""
    flat, values = compiled.translation.flat, compiled.translation.values
    names = variable_names(flat.root)

    def read(number: int, order: int) -> Floats:
        return result[names[number]]

    found = np.zeros(len(result.time) - 1, dtype=bool)
    for equations in flat.equations:
        nodes = [e for side in (equations.traced.lhs, equations.traced.rhs) for e in walk(side)]
        steps = [_stairs(e) for e in nodes if e.op in _STEPS and not _is_of_rates(e)]
        for k in range(len(equations.instances.variable)) if steps else ():
            env = environment(values, equations.instances, k, read, result.time)
            for e in steps:
                level = np.broadcast_to(evaluate(e, env), result.time.shape)
                found |= np.diff(level) != 0
    return found


def _is_of_rates(e: Expr) -> bool:
    return any(leaf.op == "var" and leaf.value[1] for leaf in walk(e))


def _stairs(e: Expr) -> Expr:
    """Return the steps of a function: those of the quotient for a remainder."""
    return floor(e.args[0] / e.args[1]) if e.op == "mod" else e
