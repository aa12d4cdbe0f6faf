"""Changes of variables along a run, from those of its states."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.jacobian.derivatives import TIME, Derivatives, derivatives
from drivetrain.kernel.binding import Selection
from drivetrain.simulation.sensitivities.sensitive_run import Carried

__all__ = ["VariableSlopes"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class VariableSlopes:
    """Computes changes of variables at all rows of a run.

    Parameters
    ----------
    carried : Carried
        The run.
    """

    def __init__(self, carried: Carried) -> None:
        self._carried, self._t = carried, carried.translation
        known = self._t.kernel.known_length
        rows = carried.result.recording.written[:, :known]
        self._short = np.hstack([rows, carried.found.relations])

    def of(self, numbers: Sequence[int]) -> tuple[Floats, Floats]:
        """Return how variables change, at the same instant, and their rates.

        Parameters
        ----------
        numbers : sequence of int
            Numbers of the variables.

        Returns
        -------
        changes : float array, shape (n_rows, n_variables, n_directions)
        rates : float array, shape (n_rows, n_variables)
            Their derivatives with respect to time.
        """
        t, carried = self._t, self._carried
        chain = t.aliased.chain[np.array(numbers, dtype=np.int64)]
        moving = np.flatnonzero(chain >= 0)
        n_rows, k = len(self._short), carried.found.changes.shape[2]
        changes = np.zeros((n_rows, len(numbers), k))
        rates = np.zeros((n_rows, len(numbers)))
        if len(moving):
            inner = [numbers[m] for m in moving.tolist()]
            signs = t.aliased.sign[np.array(inner)].astype(float)
            found, rate = self._moving([self._node(number) for number in inner])
            changes[:, moving] = signs[None, :, None] * found
            rates[:, moving] = signs * rate
        return changes, rates

    def _node(self, number: int) -> int:
        t = self._t
        chain, order = int(t.aliased.chain[number]), int(t.aliased.order[number])
        return t.lowered.members[t.lowered.member_number(chain, order)]

    def _moving(self, nodes: list[int]) -> tuple[Floats, Floats]:
        """Return changes and rates of nodes of the program."""
        t, carried = self._t, self._carried
        n, states = len(nodes), t.lowered.states
        flow = [t.lowered.members[int(member) + 1] for member in states]
        code = derivatives(
            t.lowered,
            t.machine.constants,
            [*nodes, *flow],
            carried.directions.numbers,
            carried.directions.latched.tolist(),
        )
        read = carried.solver.select(self._short, self._selection(code))
        parameters = carried.directions.parameters
        k, behind = parameters.shape[1], len(states) + len(parameters)
        changes, rates = np.zeros((len(read), n, k)), np.zeros((len(read), n))
        for place, (row, by) in enumerate(zip(code.row, code.direction, strict=True)):
            slope = read[:, code.n_values + place]
            if row >= n:
                continue
            if by == TIME:
                rates[:, row] += slope
            elif by < len(states):
                changes[:, row] += slope[:, None] * carried.found.changes[:, by]
                rates[:, row] += slope * read[:, n + by]
            elif by < behind:
                changes[:, row] += slope[:, None] * parameters[by - len(states)]
            else:
                kept = carried.found.latched[:, (by - behind) % carried.found.latched.shape[1]]
                changes[:, row] += slope[:, None] * kept
        return changes, rates

    def _selection(self, code: Derivatives) -> Selection:
        places = np.arange(code.width)
        none = np.zeros(code.width, dtype=np.int64)
        return Selection(self._t.kernel, none, (), code.address, places, code.engine)
