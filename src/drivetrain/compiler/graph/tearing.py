"""Tear algebraic loops: choose few unknowns from which all others follow one by one."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.compiler.graph.sparse import BoolArray, IntArray, as_indices, grouped

__all__ = ["Tearing", "tear"]

FloatArray = NDArray[np.float64]

_DEEPEST = 48
"""Longest sequence of steps from a guess: each may magnify rounding."""
_LARGEST = 1e3
"""Largest permitted growth of an error, relative to that of a guess: three digits."""


class Tearing(NamedTuple):
    """A torn loop; all numbers are local to the block.

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


def tear(
    n: int,
    equation: ArrayLike,
    unknown: ArrayLike,
    solvable: ArrayLike,
    factor: ArrayLike | None = None,
) -> Tearing:
    """Choose few tearing unknowns for a block of `n` equations with `n` unknowns.

    A greedy search [1]_: unknowns that no equation can be solved for are tearing unknowns; then
    every equation with one unknown left is solved for it, if that is possible. When no such
    equation is left, the unknown is torn that lets most equations yield their last one; ties are
    broken by most equations left with two, then by most equations containing it, then by fewest
    equations that can be solved for it, then by the lowest number. Looking one step ahead finds the
    single guess that a ladder needs, whatever its numbering, and about two thirds of the guesses
    that counting equations alone would need on meshed systems. The time is linear except for a
    heap. (Finding the smallest set is NP-hard.)

    An unknown computed from a guess may be a multiple of it, and the next a multiple of that: along
    thirty gears on elastic mounts the last bit of the guess grows until it is all that is left. So
    errors are propagated from every guess, and every step adds one. Where they have grown a
    thousandfold, and after 48 steps, another unknown is torn (as in multiple shooting [2]_).

    Parameters
    ----------
    n : int
        Number of equations and of unknowns.
    equation, unknown : array_like of int, shape (entries,)
        Which equation of the block contains which unknown of it.
    solvable : array_like of bool, shape (entries,)
        Whether the equation can be solved for that unknown: its factor is a constant or parameter
        that is not zero in any branch. All repetitions of a repeated entry must be solvable.
    factor : array_like of float, shape (entries,), optional
        Factor of the unknown in the equation, for unknowns scaled to similar size; NaN: it
        depends on the motion. Factors of repeated entries add up.

    Returns
    -------
    Tearing

    Raises
    ------
    StructureError
        If an index is out of range.

    References
    ----------
    .. [1] H. Elmqvist, M. Otter, "Methods for tearing systems of equations in object-oriented
       modeling", European Simulation Multiconference (1994) 326–332; F. E. Cellier, E. Kofman,
       *Continuous System Simulation*, Springer (2006), chapter 7.
    .. [2] R. Bulirsch, J. Stoer, "Introduction to Numerical Analysis", Springer (2002), 7.3.5.
    """
    row, column = as_indices(equation, n, "Equation"), as_indices(unknown, n, "Unknown")
    search = _Search(n, row, column, np.asarray(solvable, dtype=np.bool_).ravel())
    if factor is not None:
        search.follow_errors(row, column, np.asarray(factor, dtype=np.float64).ravel())
    search.run()
    return search.result()


class _Search:
    """State of one search: plain lists, because they are accessed element by element."""

    def __init__(self, n: int, row: IntArray, column: IntArray, solvable: BoolArray) -> None:
        key, place = np.unique(row * n + column, return_inverse=True)
        allowed = np.ones(key.size, dtype=np.bool_)
        allowed[place[~solvable]] = False
        row, column = np.divmod(key, max(n, 1))
        self.ways = np.bincount(column[allowed], minlength=n).tolist()
        self.unknowns_of = grouped(row, column, n)
        self.solvable_in = grouped(row[allowed], column[allowed], n)
        self.equations_of = grouped(column, row, n)
        self.known = [False] * n
        self.depth = [0] * n
        self.errors: _Errors | None = None
        self.assigned = [False] * n
        self.left = [len(unknowns) for unknowns in self.unknowns_of]
        self.ready = deque(e for e in range(n) if self.left[e] == 1)
        self.tearing: list[int] = []
        self.sequence: list[tuple[int, int]] = []
        self.touched: list[int] = []

    def follow_errors(self, row: IntArray, column: IntArray, factor: FloatArray) -> None:
        self.errors = _Errors(len(self.known), row, column, factor)

    def run(self) -> None:
        for unknown, ways in enumerate(self.ways):
            if not ways:
                self._guess(unknown)
        self._propagate()
        if all(self.known):
            return
        ranking = _Ranking(self)
        while (best := ranking.best()) is not None:
            self.touched.clear()
            self._guess(best)
            self._propagate()
            ranking.update(self.touched)

    def result(self) -> Tearing:
        residual = [e for e, assigned in enumerate(self.assigned) if not assigned]
        return Tearing(
            np.array(self.tearing, dtype=np.intp),
            np.array(self.sequence, dtype=np.intp).reshape(-1, 2),
            np.array(residual, dtype=np.intp),
        )

    def _guess(self, unknown: int) -> None:
        self.tearing.append(unknown)
        if self.errors is not None:
            self.errors.begin(unknown)
        self._learn(unknown)

    def _propagate(self) -> None:
        while self.ready:
            equation = self.ready.popleft()
            for unknown in self.solvable_in[equation]:
                if not self.known[unknown]:
                    depth = 1 + max(self.depth[u] for u in self.unknowns_of[equation])
                    if depth > _DEEPEST or not self._is_steady(equation, unknown):
                        self._guess(unknown)
                        break
                    self.depth[unknown] = depth
                    self.assigned[equation] = True
                    self.sequence.append((equation, unknown))
                    self._learn(unknown)
                    break

    def _is_steady(self, equation: int, unknown: int) -> bool:
        return self.errors is None or self.errors.carry(equation, unknown) <= _LARGEST

    def _learn(self, unknown: int) -> None:
        equations = self.equations_of[unknown]
        self.known[unknown] = True
        for equation in equations:
            self.left[equation] -= 1
            if self.left[equation] == 1:
                self.ready.append(equation)
        self.touched.extend(equations)


