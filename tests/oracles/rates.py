"""Derivatives against trajectories: a speed has to be the slope of its angle."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from drivetrain.compiler.names import variable_names
from drivetrain.modeling.members import VariableRef
from drivetrain.simulation.result import Result
from drivetrain.simulation.run import CompiledModel


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


def worst_slope(compiled: CompiledModel, result: Result) -> tuple[float, Rate | None]:
    """Compare increments between output points with the trapezoidal rule.

    Returns
    -------
    excess : float
        Largest difference beyond what the change of the rate over the interval explains, over the
        variable's range (at least 1e-3).
    which : Rate
        Where it occurs.
    """
    step = np.diff(result.time)
    inside = step > 0
    worst: tuple[float, Rate | None] = 0.0, None
    for pair in rates(compiled):
        w, x = result[pair.rate], result[pair.base]
        change, area = np.diff(x), step * (w[1:] + w[:-1]) / 2
        bend = step * np.abs(np.diff(w))
        size = float(np.ptp(x)) + 1e-3
        excess = np.where(inside, np.maximum(np.abs(change - area) - bend, 0.0), 0.0) / size
        # The area of three intervals tells how much the rate may bulge within one.
        bulge = np.convolve(bend, np.ones(3), mode="same") / size
        excess = np.maximum(excess - bulge, 0.0)
        if len(excess) and excess.max() > worst[0]:
            worst = float(excess.max()), pair
    return worst
