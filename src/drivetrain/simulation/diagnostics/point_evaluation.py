"""Evaluate the written equations of a model at a recorded row of values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.interpreter import Environment
from drivetrain.compiler.frontend.flatten import Equations
from drivetrain.compiler.frontend.qualified_names import variable_name
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Solver
from drivetrain.kernel.tables import evaluate_table
from drivetrain.modeling.expression import Expr, walk

__all__ = ["environment", "values_in"]

Floats = NDArray[np.float64]


def environment(
    t: Translation, equations: Equations, solver: Solver, row: Floats, time: float
) -> Environment:
    """Return the values of the leaves of equations at an instant; derivatives are NaN.

    Parameters
    ----------
    t : Translation
        The compiled model.
    equations : Equations
        Equations of some instances.
    solver : Solver
        The run: its parameters and tables.
    row : float array
        Values of all variables.
    time : float
        The instant, s.
    """
    one = equations.instances

    def variable(value: tuple[int, int]) -> Floats:
        slot, order = value
        unknown = np.full(len(one.variable), np.nan)
        return unknown if order else t.value_in(one.variable + slot, row)

    def table(slot: int, x: Any, derivative: int) -> Floats:
        at = np.broadcast_to(np.asarray(x, dtype=float), one.table.shape)
        found = [
            evaluate_table(solver.table(number), at[k : k + 1], derivative)
            for k, number in enumerate((one.table + slot).tolist())
        ]
        return np.concatenate(found)

    return Environment(
        {
            "var": variable,
            "pre": lambda slot: t.value_in(one.variable + slot, row),
            "par": lambda slot: solver.parameters[one.parameter + slot],
        },
        table=table,
        time=time,
    )


def values_in(t: Translation, e: Expr, start: int, row: Floats) -> Iterator[tuple[str, float]]:
    """Yield the variables that an expression reads, and their values, except derivatives.

    Parameters
    ----------
    t : Translation
        The compiled model.
    e : Expr
        An expression of a class.
    start : int
        Index of the first variable of the instance.
    row : float array
        Values of all variables.
    """
    numbers = {start + n.value[0] for n in walk(e) if n.op == "var" and not n.value[1]}
    for number in sorted(numbers):
        yield variable_name(t.flat.root, number), float(t.value_in(number, row))
