"""Solve linearised equations for the unknowns, block by block in order of solution.

The matrix of the unknowns is block lower triangular once equations and unknowns are ordered as for
the program. Blocks of one level need only results of earlier levels, and levels are few, so that
sparse products of whole levels replace a factorisation.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from drivetrain.compiler.structure.causalization import Ordered
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.errors import AnalysisError

__all__ = ["Elimination", "TooFullError", "states_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Numbers = NDArray[Any]

_SINGULAR = 1e-13
"""Singular value, relative to the largest, that counts as zero."""
_OPEN = 1e-9
"""Change of a member, relative to the largest, by what is left open, that is only rounding."""


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
    AnalysisError
        If an equation determines nothing at this point.
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
    def _blocks(self) -> _Blocks:
        """The blocks on the diagonal."""
        entries = self._matrix.tocoo()
        inside = self._block[entries.row] == self._block[entries.col]
        row, column, value = entries.row[inside], entries.col[inside], entries.data[inside]
        n = len(self._member)
        size = np.bincount(self._block, minlength=n)[self._block]
        alone = size[row] == 1
        diagonal = np.zeros(n, dtype=value.dtype)
        diagonal[row[alone]] = value[alone]
        single = np.flatnonzero(size == 1)
        if (diagonal[single] == 0).any():
            raise AnalysisError(_UNDETERMINED)
        parts = [(single, single, 1.0 / diagonal[single])]
        spaces: list[tuple[Ints, Floats]] = []
        for block in _larger(row[~alone], column[~alone], value[~alone], self._block):
            parts.append(block.inverse)
            if block.null_space.shape[1]:
                spaces.append((block.places, block.null_space))
        i, j, found = (np.concatenate(list(one)) for one in zip(*parts, strict=True))
        return _Blocks(sparse.coo_array((found, (i, j)), shape=(n, n)).tocsr(), spaces)

    @property
    def _inverse(self) -> sparse.csr_array:
        return self._blocks.inverse

    def dependence(self, most: float = np.inf) -> sparse.csr_array:
        """Return how all members depend on the states, shape (n_members, n_states).

        Parameters
        ----------
        most : float
            Number of entries beyond which TooFullError is raised.
        """
        solved, n = self._solved(self._by_states, most), len(self._states)
        own = sparse.coo_array(
            (np.ones(n), (self._states, np.arange(n))), shape=(self._n_members, n)
        )
        return self._in_all(solved) + own.tocsr()

    def response(self, columns: Any) -> sparse.csr_array:
        """Return the change of all members, with fixed states, by additions to the residuals.

        Parameters
        ----------
        columns : sparse array, shape (n_equations, n)
            Additions.
        """
        right = sparse.csr_array(columns)[self._equation]
        return self._in_all(self._solved(right, np.inf))

    def _solved(self, right: sparse.csr_array, most: float) -> sparse.csr_array:
        """Solve ``matrix @ found = -right`` level by level."""
        found = sparse.csr_array((0, right.shape[1]))
        for begin, end in zip(self._ends[:-1].tolist(), self._ends[1:].tolist(), strict=True):
            known = right[begin:end]
            if begin:
                known = known + self._matrix[begin:end, :begin] @ found
            level = -(self._inverse[begin:end, begin:end] @ known)
            if self._blocks.null_spaces:
                level = _without_rounding(level, self._inverse[begin:end, begin:end], known)
            found = sparse.vstack([found, level], format="csr")
            if found.nnz > most:
                raise TooFullError("the unknowns depend on too many states each")
        return found

    def _in_all(self, solved: sparse.csr_array) -> sparse.csr_array:
        """Return rows of unknowns among those of all members; the states do not change."""
        entries = solved.tocoo()
        place = self._member[entries.row], entries.col
        shape = self._n_members, solved.shape[1]
        return sparse.coo_array((entries.data, place), shape=shape).tocsr()

    @cached_property
    def open_members(self) -> Ints:
        """Members that the equations leave open, such as loads that several locks share."""
        found = np.zeros((len(self._member), 0))
        for places, space in self._blocks.null_spaces:
            more = np.zeros((len(found), space.shape[1]))
            more[places] = space
            found = np.hstack([found, more])
        if not found.shape[1]:
            return np.empty(0, dtype=np.int64)
        for begin, end in zip(self._ends[1:-1].tolist(), self._ends[2:].tolist(), strict=True):
            pushed = self._matrix[begin:end, :begin] @ found[:begin]
            found[begin:end] -= self._inverse[begin:end, begin:end] @ pushed
        moved = np.abs(found).max(axis=1)
        return np.sort(self._member[moved > _OPEN * moved.max()])

    def weights(self, of_members: Numbers) -> Numbers:
        """Return weights of the equations from those of the members.

        ``of_members @ change == -weights @ additions`` for the change of the members, with fixed
        states, that additions to the residuals cause.
        """
        found = np.zeros(self._matrix.shape[0], dtype=of_members.dtype)
        if len(self._member):
            found[self._equation] = self._transposed_solution(of_members[self._member])
        return found

    def _transposed_solution(self, right: Numbers) -> Numbers:
        """Solve ``matrix.T @ found = right``, from the last level to the first."""
        found = np.zeros(len(right), dtype=right.dtype)
        for begin, end in reversed(list(zip(self._ends[:-1], self._ends[1:], strict=True))):
            known = right[begin:end] - self._matrix[end:, begin:end].T @ found[end:]
            found[begin:end] = self._inverse[begin:end, begin:end].T @ known
        return found


_UNDETERMINED = (
    "at this operating point an equation determines none of its unknowns to first order: choose "
    "another point"
)


def states_of(reduced: Reduced) -> Ints:
    """Return the members that are states: all angles, then all speeds."""
    states = np.flatnonzero(reduced.is_state)
    chain = np.searchsorted(reduced.first, states, side="right") - 1
    return np.asarray(states[np.argsort(states - reduced.first[chain], kind="stable")])


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
    target, source = target[between], source[between]
    level = np.zeros(n_blocks, dtype=np.int64)
    while True:
        raised = level.copy()
        np.maximum.at(raised, target, level[source] + 1)
        if np.array_equal(raised, level):
            return _Levels(block, level[block])
        level = raised


def _without_rounding(product: Any, left: Any, right: Any) -> sparse.csr_array:
    """Return a product without entries that are only rounding of their terms."""
    terms = (abs(left) @ abs(right)).tocsr()
    kept = abs(product) > _SINGULAR * terms
    return sparse.csr_array(product.multiply(kept))


class _Blocks:
    """Inverse of the blocks on the diagonal, and what they leave open."""

    def __init__(self, inverse: sparse.csr_array, null_spaces: list[tuple[Ints, Floats]]) -> None:
        self.inverse, self.null_spaces = inverse, null_spaces


class _Block:
    """A block of several unknowns.

    Locks that hold the same motion determine only the sum of their loads. Then the block has no
    inverse: accelerations are unique, and the loads are those of least change.
    """

    def __init__(self, places: Ints, row: Ints, column: Ints, value: Floats) -> None:
        self.places = places
        n = len(places)
        local = np.searchsorted(places, row), np.searchsorted(places, column)
        matrix = sparse.coo_array((value, local), shape=(n, n)).toarray()
        self._scale = np.abs(matrix).max(axis=1, initial=0.0)
        self._scale[self._scale == 0] = 1.0
        self._matrix = matrix / self._scale[:, None]

    @cached_property
    def _decomposed(self) -> tuple[Floats, Floats, Floats]:
        left, singular, right = np.linalg.svd(self._matrix)
        return left, singular, right

    @property
    def _rank(self) -> int:
        singular = self._decomposed[1]
        return int(np.sum(singular > _SINGULAR * singular[0]))

    @property
    def null_space(self) -> Floats:
        """Changes of the unknowns that satisfy the equations, in columns."""
        return self._decomposed[2][self._rank :].conj().T

    @property
    def inverse(self) -> tuple[Ints, Ints, Floats]:
        """Entries of the inverse, or of the pseudoinverse."""
        if self._rank == len(self.places):
            found = np.linalg.inv(self._matrix)
        else:
            found = np.linalg.pinv(self._matrix, rcond=_SINGULAR)
            found[np.abs(found) <= _SINGULAR * np.abs(found).max()] = 0.0
        i, j = np.nonzero(found)
        return self.places[i], self.places[j], found[i, j] / self._scale[j]


def _larger(row: Ints, column: Ints, value: Floats, block: Ints) -> Iterator[_Block]:
    """Yield the blocks with several unknowns."""
    number = block[row]
    order = np.argsort(number, kind="stable")
    row, column, value, number = row[order], column[order], value[order], number[order]
    bounds = np.flatnonzero(np.diff(number, prepend=-1, append=-1))
    for begin, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        here = slice(begin, end)
        yield _Block(np.flatnonzero(block == number[begin]), row[here], column[here], value[here])
