"""Find which source, or periodic table, oscillates fastest."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.algebra import number, time_derivative
from drivetrain.compiler.expressions.interpreter import evaluate
from drivetrain.compiler.frontend.flatten import Equations
from drivetrain.compiler.frontend.qualified_names import component_path, place_of
from drivetrain.compiler.program.oscillations import PART_OF_PERIOD, WAVES
from drivetrain.compiler.translation import Translation
from drivetrain.errors import StructureError
from drivetrain.kernel.binding import Solver
from drivetrain.kernel.tables import steepest_turn
from drivetrain.modeling.expression import Expr, walk
from drivetrain.simulation.diagnostics.point_evaluation import environment

__all__ = ["fastest_oscillation"]

Floats = NDArray[np.float64]

_SHOWN = 3
_SLOWEST = 1e-300
"""Rates below this count as zero."""


class _Wave(NamedTuple):
    """Rate, rad/s, and period, s, of an oscillation driven by time alone, and its source."""

    rate: float
    period: float
    varies: bool
    told: str


def fastest_oscillation(translation: Translation, solver: Solver, row: Floats, rate: float) -> str:
    """Return the source of the oscillation in time with this rate, or possible sources.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    solver : Solver
        The run: its parameters and tables.
    row : float array
        Values at an instant.
    rate : float
        Rate of the oscillation in question, rad/s.
    """
    waves = list(_waves(translation, solver, row))
    if not waves:
        return "No equation has a wave in it: please report this model."
    fastest = max(waves, key=lambda wave: wave.rate)
    if fastest.rate > 0.9 * rate:
        return f"{fastest.told}{_repeating(fastest.period)}."
    others = dict.fromkeys(wave.told for wave in waves if wave.varies)
    return f"It is one of the waves of other variables: {', '.join(list(others)[:_SHOWN])}."


def _waves(t: Translation, solver: Solver, row: Floats) -> Iterator[_Wave]:
    for equations in t.flat.equations:
        for side in (equations.traced.lhs, equations.traced.rhs):
            for node in walk(side):
                if node.op in WAVES or node.op == "lookup":
                    yield from _turned(t, equations, node, solver, row)


def _turned(
    t: Translation, equations: Equations, node: Expr, solver: Solver, row: Floats
) -> Iterator[_Wave]:
    """Yield the fastest oscillation among all instances, if there is one."""
    rates = _rates(t, equations, node, solver, row)
    periods = 2.0 * math.pi / np.maximum(rates, _SLOWEST)
    if node.op == "lookup":
        table, x = node.args
        numbers = equations.instances.table + table.value + node.value - 2
        found = [steepest_turn(solver.table(number)) for number in numbers.tolist()]
        steepest, spans = np.array(found).T
        periods = spans / np.maximum(rates, _SLOWEST)
        rates = rates * steepest * (2.0 * math.pi * PART_OF_PERIOD)
        if not steepest.any():
            return
        varies = any(inner.op == "var" for inner in walk(x))
    else:
        varies = any(inner.op in ("var", "lookup") for inner in walk(node))
    k = int(np.argmax(rates))
    yield _Wave(float(rates[k]), float(periods[k]), varies, _told(t, equations, k, node))


def _repeating(period: float) -> str:
    return f", with a period of {period:.4g} s" if math.isfinite(period) else ""


def _rates(t: Translation, equations: Equations, node: Expr, solver: Solver, row: Floats) -> Floats:
    """Return the rate of an oscillation's argument in time, rad/s; 0 if unknown."""
    env = environment(t, equations, solver, row, float(row[0]))
    try:
        slope = time_derivative(node.args[node.op == "lookup"], lambda _: number(0.0))
    except StructureError:
        slope = number(0.0)
    with np.errstate(all="ignore"):
        rates = np.abs(evaluate(slope, env))
        if node.op == "tan":
            rates = 2.0 * rates
        elif node.op == "mod":
            rates = 2.0 * math.pi * rates / np.abs(evaluate(node.args[1], env))
    found = np.nan_to_num(np.broadcast_to(rates, equations.instances.variable.shape), posinf=0.0)
    return np.asarray(found, dtype=float)


def _told(t: Translation, equations: Equations, k: int, node: Expr) -> str:
    one, traced = equations.instances, equations.traced
    start = int(one.variable[k])
    path = component_path(t.flat.root, start, one.trace) or t.flat.root.title
    where = place_of(t.flat.root, start, traced.where, one.trace)
    return f"{path}: '{node}' [{where}]"
