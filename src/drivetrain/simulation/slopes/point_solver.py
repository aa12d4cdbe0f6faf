"""Solve a model for given states, beside its runs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.translation import Translation
from drivetrain.errors import AnalysisError
from drivetrain.kernel.binding import Solver
from drivetrain.simulation.diagnostics.failures import explain

__all__ = ["PointSolver"]

Floats = NDArray[np.float64]


class PointSolver:
    """Solves a model for given states, with contacts decided as at an event.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    """

    def __init__(self, translation: Translation) -> None:
        self._t = translation
        lowered = translation.lowered
        end = FIRST_VALUE + len(lowered.states)
        self.states = slice(FIRST_VALUE, end)
        self._discrete = slice(end + len(lowered.quadrature_rates), self._t.kernel.known_length)

    def row(self, solver: Solver, like: Floats, states: Floats) -> Floats:
        """Return the row with some states; the rest begins as in another row.

        Parameters
        ----------
        solver : Solver
            Solver with the parameters of the run.
        like : float array
            Row from which time and discrete values are taken.
        states : float array
            The states.

        Raises
        ------
        AnalysisError
            If there is no solution.
        """
        status = solver.initialise(states, like[self._discrete], float(like[0]))
        if status.failed:
            what = "a point beside those of a run could not be solved"
            raise AnalysisError(explain(self._t, solver, status, what=what))
        found: Floats = solver.last
        return found