class _Errors:
    """Error propagation: every guess and every step adds an error of magnitude about 1.

    The errors have no pattern, so that they cancel where any errors would, and hardly elsewhere.
    """

    def __init__(self, n: int, row: IntArray, column: IntArray, factor: FloatArray) -> None:
        pattern = _without_pattern(row, np.sqrt(5.0)) + _without_pattern(column, np.sqrt(7.0))
        factor = np.where(np.isfinite(factor), factor, pattern)
        self.terms: list[dict[int, float]] = [{} for _ in range(n)]
        for e, u, f in zip(row.tolist(), column.tolist(), factor.tolist(), strict=True):
            self.terms[e][u] = self.terms[e].get(u, 0.0) + f
        self.fresh: list[float] = _without_pattern(np.arange(n), np.sqrt(2.0)).tolist()
        self.error = [0.0] * n

    def begin(self, unknown: int) -> None:
        """Treat an unknown as a guess."""
        self.error[unknown] = self.fresh[unknown]

    def carry(self, equation: int, unknown: int) -> float:
        """Compute an unknown from an equation; return the magnitude of its error."""
        terms = self.terms[equation]
        others = sum(f * self.error[u] for u, f in terms.items() if u != unknown)
        error = -others / terms[unknown] if terms[unknown] else 0.0
        self.error[unknown] = error + self.fresh[unknown]
        return abs(error)


def _without_pattern(number: IntArray, irrational: float) -> FloatArray:
    """Return pattern-free numbers of magnitude 0.5 to 1.5 and either sign (Weyl)."""
    part = 2.0 * np.modf((number + 1) * irrational)[0] - 1.0
    return np.asarray(part + np.copysign(0.5, part))


class _Ranking:
    """Order of the unknowns to tear: a heap whose outdated keys are dropped when they come up.

    ``near[v]`` counts the equations that yield another unknown once `v` is known, ``next[v]``
    those that are one unknown further away; `given` records the contribution of each equation.
    """

    def __init__(self, search: _Search) -> None:
        n = len(search.known)
        self.search = search
        self.near, self.next = [0] * n, [0] * n
        self.given: dict[int, tuple[list[int], list[int]]] = {}
        for equation in range(n):
            self._assess(equation)
        self.heap = [self._key(unknown) for unknown in range(n) if not search.known[unknown]]
        heapq.heapify(self.heap)

    def best(self) -> int | None:
        """Return the unknown to tear, None if all are known."""
        while self.heap:
            key = heapq.heappop(self.heap)
            unknown = key[-1]
            if not self.search.known[unknown] and key == self._key(unknown):
                return unknown
        return None

    def update(self, equations: Iterable[int]) -> None:
        """Update the counts for equations in which unknowns have become known."""
        changed: set[int] = set()
        for equation in set(equations):
            changed.update(self._assess(equation))
        for unknown in changed:
            heapq.heappush(self.heap, self._key(unknown))

    def _key(self, unknown: int) -> tuple[int, int, int, int, int]:
        degree, ways = len(self.search.equations_of[unknown]), self.search.ways[unknown]
        return -self.near[unknown], -self.next[unknown], -degree, ways, unknown

    def _assess(self, equation: int) -> list[int]:
        """Update the contribution of an equation; return the unknowns left in it."""
        search = self.search
        if not 0 < search.left[equation] <= 3:
            return []
        left = [u for u in search.unknowns_of[equation] if not search.known[u]]
        near, further = [], left if len(left) == 3 else []
        if len(left) == 2:
            solvable = [u for u in search.solvable_in[equation] if not search.known[u]]
            near = [left[unknown == left[0]] for unknown in solvable]
        old_near, old_further = self.given.get(equation, ([], []))
        for counts, new, old in ((self.near, near, old_near), (self.next, further, old_further)):
            for unknown in new:
                counts[unknown] += 1
            for unknown in old:
                counts[unknown] -= 1
        self.given[equation] = near, further
        return left
