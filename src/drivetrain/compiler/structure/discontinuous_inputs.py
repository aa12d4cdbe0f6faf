"""Detect input signals that jump although a motion follows them exactly.

A rigid connection differentiates the signal that drives it. Where the signal jumps, its derivative
does not show this, and the impulse that the jump would need is lost.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions import algebra as symbolic
from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.equation_groups import Group, parametric_values
from drivetrain.compiler.frontend.values import Values
from drivetrain.modeling.expression import ORDERINGS, REAL, Expr, walk

__all__ = ["Jump", "find_jump"]

Floats = NDArray[np.float64]

_ROUNDING = 1e-9


class Jump(NamedTuple):
    """A jump of the signal in an equation.

    Attributes
    ----------
    row : int
        Row of the group.
    time : float
        Time of the jump, s.
    size : float
        Size of the jump.
    """

    row: int
    time: float
    size: float


def find_jump(group: Group, values: Values, start: float) -> Jump | None:
    """Return a jump whose time follows from parameters alone, None if there is none.

    Parameters
    ----------
    group : Group
        Equations that are differentiated.
    values : Values
        Parameter values.
    start : float
        Start of the run, s; earlier jumps do not count.
    """
    for node in walk(group.template.residual):
        if node.op == "where" and node.kind == REAL:
            instant = _instant(node.args[0])
            if instant is not None:
                instants = parametric_values(instant, group, values.parameter)
                instants = np.where(instants > start, instants, np.nan)
                found = _jump_at(group, values, node, instants)
                if found is not None:
                    return found
    return None


def _instant(condition: Expr) -> Expr | None:
    """Return the time at which a comparison of time with parameters changes."""
    if condition.op in ORDERINGS:
        left, right = condition.args
        for one, other in ((left, right), (right, left)):
            if one.op == "time" and (
                symbolic.is_constant(other) or symbolic.only_parameters(other)
            ):
                return other
    return None


def _jump_at(group: Group, values: Values, node: Expr, instants: Floats) -> Jump | None:
    env = Environment(
        {
            "par": lambda place: values.parameter[group.parameter[:, place]],
            "slot": lambda place: np.full(group.n_rows, np.nan),
            "pre": lambda place: np.full(group.n_rows, np.nan),
        },
        table=lambda number, x, derivative: np.nan,
        time=instants,
    )
    with np.errstate(all="ignore"):
        before, after = (
            np.broadcast_to(np.asarray(evaluate(side, env), dtype=float), (group.n_rows,))
            for side in node.args[1:]
        )
        size = np.abs(after - before)
        jumps = size > _ROUNDING * np.maximum(1.0, np.maximum(np.abs(before), np.abs(after)))
    rows = np.flatnonzero(jumps & np.isfinite(instants))
    if not len(rows):
        return None
    row = int(rows[0])
    return Jump(row, float(instants[row]), float(size[row]))
