"""Solve linearised equations for the unknowns, block by block in order of solution.

The matrix of the unknowns is block lower triangular once equations and unknowns are ordered as for
the program. Blocks of one level need only results of earlier levels, and levels are few, so that
sparse products of whole levels replace a factorisation.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import splu

from drivetrain.compiler.structure.causalization import Ordered
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.errors import AnalysisError

__all__ = ["Elimination", "SingularError", "TooFullError"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Numbers = NDArray[Any]

_SMALL = 64
"""Unknowns of a block up to which its inverse is formed."""
_SINGULAR = 1e-13
"""Reciprocal condition number below which a block has no inverse."""


class SingularError(AnalysisError):
    """Some unknowns are not determined, such as loads that several locks share."""


class TooFullError(AnalysisError):
    """The unknowns depend on too many states each."""


class Elimination:
    """The linearised equations of a model, to be solved for what is no state.

    Parameters
    ----------
    slopes : sparse array, shape (n_equations, n_members)
        Slopes of the equations with respect to all chain members.
    reduced : Reduced
        Which members are states.
    ordered : Ordered
        Equations and unknowns in order of solution.

    Raises
    ------
    SingularError
        If a block has no inverse.
    """

    def __init__(self, slopes: sparse.csr_array, reduced: Reduced, ordered: Ordered) -> None:
        self._n_members = reduced.n_members
        self._states = states_of(reduced)
        block = _levels(slopes, reduced, ordered)
        order = np.argsort(block.level, kind="stable")
        self._ends = np.searchsorted(block.level[order], np.arange(block.level.max(initial=-1) + 2))
        self._equation, self._member = ordered.equation[order], ordered.member[order]
        rows = slopes[self._equation]
        self._matrix = rows[:, self._member].tocsr()
        self._by_states = rows[:, self._states].tocsr()
        self._block = block.block[order]

    @cached_property
    def _inverse(self) -> sparse.csr_array:
        """Inverse of the blocks on the diagonal."""
        entries = self._matrix.tocoo()
        inside = self._block[entries.row] == self._block[entries.col]
        row, column, value = entries.row[inside], entries.col[inside], entries.data[inside]
        n = len(self._member)
        size = np.bincount(self._block, minlength=n)[self._block]
        alone = size[row] == 1
        diagonal = np.zeros(n)
        diagonal[row[alone]] = value[alone]
        if (diagonal[size == 1] == 0).any():
            raise SingularError(_UNDETERMINED)
        single = np.flatnonzero(size == 1)
        parts = [(single, single, 1.0 / diagonal[single])]
        parts += _inverted(row[~alone], column[~alone], value[~alone], self._block)
        i, j, found = (np.concatenate(list(one)) for one in zip(*parts, strict=True))
        return sparse.coo_array((found, (i, j)), shape=(n, n)).tocsr()

    def dependence(self, most: float = np.inf) -> sparse.csr_array:
        """Return how all members depend on the states, shape (n_members, n_states).

        Parameters
        ----------
        most : float
            Number of entries beyond which TooFullError is raised.
        """
        return self._in_all(self._solved(self._by_states, most), len(self._states))

    def response(self, columns: sparse.sparray) -> sparse.csr_array:
        """Return the change of all members, with fixed states, by additions to the residuals.

        Parameters
        ----------
        columns : sparse array, shape (n_equations, n)
            Additions.
        """
        right = sparse.csr_array(columns)[self._equation]
        return self._in_all(self._solved(right, np.inf), right.shape[1])

    def _solved(self, right: sparse.csr_array, most: float) -> sparse.csr_array:
        """Solve ``matrix @ found = -right`` level by level."""
        found = sparse.csr_array((0, right.shape[1]))
        for begin, end in zip(self._ends[:-1].tolist(), self._ends[1:].tolist(), strict=True):
            known = right[begin:end]
            if begin:
                known = known + self._matrix[begin:end, :begin] @ found
            level = -(self._inverse[begin:end, begin:end] @ known)
            found = sparse.vstack([found, level], format="csr")
            if found.nnz > most:
                raise TooFullError("the unknowns depend on too many states each")
        return found

    def _in_all(self, solved: sparse.csr_array, width: int) -> sparse.csr_array:
        """Return rows of unknowns among those of all members; the rest is that of the states."""
        entries = solved.tocoo()
        row, column, value = self._member[entries.row], entries.col, entries.data
        if width == len(self._states) and solved.shape[1] == len(self._states):
            row = np.concatenate([self._states, row])
            column = np.concatenate([np.arange(width), column])
            value = np.concatenate([np.ones(width), value])
        shape = self._n_members, width
        return sparse.coo_array((value, (row, column)), shape=shape).tocsr()

    def weights(self, of_members: Numbers) -> Numbers:
        """Return weights of the equations from those of the members.

        ``of_members @ change == -weights @ additions`` for the change of the members, with fixed
        states, that additions to the residuals cause.
        """
        n = len(self._member)
        found = np.zeros(self._matrix.shape[0], dtype=of_members.dtype)
        if n:
            right = of_members[self._member]
            found[self._equation] = _transposed_solution(self._factors, right)
        return found

    @cached_property
    def _factors(self) -> Any:
        try:
            return splu(self._matrix.tocsc(), permc_spec="COLAMD")
        except RuntimeError as error:
            raise SingularError(_UNDETERMINED) from error


_UNDETERMINED = (
    "the linearised equations leave some quantities open, such as the loads that several locked "
    "elements share"
)


def states_of(reduced: Reduced) -> Ints:
    """Return the members that are states: all angles, then all speeds."""
    states = np.flatnonzero(reduced.is_state)
    chain = np.searchsorted(reduced.first, states, side="right") - 1
    return np.asarray(states[np.argsort(states - reduced.first[chain], kind="stable")])


def _transposed_solution(factors: Any, right: Numbers) -> Numbers:
    if np.iscomplexobj(right):
        parts = factors.solve(np.ascontiguousarray(right.real), "T"), factors.solve(
            np.ascontiguousarray(right.imag), "T"
        )
        return np.asarray(parts[0] + 1j * parts[1])
    return np.asarray(factors.solve(right, "T"))


class _Levels:
    """Block and level of each unknown, in order of solution."""

    def __init__(self, block: Ints, level: Ints) -> None:
        self.block, self.level = block, level


def _levels(slopes: sparse.csr_array, reduced: Reduced, ordered: Ordered) -> _Levels:
    """Return which blocks can be solved at the same time."""
    n_blocks = len(ordered.start) - 1
    block = np.repeat(np.arange(n_blocks), np.diff(ordered.start))
    of_member = np.full(reduced.n_members, -1, dtype=np.int64)
    of_member[ordered.member] = block
    of_equation = np.empty(slopes.shape[0], dtype=np.int64)
    of_equation[ordered.equation] = block
    entries = slopes.tocoo()
    target, source = of_equation[entries.row], of_member[entries.col]
    between = (source >= 0) & (source != target)
    pairs = np.unique(target[between] * n_blocks + source[between]) if n_blocks else target[:0]
    target, source = np.divmod(pairs, max(n_blocks, 1))
    level = np.zeros(n_blocks, dtype=np.int64)
    while True:
        raised = level.copy()
        np.maximum.at(raised, target, level[source] + 1)
        if np.array_equal(raised, level):
            return _Levels(block, level[block])
        level = raised


def _inverted(
    row: Ints, column: Ints, value: Floats, block: Ints
) -> list[tuple[Ints, Ints, Floats]]:
    """Return the entries of the inverses of the blocks with several unknowns."""
    found = []
    number = block[row]
    order = np.argsort(number, kind="stable")
    row, column, value, number = row[order], column[order], value[order], number[order]
    bounds = np.flatnonzero(np.diff(number, prepend=-1, append=-1))
    for begin, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        here = slice(begin, end)
        places = np.flatnonzero(block == number[begin])
        found.append(_inverse_of(places, row[here], column[here], value[here]))
    return found


def _inverse_of(
    places: Ints, row: Ints, column: Ints, value: Floats
) -> tuple[Ints, Ints, Floats]:
    n = len(places)
    local = np.searchsorted(places, row), np.searchsorted(places, column)
    matrix = sparse.coo_array((value, local), shape=(n, n)).toarray()
    scale = np.abs(matrix).max(axis=1, initial=0.0)
    if not (scale > 0).all():
        raise SingularError(_UNDETERMINED)
    scaled = matrix / scale[:, None]
    if np.linalg.cond(scaled) > 1 / _SINGULAR:
        raise SingularError(_UNDETERMINED)
    inverse = np.linalg.inv(scaled) / scale
    i, j = np.nonzero(inverse)
    return places[i], places[j], inverse[i, j]
