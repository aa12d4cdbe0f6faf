"""Tearing: which unknowns of an algebraic loop to guess so that the others follow one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.compiler.graph.sparse import BoolArray, IntArray, as_indices

__all__ = ["Tearing", "tear"]


class Tearing(NamedTuple):
    """A loop taken apart; all numbers are local to the block.

    Attributes
    ----------
    tearing : int array of shape (k,)
        Unknowns to guess, in the order in which they were chosen.
    sequence : int array of shape (n - k, 2)
        Pairs (equation, unknown): solved one after the other, each equation contains only its own
        unknown, tearing unknowns and unknowns of earlier pairs.
    residual : int array of shape (k,)
        The remaining equations, ascending: they hold when the guess is right.
    """

    tearing: IntArray
    sequence: NDArray[np.intp]
    residual: IntArray


def tear(n: int, equation: ArrayLike, unknown: ArrayLike, solvable: ArrayLike) -> Tearing:
    """Choose few tearing unknowns for a block of `n` equations with `n` unknowns.

    A greedy search [1]_ in linear time: unknowns that no equation can be solved for are tearing
    unknowns; then every equation with one unknown left gives it, if it can be solved for it. When
    none is left, the unknown with most equations is torn; among equals that which fewer
    equations can be solved for, then the lowest. (The smallest set is NP-hard to find.)

    Parameters
    ----------
    n : int
        Number of equations and of unknowns.
    equation, unknown : array_like of int, shape (entries,)
        Which equation of the block contains which unknown of it.
    solvable : array_like of bool, shape (entries,)
        Whether the equation can be solved for that unknown: its factor is a constant or parameter
        that is not zero in any branch. Of a repeated entry every repetition must be solvable.

    Returns
    -------
    Tearing

    Raises
    ------
    StructureError
        When an index is out of range.

    References
    ----------
    .. [1] H. Elmqvist, M. Otter, "Methods for tearing systems of equations in object-oriented
       modeling", European Simulation Multiconference (1994) 326–332; F. E. Cellier, E. Kofman,
       *Continuous System Simulation*, Springer (2006), chapter 7.
    """
    row, column = as_indices(equation, n, "Equation"), as_indices(unknown, n, "Unknown")
    search = _Search(n, row, column, np.asarray(solvable, dtype=np.bool_).ravel())
    search.propagate()
    for candidate in search.candidates():
        search.guess(candidate)
        search.propagate()
    return search.result()


class _Search:
    """State of one search: plain lists, because single elements of them are read and written."""

    def __init__(self, n: int, row: IntArray, column: IntArray, solvable: BoolArray) -> None:
        key, place = np.unique(row * n + column, return_inverse=True)
        allowed = np.ones(key.size, dtype=np.bool_)
        allowed[place[~solvable]] = False
        row, column = key // n if n else key, key % n if n else key
        self.degree = np.bincount(column, minlength=n)
        self.ways = np.bincount(column[allowed], minlength=n)
        self.unknowns_of = _grouped(row, column, n)
        self.solvable_in = _grouped(row[allowed], column[allowed], n)
        self.equations_of = _grouped(column, row, n)
        self.known = [False] * n
        self.assigned = [False] * n
        self.left = [len(unknowns) for unknowns in self.unknowns_of]
        self.ready = deque(e for e in range(n) if self.left[e] == 1)
        self.tearing: list[int] = []
        self.sequence: list[tuple[int, int]] = []
        for hopeless in np.flatnonzero(self.ways == 0).tolist():
            self.guess(hopeless)

    def candidates(self) -> Iterator[int]:
        # An equation is assigned only when one unknown is left, so the number of unassigned
        # equations with an unknown does not change while it is unknown: one sort is enough.
        for unknown in np.lexsort((self.ways, -self.degree)).tolist():
            if not self.known[unknown]:
                yield unknown

    def guess(self, unknown: int) -> None:
        self.tearing.append(unknown)
        self._learn(unknown)

    def propagate(self) -> None:
        while self.ready:
            equation = self.ready.popleft()
            for unknown in self.solvable_in[equation]:
                if not self.known[unknown]:
                    self.assigned[equation] = True
                    self.sequence.append((equation, unknown))
                    self._learn(unknown)
                    break

    def result(self) -> Tearing:
        residual = [e for e, assigned in enumerate(self.assigned) if not assigned]
        return Tearing(
            np.array(self.tearing, dtype=np.intp),
            np.array(self.sequence, dtype=np.intp).reshape(-1, 2),
            np.array(residual, dtype=np.intp),
        )

    def _learn(self, unknown: int) -> None:
        self.known[unknown] = True
        for equation in self.equations_of[unknown]:
            self.left[equation] -= 1
            if self.left[equation] == 1:
                self.ready.append(equation)


def _grouped(group: IntArray, value: IntArray, n: int) -> list[list[int]]:
    """Return, for each of `n` groups, its values in the order given."""
    order = np.argsort(group, kind="stable")
    values = value[order].tolist()
    end = np.cumsum(np.bincount(group, minlength=n)).tolist()
    return [values[start:stop] for start, stop in pairwise([0, *end])]
