"""Waves: which source goes round fastest."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.flatten import Equations
from drivetrain.compiler.interpret import evaluate
from drivetrain.compiler.names import component_path, place_of
from drivetrain.compiler.translate import Translation
from drivetrain.kernel.binding import Solver
from drivetrain.modeling.expression import Expr, walk
from drivetrain.simulation.instant import environment

__all__ = ["fastest_wave"]

Floats = NDArray[np.float64]


def fastest_wave(translation: Translation, solver: Solver, row: Floats) -> str:
    """Return what makes the fastest wave of time, and its period; "" if it is not found.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    solver : Solver
        The run: its parameters and tables.
    row : float array
        Values at an instant.
    """
    rate, told = 0.0, ""
    for equations in translation.flat.equations:
        for side in (equations.traced.lhs, equations.traced.rhs):
            for node in walk(side):
                if node.op in ("sin", "cos", "mod"):
                    rates = _rates(translation, equations, node, solver, row)
                    k = int(np.argmax(rates))
                    if rates[k] > rate:
                        rate, told = float(rates[k]), _told(translation, equations, k, node)
    return f"{told}, with a period of {2 * math.pi / rate:.4g} s." if told else ""


def _rates(t: Translation, equations: Equations, node: Expr, solver: Solver, row: Floats) -> Floats:
    """Return how fast the argument of a wave grows with time, in rad/s; 0 where it is unknown."""
    with np.errstate(all="ignore"):
        arguments = [
            [evaluate(arg, environment(t, equations, solver, row, time)) for arg in node.args]
            for time in (float(row[0]), float(row[0]) + 1.0)
        ]
        rates = np.abs(np.subtract(arguments[1][0], arguments[0][0]))
        if node.op == "mod":
            rates = 2.0 * math.pi * rates / np.abs(arguments[0][1])
    found = np.nan_to_num(np.broadcast_to(rates, equations.instances.variable.shape), posinf=0.0)
    return np.asarray(found, dtype=float)


def _told(t: Translation, equations: Equations, k: int, node: Expr) -> str:
    one, traced = equations.instances, equations.traced
    start = int(one.variable[k])
    path = component_path(t.flat.root, start, one.trace) or t.flat.root.title
    where = place_of(t.flat.root, start, traced.where, one.trace)
    return f"{path}: '{node}' [{where}]"
