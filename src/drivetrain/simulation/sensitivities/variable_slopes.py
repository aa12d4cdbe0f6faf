"""Changes of variables along a run, from those of its states."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.jacobian.derivatives import TIME, Derivatives, derivatives
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Selection, Solver
from drivetrain.simulation.sensitivities.carried import Carried
from drivetrain.simulation.sensitivities.directions import Directions

__all__ = ["VariableSlopes", "changes_of_nodes", "node_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_MOST_KNOWN = 64


class VariableSlopes:
    """Computes changes of variables at all rows of a run.

    Parameters
    ----------
    carried : Carried
        The run.
    """

    def __init__(self, carried: Carried) -> None:
        self._carried, self._t = carried, carried.translation

    @cached_property
    def _short(self) -> Floats:
        """What is known of each row."""
        found, known = self._carried.found, self._t.kernel.known_length
        rows = self._carried.result.recording.written[:, :known]
        return np.hstack([rows, found.relations, found.past])

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
            found, rate = self._moving([node_of(t, number) for number in inner])
            changes[:, moving] = signs[None, :, None] * found
            rates[:, moving] = signs * rate
        self._set_latched(numbers, changes)
        return changes, rates

    def _set_latched(self, numbers: Sequence[int], changes: Floats) -> None:
        """Fill in the changes of discrete reals, which stay between events."""
        aliased, latched = self._t.aliased, self._carried.directions.latched
        places = {int(number): place for place, number in enumerate(latched)}
        for column, number in enumerate(numbers):
            place = places.get(int(aliased.discrete[number]))
            if place is not None:
                sign = float(aliased.sign[number])
                changes[:, column] = sign * self._carried.found.latched[:, place]

    def _moving(self, nodes: list[int]) -> tuple[Floats, Floats]:
        """Return changes and rates of nodes of the program."""
        t, carried = self._t, self._carried
        flow = [t.lowered.members[int(member) + 1] for member in t.lowered.states]
        found, directions = carried.found, carried.directions
        return changes_of_nodes(
            t, carried.solver, directions, nodes, flow, self._short, found.changes,
            found.latched, found.delayed,
        )  # fmt: skip


def node_of(t: Translation, number: int, extra: int = 0) -> int:
    """Return the node of a variable, up to its sign, or of a derivative of it.

    Parameters
    ----------
    t : Translation
        The model.
    number : int
        Number of the variable, which moves.
    extra : int
        How often it is differentiated.
    """
    chain, order = int(t.aliased.chain[number]), int(t.aliased.order[number])
    return t.lowered.members[t.lowered.member_number(chain, order + extra)]


def changes_of_nodes(
    t: Translation,
    solver: Solver,
    directions: Directions,
    nodes: Sequence[int],
    flow: Sequence[int],
    short: Floats,
    states: Floats,
    latched: Floats,
    delayed: Floats,
) -> tuple[Floats, Floats]:
    """Return how nodes of the program change, at the same instant, and their rates.

    Parameters
    ----------
    t : Translation
        The model.
    solver : Solver
        Solver of the run.
    directions : Directions
        How parameters change.
    nodes : sequence of int
        The nodes.
    flow : sequence of int
        The derivatives of the states; empty: rates are not wanted.
    short : float array, shape (n_rows, n_known + n_relations + 2 * n_delays)
        What is known of each row, with delayed values and their rates.
    states, latched, delayed : float array, shape (n_rows, n, n_directions)
        Changes of the states, of the discrete reals that events set, and of delayed values at
        fixed instants of the past.
    """
    n, n_states = len(nodes), len(t.lowered.states)
    numbers, kept = directions.numbers, directions.latched.tolist()
    code = _code_for(t, (*nodes, *flow), numbers, kept)
    read = solver.select(short, _selection(t, code))
    parameters = directions.parameters
    others = np.concatenate([latched, latched, delayed], axis=1)
    k, behind = parameters.shape[1], n_states + len(parameters)
    changes, rates = np.zeros((len(read), n, k)), np.zeros((len(read), n))
    for place, (row, by) in enumerate(zip(code.row, code.direction, strict=True)):
        slope = read[:, code.n_values + place]
        if row >= n:
            continue
        if by == TIME:
            rates[:, row] += slope
        elif by < n_states:
            changes[:, row] += slope[:, None] * states[:, by]
            rates[:, row] += slope * read[:, n + by] if len(flow) else 0.0
        elif by < behind:
            changes[:, row] += slope[:, None] * parameters[by - n_states]
        else:
            changes[:, row] += slope[:, None] * others[:, by - behind]
    return changes, rates


def _code_for(
    t: Translation, nodes: tuple[int, ...], numbers: list[int], latched: list[int]
) -> Derivatives:
    known, key = t.known_derivatives, (nodes, *numbers, "latched", *latched)
    if key not in known:
        while len(known) >= _MOST_KNOWN:
            known.pop(next(iter(known)))
        n_delayed = len(t.program.delays)
        known[key] = derivatives(t.lowered, t.machine.constants, nodes, numbers, latched, n_delayed)
    return known[key]


def _selection(t: Translation, code: Derivatives) -> Selection:
    places = np.arange(code.width)
    none = np.zeros(code.width, dtype=np.int64)
    return Selection(t.kernel, none, (), code.address, places, code.engine, True)
