"""How small deviations move between events, along a run.

The state matrix is evaluated by machine code at the nodes of many panels at once, which are the
steps of the run at first. Where it changes too much within a panel, the panel is halved.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.magnus import NODES, exponents, transitions
from drivetrain.compiler.translation import Translation
from drivetrain.simulation.cycles.deviations.fallback import NotVariationalError
from drivetrain.simulation.cycles.deviations.slope_code import SlopeCode
from drivetrain.simulation.cycles.period_runs import Passage, PeriodRuns

__all__ = ["Flow", "FlowAlong"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_MOST_HALVINGS = 16
_MOST_NUMBERS = 8_000_000
"""In the matrices of one evaluation."""
_SHORTEST = 1e-12
"""Length of a stretch in which nothing moves, relative to the period."""
_ALIKE = 1e-14
"""Difference of matrices that count as the same, relative to the largest entry."""
_BY_ORDER = 7 / 5
"""Orders of the local errors of the solution and of its estimate."""
_FINEST = 1e-9
"""Error of a transition over a panel that is fine enough for whatever follows from it."""
_TOGETHER = 8
"""Steps that make up a panel at first, where nothing can have a kink between them."""


@dataclass(frozen=True, eq=False)
class FlowAlong:
    """Transitions of deviations between the events of a run.

    Attributes
    ----------
    stretches : list of float array, shape (m, m)
        Transition over each stretch from one event to the next, of states in units of their sizes
        and, behind them, the parameter that is followed.
    samples : float array, shape (n_samples, n, n)
        Different state matrices on the way, in the same units.
    timed : bool
        Whether rates depend on time explicitly.
    """

    stretches: list[Floats]
    samples: Floats
    timed: bool


@dataclass(frozen=True, eq=False)
class _Panels:
    """Panels of a run, and the exponents of their transitions."""

    begin: Floats
    end: Floats
    stretch: Ints
    exponents: Floats
    middle: Floats


class Flow:
    """Transitions of deviations between events.

    Parameters
    ----------
    translation : Translation
        The compiled model, without loops over rows.
    weights : mapping of int to float
        How parameters change with the one that is followed.
    """

    def __init__(self, translation: Translation, weights: dict[int, float]) -> None:
        t, lowered = translation, translation.lowered
        self._n = len(lowered.states)
        self._m = self._n + bool(weights)
        rates = [lowered.members[int(member) + 1] for member in lowered.states]
        self._code = SlopeCode(t, rates, weights)
        state = [int(lowered.members.state_number[lock.member]) for lock in t.holds]
        self._pinned = [
            (lock.discrete, k) for lock, k in zip(t.holds, state, strict=True) if k >= 0
        ]
        self._bends = bool(t.kernel.struct.n_switching)

    def along(self, runs: PeriodRuns, passage: Passage, sizes: Floats) -> FlowAlong:
        """Return the transitions along a run.

        Parameters
        ----------
        runs : PeriodRuns
            Makes the run again, with rows where the state matrix is needed.
        passage : Passage
            The run.
        sizes : float array, shape (n,)
            Magnitudes of the states.

        Raises
        ------
        NotVariationalError
            If the state matrix is undefined somewhere, or changes too fast.
        """
        self._timed = False
        steps = runs.steps(passage.point, passage.end)
        pending, count = _first_panels(passage, steps if self._bends else steps[::_TOGETHER])
        done: list[_Panels] = []
        for _ in range(_MOST_HALVINGS):
            if not len(pending[0]):
                break
            made, kept = self._made(runs, passage, pending, sizes)
            done.append(made)
            begin, end, stretch = pending
            pending = _halved(begin[~kept], end[~kept], stretch[~kept])
        else:
            where = float(pending[0][0])
            raise NotVariationalError(f"the state matrix changes too fast at t = {where:.9g} s")
        return self._joined(done, count)

    def _made(
        self, runs: PeriodRuns, passage: Passage, panels: tuple[Floats, Floats, Ints],
        sizes: Floats,
    ) -> tuple[_Panels, NDArray[np.bool_]]:  # fmt: skip
        """Return the panels that are short enough, and which of them are."""
        begin, end, stretch = panels
        lengths = end - begin
        nodes = begin[:, None] + lengths[:, None] * NODES
        rows = runs.rows(passage.point, passage.end, nodes.ravel())
        found, doubts, middle = [], [], []
        step = max(_MOST_NUMBERS // (3 * self._m**2), 1)
        for k in range(0, len(begin), step):
            values = self._matrices(runs, rows[3 * k : 3 * (k + step)], sizes)
            values = values.reshape(-1, 3, self._m, self._m)
            made = exponents(values, lengths[k : k + step])
            found.append(made.matrices)
            doubts.append(made.doubts)
            middle.append(values[:, 1, : self._n, : self._n].copy())
        bound = max(runs.settings.tolerance, _FINEST) ** (1 / _BY_ORDER)
        kept = np.concatenate(doubts) <= bound
        parts = (begin, end, stretch, np.concatenate(found), np.concatenate(middle))
        return _Panels(*(part[kept] for part in parts)), kept

    def _matrices(self, runs: PeriodRuns, rows: Floats, sizes: Floats) -> Floats:
        """Return the matrices of states and parameter at rows."""
        n = self._n
        slopes = self._code.at(runs.solver, rows)
        self._timed = self._timed or bool(slopes.by_time.any())
        found = np.zeros((len(rows), self._m, self._m))
        found[:, :n, :n] = slopes.by_states * sizes / sizes[:, None]
        if self._m > n:
            found[:, :n, n] = slopes.by_parameter / sizes
        discrete = rows[:, runs.parts.discrete]
        for number, state in self._pinned:
            found[discrete[:, number] != 0.0, state] = 0.0
        return found

    def _joined(self, done: list[_Panels], count: int) -> FlowAlong:
        """Return the products over each stretch; panels with one matrix become one."""
        whole = [np.concatenate([getattr(one, name) for one in done]) for name in _PARTS]
        order = np.argsort(whole[0], kind="stable")
        begin, end, stretch, matrices, middle = (part[order] for part in whole)
        mean = matrices / (end - begin)[:, None, None]
        first = np.ones(len(begin), dtype=bool)
        apart = np.abs(np.diff(mean, axis=0)).max(axis=(1, 2), initial=0.0)
        largest = np.abs(mean).max(axis=(1, 2), initial=0.0)[1:]
        first[1:] = (np.diff(stretch) > 0) | (apart > _ALIKE * largest)
        heads = np.flatnonzero(first)
        summed = np.add.reduceat(matrices, heads) if len(heads) else matrices
        steps = transitions(summed)
        products = [np.eye(self._m) for _ in range(count)]
        for place, step in zip(stretch[heads].tolist(), steps, strict=True):
            products[place] = step @ products[place]
        return FlowAlong(products, middle[heads], self._timed)


_PARTS = ("begin", "end", "stretch", "exponents", "middle")


def _first_panels(passage: Passage, steps: Floats) -> tuple[tuple[Floats, Floats, Ints], int]:
    """Return the steps of a run as panels, cut at events, and the number of stretches."""
    instants = passage.events[:, 0, 0] if len(passage.events) else np.empty(0)
    cuts = np.concatenate([[passage.start], instants, [passage.end]])
    least = _SHORTEST * (passage.end - passage.start)
    begin, end, stretch = [], [], []
    for k, (low, high) in enumerate(pairwise(cuts.tolist())):
        if high - low <= least:
            continue
        inner = steps[(steps > low + least) & (steps < high - least)]
        edges = np.concatenate([[low], inner, [high]])
        begin.append(edges[:-1])
        end.append(edges[1:])
        stretch.append(np.full(len(edges) - 1, k))
    joined = np.concatenate(begin), np.concatenate(end), np.concatenate(stretch)
    return joined, len(cuts) - 1


def _halved(begin: Floats, end: Floats, stretch: Ints) -> tuple[Floats, Floats, Ints]:
    middle = begin + 0.5 * (end - begin)
    lows, highs = np.column_stack([begin, middle]), np.column_stack([middle, end])
    return lows.ravel(), highs.ravel(), np.repeat(stretch, 2)
