"""Shared motions: elements that can lock the same motion and so leave open who bears which load.

The speeds that elements hold at rest are linear in the states. Elements share a motion when some
of these speeds follow from the others: brake and bearing on one shaft, all members of a planetary
gear, clutches that close a ring.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from drivetrain.compiler.holds import Hold
from drivetrain.compiler.linear_forms import LinearForms
from drivetrain.compiler.names import variable_name
from drivetrain.compiler.translation import Translation
from drivetrain.compiler.values import Values
from drivetrain.kernel.binding import Solver

__all__ = ["Locks", "SharedMotion"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_FIRST_VALUE = 2
_NOTHING = 1e-9
_MOST_RAISED = 50


@dataclass(frozen=True)
class SharedMotion:
    """Elements that lock the same motion, or more motions of which any ones fix the others.

    Attributes
    ----------
    members : tuple of str
        Paths of the elements.
    motions : int
        How many of them suffice to lock all.
    """

    members: tuple[str, ...]
    motions: int

    def __str__(self) -> str:
        *first, last = self.members
        who = f"{', '.join(first)} and {last}"
        return f"{who} share {'one motion' if self.motions == 1 else f'{self.motions} motions'}"


class Locks:
    """The elements of a model that lock motions, and which speeds they hold at rest.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    values : Values
        Parameters of the run: ratios tell which speeds depend on each other.

    Attributes
    ----------
    members : list of str
        Path of each element.
    columns : int array
        Column of a recorded row that says whether it is locked.
    """

    def __init__(self, translation: Translation, values: Values) -> None:
        holds = sorted(translation.holds, key=lambda hold: hold.locked)
        names = [variable_name(translation.flat.root, hold.locked) for hold in holds]
        self.members = [name.rpartition(".")[0] for name in names]
        self.columns = translation.column[[hold.locked for hold in holds]]
        self._speeds = _speeds(translation, values, holds)

    def shared(self, locked: Bools | None = None) -> list[SharedMotion]:
        """Return the motions that elements share while `locked` ones, by default all, hold theirs.

        Parameters
        ----------
        locked : bool array, shape (elements,), optional
            Which elements are locked.
        """
        rows = np.arange(len(self.members)) if locked is None else np.flatnonzero(locked)
        found = [
            SharedMotion(tuple(self.members[k] for k in rows[group]), motions)
            for group, motions in _dependent_rows(self._speeds[rows])
        ]
        return [motion for motion in found if len(set(motion.members)) > 1]


def _speeds(t: Translation, values: Values, holds: list[Hold]) -> Floats:
    """Return the derivatives of the held speeds with respect to the states.

    Speeds that follow from a loop of equations are found by raising states; where there are very
    many of these, such elements are left out.
    """
    forms = LinearForms(t.lowered, t.parameters_of(values.parameter))
    matrix = np.zeros((len(holds), len(t.lowered.states)))
    looped = []
    for k, hold in enumerate(holds):
        chain, order = int(t.aliased.chain[hold.variable]), int(t.aliased.order[hold.variable])
        factors = forms.factors(t.lowered.member_number(chain, order))
        if factors is None:
            looped.append(k)
        else:
            matrix[k, list(factors)] = list(factors.values())
    states = sorted({state for k in looped for state in holds[k].states})
    if looped and len(states) <= _MOST_RAISED:
        speeds = [_FIRST_VALUE + holds[k].speed for k in looped]
        matrix[np.ix_(looped, states)] = _differences(t, values, states, speeds)
    return matrix


def _differences(t: Translation, values: Values, states: list[int], columns: list[int]) -> Floats:
    """Return how values of a row change when one state after the other is raised by 1."""
    kernel = t.kernel
    solver = Solver(
        kernel, start_time=0.0, stop_time=1.0, interval=1.0,
        parameters=t.parameters_of(values.parameter),
        tables=values.tables, table_offset=values.table_offset,
        sample_start=np.zeros(kernel.n_sample), sample_interval=np.ones(kernel.n_sample),
        delay_longest=np.ones(kernel.n_delay),
    )  # fmt: skip
    x, pre = np.zeros(kernel.n_x), np.zeros(kernel.n_z)
    changes = np.empty((len(columns), len(states)))
    with solver:
        before = solver.probe(0.0, x, pre)[0][columns]
        for place, state in enumerate(states):
            x[state] = 1.0
            changes[:, place] = solver.probe(0.0, x, pre)[0][columns] - before
            x[state] = 0.0
    return np.nan_to_num(changes, posinf=0.0, neginf=0.0)


def _dependent_rows(matrix: Floats) -> Iterator[tuple[Ints, int]]:
    """Yield the smallest sets of rows outside of which nothing depends on them, with their rank."""
    rows = _with_company(np.abs(matrix) > _NOTHING)
    if not len(rows):
        return
    used = csr_array(np.abs(matrix[rows]) > _NOTHING, dtype=np.int8)
    _, label = connected_components(used @ used.T, directed=False)
    for k in range(int(label.max()) + 1):
        part = rows[label == k]
        for group, rank in _circuits(matrix[part]):
            yield part[group], rank


def _with_company(used: Bools) -> Ints:
    """Return the rows that are left when rows with a column of their own go, again and again."""
    rows = np.flatnonzero(used.any(axis=1))
    while True:
        alone = used[rows].sum(axis=0) == 1
        private = used[np.ix_(rows, np.flatnonzero(alone))].any(axis=1)
        if not private.any():
            return np.asarray(rows)
        rows = rows[~private]


def _circuits(matrix: Floats) -> Iterator[tuple[Ints, int]]:
    """Yield the rows that depend on each other: independent ones, and all that follow from them."""
    from scipy.linalg import qr, solve_triangular

    scaled = matrix / np.abs(matrix).max(axis=1, keepdims=True)
    triangle, order = qr(scaled.T, mode="r", pivoting=True)
    size = np.abs(np.diag(triangle))
    rank = int((size > _NOTHING * size[0]).sum())
    factor = solve_triangular(triangle[:rank, :rank], triangle[:rank, rank:])
    follows = csr_array(np.abs(factor) > _NOTHING)
    edges = follows.tocoo()
    n = len(order)
    graph = csr_array((np.ones(edges.nnz), (edges.row, rank + edges.col)), shape=(n, n))
    count, label = connected_components(graph, directed=False)
    for k in range(count):
        group = np.flatnonzero(label == k)
        if len(group) > 1:
            yield np.sort(order[group]), int((group < rank).sum())
