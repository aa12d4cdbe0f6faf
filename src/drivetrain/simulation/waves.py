"""Waves: which source goes round fastest."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.flatten import Equations
from drivetrain.compiler.interpret import evaluate
from drivetrain.compiler.names import component_path, place_of
from drivetrain.compiler.pace import WAVES
from drivetrain.compiler.symbolic import number, time_derivative
from drivetrain.compiler.translate import Translation
from drivetrain.errors import StructureError
from drivetrain.kernel.binding import Solver
from drivetrain.modeling.expression import Expr, walk
from drivetrain.simulation.instant import environment

__all__ = ["fastest_wave"]

Floats = NDArray[np.float64]

_SHOWN = 3


class _Wave(NamedTuple):
    """How fast time alone turns a wave, in rad/s, and where it is written."""

    rate: float
    varies: bool
    told: str


def fastest_wave(translation: Translation, solver: Solver, row: Floats, rate: float) -> str:
    """Return what makes a wave of time that goes round this fast, or which waves may.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    solver : Solver
        The run: its parameters and tables.
    row : float array
        Values at an instant.
    rate : float
        How fast the wave in question goes round, rad/s.
    """
    waves = list(_waves(translation, solver, row))
    fastest = max(waves, key=lambda wave: wave.rate)
    if fastest.rate > 0.99 * rate:
        return f"{fastest.told}, with a period of {2 * math.pi / fastest.rate:.4g} s."
    others = dict.fromkeys(wave.told for wave in waves if wave.varies)
    return f"It is one of the waves of other variables: {', '.join(list(others)[:_SHOWN])}."


def _waves(t: Translation, solver: Solver, row: Floats) -> Iterator[_Wave]:
    for equations in t.flat.equations:
        for side in (equations.traced.lhs, equations.traced.rhs):
            for node in walk(side):
                if node.op in WAVES:
                    rates = _rates(t, equations, node, solver, row)
                    k = int(np.argmax(rates))
                    varies = any(inner.op in ("var", "lookup") for inner in walk(node))
                    yield _Wave(float(rates[k]), varies, _told(t, equations, k, node))


def _rates(t: Translation, equations: Equations, node: Expr, solver: Solver, row: Floats) -> Floats:
    """Return how fast the argument of a wave grows with time, in rad/s; 0 where it is unknown."""
    env = environment(t, equations, solver, row, float(row[0]))
    try:
        slope = time_derivative(node.args[0], lambda _: number(0.0))
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
