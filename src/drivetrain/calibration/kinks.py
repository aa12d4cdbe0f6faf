"""Kinks at the estimates: where residuals bend within a step, standard errors mean little."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.calibration.problem import Problem
from drivetrain.gradients.sides import differing_event

__all__ = ["kinks_at"]

Floats = NDArray[np.float64]

_BENT = 0.1
"""Second difference of the residuals beside the first one: a kink has about 1."""


def kinks_at(problem: Problem, x: Floats, residuals: Floats) -> list[str]:
    """Return what is to be said of unknowns with other residuals on either side.

    Parameters
    ----------
    problem : Problem
        The problem.
    x : float array
        The estimates.
    residuals : float array
        Residuals there.
    """
    steps, (low, high) = problem.steps(x), problem.bounds
    inside = [k for k in range(len(x)) if low[k] <= x[k] - steps[k] and x[k] + steps[k] <= high[k]]
    if not inside:
        return []
    rows = np.tile(x, (2 * len(inside), 1))
    for place, k in enumerate(inside):
        rows[2 * place, k] -= steps[k]
        rows[2 * place + 1, k] += steps[k]
    found = problem.many_residuals(rows)
    lines = []
    for place, k in enumerate(inside):
        below, above = found[2 * place], found[2 * place + 1]
        bend = np.linalg.norm(above - 2 * residuals + below)
        if bend > _BENT * np.linalg.norm(above - below):
            event = _event(problem, rows[2 * place], x, rows[2 * place + 1])
            if event:
                lines.append(
                    f"{problem.names[k]} has a kink at its estimate: other events on either side, "
                    f"{event}; its standard error is that of one side"
                )
    return lines


def _event(problem: Problem, below: Floats, x: Floats, above: Floats) -> str:
    """Return the event that is other on one of both sides; empty if there is none."""
    for number, experiment in enumerate(problem.experiments):
        middle, *sides = experiment.paths(problem.columns(np.array([x, below, above]), number), 3)
        for side in sides:
            event = differing_event(middle, side, np.inf)
            if event is not None:
                return event.text()
    return ""
