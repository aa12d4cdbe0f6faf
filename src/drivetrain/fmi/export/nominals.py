"""Nominal values of states, on which the absolute tolerances of importing tools are based."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.fmi.export.variables import ExportedVariables
from drivetrain.simulation.kernel_solver import sizes
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.runs.prepared_model import PreparedModel

__all__ = ["nominals_of_states", "tell_nominals"]

_LEAST = 1e-6
"""Fraction of the size that the model assumes, below which a state is taken not to move."""


def nominals_of_states(
    prepared: PreparedModel, result: Result, found: ExportedVariables
) -> NDArray[np.float64]:
    """Return the nominal value of each state.

    A solver that scales the absolute tolerance with it computes the twist of a stiff shaft, some
    1e-3 rad, as exactly as its speed. The solvers of this package assume 1, or what the model says;
    a state that stays smaller in the usual run is given the largest value seen there. With inputs
    that run tells nothing.

    Parameters
    ----------
    prepared : PreparedModel
        The compiled model.
    result : Result
        Its usual run.
    found : ExportedVariables
        Variables of the unit.
    """
    t = prepared.translation
    nominal, _ = sizes(t, t.values)
    if t.inputs:
        return nominal
    for k, reference in enumerate(found.states):
        if reference in found.variable:
            largest = float(np.max(np.abs(result[found.binary[reference].name])))
            if largest > _LEAST * nominal[k]:
                nominal[k] = min(nominal[k], largest)
    return nominal


def tell_nominals(found: ExportedVariables, nominals: NDArray[np.float64]) -> None:
    """Add the nominal values to the description of the states.

    Parameters
    ----------
    found : ExportedVariables
        Variables of the unit.
    nominals : array
        Nominal value of each state.
    """
    for reference, nominal in zip(found.states, nominals.tolist(), strict=True):
        found.change(reference, nominal=None if nominal == 1.0 else nominal)
