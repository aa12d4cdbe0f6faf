"""Find redundant locks: elements that can lock the same motion, so that loads are indeterminate.

The speeds that elements keep at zero are linear in the states. Elements share a motion when some
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

from drivetrain.compiler.analysis.linear_forms import LinearForms
from drivetrain.compiler.analysis.lock_constraints import Lock
from drivetrain.compiler.analysis.lock_dependencies import Factors, lock_factors, with_company
from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.frontend.qualified_names import variable_name
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Solver

__all__ = ["Locks", "SharedMotion"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_NOTHING = 1e-9
_MOST_RAISED = 50


@dataclass(frozen=True)
class SharedMotion:
    """Elements that lock the same motion, or several motions that determine each other.

    Attributes
    ----------
    members : tuple of str
        Paths of the elements.
    motions : int
        Number of elements that suffices to lock all.
    """

    members: tuple[str, ...]
    motions: int

    def __str__(self) -> str:
        *first, last = self.members
        who = f"{', '.join(first)} and {last}"
        return f"{who} share {'one motion' if self.motions == 1 else f'{self.motions} motions'}"


class Locks:
    """The elements of a model that lock motions, and the speeds that they keep at zero.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    values : Values
        Parameters of the run: ratios decide which speeds depend on each other.

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
        """Return the motions that elements share while `locked` ones, by default all, lock theirs.

        Parameters
        ----------
        locked : bool array, shape (elements,), optional
            Which elements are locked.
        """
        rows = np.arange(len(self.members)) if locked is None else np.flatnonzero(locked)
        found = [
            SharedMotion(tuple(self.members[k] for k in rows[group]), motions)
            for group, motions in sorted(_dependent_rows(self._speeds[rows]), key=_first)
        ]
        return [motion for motion in found if len(set(motion.members)) > 1]


def _first(found: tuple[Ints, int]) -> int:
    return int(found[0][0])


def _speeds(t: Translation, values: Values, holds: list[Lock]) -> csr_array:
    """Return linear forms with the same dependencies as the locked speeds over the states.

    Speeds that depend on no others have no entries. Speeds that result from a loop of equations are
    found by raising states; where there are very many of these states, such elements are left out.
    """
    forms = LinearForms(t.lowered, t.parameters_of(values.parameter))
    members = [hold.member for hold in holds]
    factors = lock_factors(forms, members, [hold.states for hold in holds])
    looped = [k for k, found in enumerate(factors) if found is None]
    states = sorted({state for k in looped for state in holds[k].states})
    if looped and len(states) <= _MOST_RAISED:
        speeds = [FIRST_VALUE + holds[k].speed for k in looped]
        for k, row in zip(looped, _differences(t, values, states, speeds).tolist(), strict=True):
            factors[k] = dict(zip(states, row, strict=True))
    return _matrix(factors)


def _matrix(factors: list[Factors | None]) -> csr_array:
    """Return a matrix of linear forms, row by row; its columns are those that occur."""
    told: list[Factors] = [found or {} for found in factors]
    values = np.array([value for row in told for value in row.values()], dtype=float)
    row = np.repeat(np.arange(len(told)), [len(found) for found in told])
    wide = np.array([column for found in told for column in found], dtype=np.int64)
    names, column = np.unique(wide, return_inverse=True)
    some = np.abs(values) > _NOTHING
    shape = (len(told), max(len(names), 1))
    return csr_array((values[some], (row[some], column.reshape(-1)[some])), shape=shape)


def _differences(t: Translation, values: Values, states: list[int], columns: list[int]) -> Floats:
    """Return how values of a row change when each state in turn is raised by 1."""
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


def _dependent_rows(matrix: csr_array) -> Iterator[tuple[Ints, int]]:
    """Yield the smallest sets of rows on which no row outside depends, with their rank."""
    filled = np.flatnonzero(np.diff(matrix.indptr))
    used = [matrix.indices[matrix.indptr[k] : matrix.indptr[k + 1]].tolist() for k in filled]
    rows = filled[with_company(used)]
    if not len(rows):
        return
    label = _connected(matrix[rows])
    for k in range(int(label.max()) + 1):
        part = rows[label == k]
        some = matrix[part]
        for group, rank in _circuits(some[:, np.unique(some.indices)].toarray()):
            yield part[group], rank


def _connected(matrix: csr_array) -> Ints:
    """Return, for each row, the number of the connected set of rows it belongs to."""
    edges, (n_rows, n_columns) = matrix.tocoo(), matrix.shape
    shape = (n_rows + n_columns,) * 2
    graph = csr_array((np.ones(edges.nnz), (edges.row, n_rows + edges.col)), shape=shape)
    _, label = connected_components(graph, directed=False)
    return np.asarray(np.unique(label[:n_rows], return_inverse=True)[1]).reshape(-1)


def _circuits(matrix: Floats) -> Iterator[tuple[Ints, int]]:
    """Yield circuits of rows: independent rows, together with all rows that follow from them."""
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
