"""Machine code for values and slopes of any nodes of a model, at many rows at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.jacobian.derivatives import TIME, derivatives
from drivetrain.compiler.program.program import BOOL
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Selection, Solver
from drivetrain.simulation.cycles.deviations.fallback import NotVariationalError

__all__ = ["NodeSlopes", "SlopeCode", "numbers_of"]

Floats = NDArray[np.float64]


def numbers_of(translation: Translation, nodes: Sequence[int]) -> list[int]:
    """Return nodes with conditions as the numbers 1 and 0."""
    program = translation.program
    one, zero = program.const(1.0), program.const(0.0)
    return [
        program.where(node, one, zero) if program.kinds[node] == BOOL else node for node in nodes
    ]


@dataclass(frozen=True, eq=False)
class NodeSlopes:
    """Values of nodes at some rows, and their slopes.

    Attributes
    ----------
    values : float array, shape (n_rows, n_nodes)
        The nodes themselves.
    by_states : float array, shape (n_rows, n_nodes, n_states)
        Their slopes with respect to the states.
    by_time, by_parameter : float array, shape (n_rows, n_nodes)
        Their slopes with respect to time, and to the parameter that is followed.
    """

    values: Floats
    by_states: Floats
    by_time: Floats
    by_parameter: Floats


class SlopeCode:
    """Code for values and slopes of nodes.

    Parameters
    ----------
    translation : Translation
        The compiled model, without loops over rows.
    nodes : sequence of int
        The nodes.
    weights : mapping of int to float
        How parameters change with the one that is followed; empty if none is.
    """

    def __init__(
        self, translation: Translation, nodes: Sequence[int], weights: dict[int, float]
    ) -> None:
        t = translation
        self._n, self._states = len(nodes), len(t.lowered.states)
        self._weights = np.array(list(weights.values()))
        if not nodes:
            return
        code = derivatives(t.lowered, t.machine.constants, nodes, list(weights))
        direction = code.direction
        self._row, self._direction = code.row, direction
        self._of_state = np.flatnonzero((direction != TIME) & (direction < self._states))
        self._of_time = np.flatnonzero(direction == TIME)
        self._of_parameter = np.flatnonzero(direction >= self._states)
        places = np.arange(code.width)
        nothing = np.zeros(code.width, dtype=np.int64)
        self._selection = Selection(t.kernel, nothing, (), code.address, places, code.engine)

    def at(self, solver: Solver, rows: Floats) -> NodeSlopes:
        """Return values and slopes at rows of a run.

        Parameters
        ----------
        solver : Solver
            With the parameters of the run.
        rows : float array, shape (n_rows, n_columns)
            Rows with relations.

        Raises
        ------
        NotVariationalError
            If a slope is infinite or undefined.
        """
        count, n = len(rows), self._n
        by_states = np.zeros((count, n, self._states))
        by_time, by_parameter = np.zeros((count, n)), np.zeros((count, n))
        if not n or not count:
            return NodeSlopes(np.zeros((count, n)), by_states, by_time, by_parameter)
        found = solver.select(rows, self._selection)
        values, slopes = found[:, :n].copy(), found[:, n:]
        if not np.isfinite(slopes).all():
            at = rows[np.flatnonzero(~np.isfinite(slopes).all(axis=1))[0], 0]
            raise NotVariationalError(f"a slope is infinite or undefined at t = {at:.9g} s")
        k = self._of_state
        by_states[:, self._row[k], self._direction[k]] = slopes[:, k]
        by_time[:, self._row[self._of_time]] = slopes[:, self._of_time]
        k = self._of_parameter
        weights = self._weights[self._direction[k] - self._states]
        for place, row in enumerate(self._row[k].tolist()):
            by_parameter[:, row] += slopes[:, k[place]] * weights[place]
        return NodeSlopes(values, by_states, by_time, by_parameter)
