"""Derivatives of residuals from the sensitivities of the runs of all experiments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from drivetrain.calibration.carried import Slopes, slopes_of
from drivetrain.calibration.unknown import Free

if TYPE_CHECKING:
    from drivetrain.calibration.problem import Problem

__all__ = ["carried_jacobian"]

Floats = NDArray[np.float64]


def carried_jacobian(problem: Problem, point: Floats) -> tuple[Floats, dict[str, str]]:
    """Return the derivatives of residuals, NaN for unknowns without sensitivities, and why.

    Parameters
    ----------
    problem : Problem
        The problem.
    point : float array, shape (n,)
        Values of the unknowns.

    Returns
    -------
    jacobian : float array, shape (m, n)
    reasons : dict of str to str
        By name of the unknown.
    """
    parts, reasons = [], {}
    for number, experiment in enumerate(problem.experiments):
        found = slopes_of(experiment, problem.parameters(point, number))
        columns = [_column(problem, one, number, found, point) for one in problem.unknowns]
        parts.append(np.column_stack(columns))
        reasons.update(
            {
                one.name: found.reasons[one.parameter]
                for one in problem.unknowns
                if one.experiment in (None, number) and one.parameter in found.reasons
            }
        )
    slopes = np.concatenate(parts) / problem.sigma[:, np.newaxis]
    return np.concatenate([slopes, _known_before(problem)]), reasons


def _column(problem: Problem, one: Free, number: int, found: Slopes, point: Floats) -> Floats:
    """Return the derivatives of what an experiment shows by an unknown."""
    if one.experiment not in (None, number):
        return np.zeros(len(found.values))
    if one.parameter is None:
        return _by_sensor(problem, number, one.key, found.values)
    if one.parameter in found.reasons:
        return np.full(len(found.values), np.nan)
    return _gained(problem, number, found.by[one.parameter], point)


def _gained(problem: Problem, number: int, slopes: Floats, point: Floats) -> Floats:
    """Return changes of signals as sensors show them."""
    seen, begin = slopes.copy(), 0
    for channel in problem.experiments[number].channels:
        gain = problem.of_sensor(channel.sensor.gain, number, point[np.newaxis])
        seen[begin : begin + len(channel)] *= float(np.squeeze(gain))
        begin += len(channel)
    return seen


def _by_sensor(problem: Problem, number: int, key: str, values: Floats) -> Floats:
    """Return the derivatives by an offset or a gain of sensors."""
    column, begin = np.zeros(len(values)), 0
    for channel in problem.experiments[number].channels:
        place = slice(begin, begin + len(channel))
        begin += len(channel)
        if channel.sensor.offset == key:
            column[place] += 1.0
        if channel.sensor.gain == key:
            column[place] += values[place]
    return column


def _known_before(problem: Problem) -> Floats:
    """Return the derivatives of residuals of what was known beforehand."""
    rows = [
        np.where(np.arange(len(problem.unknowns)) == k, 1 / one.prior.deviation, 0.0)
        for k, one in enumerate(problem.unknowns)
        if one.prior is not None
    ]
    return np.array(rows) if rows else np.empty((0, len(problem.unknowns)))
