"""How small deviations pass the events of a run.

The two rows of an event tell what has changed. What has triggered it is the relation whose crossing
function passes zero there; what it does to the states is a reset by the model, or the impulse of an
impact. Both are differentiated symbolically, at rows put together from those of the run. Whatever
is not one of these is said, and left to differences of runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.saltation import Reset, Surface, saltation
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Solver
from drivetrain.simulation.cycles.deviations.fallback import NotVariationalError
from drivetrain.simulation.cycles.deviations.impulse_maps import ImpulseMaps
from drivetrain.simulation.cycles.deviations.slope_code import NodeSlopes, SlopeCode, numbers_of
from drivetrain.simulation.cycles.period_runs import RowParts
from drivetrain.simulation.results.row_layout import FLAG_COLUMN, SCHEDULED, TIME_COLUMN

__all__ = ["EventMap", "EventMaps"]

Floats = NDArray[np.float64]

_LAST_BITS = 64
"""Last bits of time within which a relation crosses at an event."""
_NOISE = 1e-11
"""Value of a crossing function that counts as zero, relative to its terms."""
_GRAZES = 1e-7
"""Rate of a crossing function that counts as none, relative to its terms."""
_SAME = 1e-6
"""Difference of two surfaces that count as one, relative to their slopes."""
_JUMPS = 1e-8
"""Change of a state that is more than a correction, relative to its size."""
_PASSES = 4
"""Passes of an event of which the modes are tried."""
_FITS = 1e-7
"""Difference of a predicted value from that of the run, relative to its size."""


@dataclass(frozen=True, eq=False)
class EventMap:
    """What an event does to deviations.

    Attributes
    ----------
    matrix : float array, shape (n + 1, n + 1)
        Deviation after it per deviation before it; the last row and column are the parameter's.
    surface : float array, shape (n,)
        Slopes of what triggers it.
    jump : float array, shape (n, n)
        Slopes of what it adds to the states.
    timed : bool
        Whether it depends on time.
    """

    matrix: Floats
    surface: Floats
    jump: Floats
    timed: bool


class _Side(NamedTuple):
    """A row, and what is known there."""

    row: Floats
    states: Floats
    slopes: NodeSlopes


class EventMaps:
    """Maps of deviations at events.

    Parameters
    ----------
    translation : Translation
        The compiled model, without loops over rows.
    parts : RowParts
        Layout of its rows.
    weights : mapping of int to float
        How parameters change with the one that is followed.
    """

    def __init__(
        self, translation: Translation, parts: RowParts, weights: dict[int, float]
    ) -> None:
        t = self._t = translation
        self._parts, self._n = parts, len(t.lowered.states)
        program, members = t.program, t.lowered.members
        rates = [members[int(member) + 1] for member in t.lowered.states]
        crossings = [one.crossing for one in program.relations]
        instants = [one.instant for one in program.time_relations]
        values = [value for _, _, value in t.lowered.reinits]
        speeds = [members[lock.member] for lock in t.holds]
        self.rates = slice(0, self._n)
        self.crossings = _after(self.rates, crossings)
        self._instants = _after(self.crossings, instants)
        self._values = _after(self._instants, values)
        self.speeds = _after(self._values, speeds)
        nodes = [*rates, *crossings, *instants, *values, *speeds]
        self.code = SlopeCode(t, nodes, weights)
        self._state_of = [int(t.lowered.members.state_number[lock.member]) for lock in t.holds]
        self._reset_states = [state for state, _, _ in t.lowered.reinits]
        self._impulses = ImpulseMaps(t, parts, weights)
        self._follows = bool(weights)
        self._held = SlopeCode(t, numbers_of(t, t.lowered.discrete), {})
        self._clocks = SlopeCode(t, [k for pair in program.samples for k in pair], weights)

    def at(self, solver: Solver, pair: Floats, sizes: Floats, period: float) -> EventMap:
        """Return the map of an event.

        Parameters
        ----------
        solver : Solver
            With the parameters of the run.
        pair : float array, shape (2, n_columns)
            Rows on both sides.
        sizes : float array, shape (n,)
            Magnitudes of the states.
        period : float
            Length of the run, s.

        Raises
        ------
        NotVariationalError
            If that is not possible; the message is the reason.
        """
        left, right = self._sides(solver, pair)
        n = self._n
        if self._is_idle(left, right, sizes):
            return EventMap(np.eye(n + 1), np.zeros(n), np.zeros((n, n)), False)
        crossed = self._crossed(left, sizes, period)
        surface = self._surface(solver, left, right, sizes, crossed)
        reset = self._reset(solver, left, right, sizes, list(crossed))
        before, after = (side.slopes.values[0, self.rates] for side in (left, right))
        timed = not crossed or bool(left.slopes.by_time[0, self.crossings][list(crossed)].any())
        matrix = saltation(surface, reset, before, after)
        return EventMap(matrix, surface.by_states, reset.by_states - np.eye(n), timed)

    def held(self, row: Floats, slopes: Floats, sizes: Floats) -> Floats:
        """Return what locks hold in a row, in units of the sizes of states.

        Parameters
        ----------
        row : float array
            The row.
        slopes : float array, shape (n_nodes, n)
            Slopes of all nodes there.
        sizes : float array, shape (n,)
            Magnitudes of the states.
        """
        found = [np.zeros((0, self._n))]
        discrete = row[self._parts.discrete]
        for k, lock in enumerate(self._t.holds):
            if discrete[lock.discrete] == 0.0:
                continue
            state = self._state_of[k]
            unit = np.eye(self._n)[[state]]
            found.append(unit if state >= 0 else slopes[self.speeds][[k]] * sizes)
        return np.concatenate(found)

    def _sides(self, solver: Solver, pair: Floats) -> tuple[_Side, _Side]:
        found = []
        for row in pair:
            slopes = self.code.at(solver, row[None, :])
            found.append(_Side(row, row[self._parts.states], slopes))
        return found[0], found[1]

    def _is_idle(self, left: _Side, right: _Side, sizes: Floats) -> bool:
        """Tell whether nothing changes but the name of a mode."""
        before, after = (side.slopes.values[0, self.rates] for side in (left, right))
        moved = np.abs(right.states - left.states) > _JUMPS * _NOISE * sizes
        return not moved.any() and bool(np.array_equal(before, after))

    # -- where it happens ----------------------------------------------------------------------

    def _surface(
        self, solver: Solver, left: _Side, right: _Side, sizes: Floats, crossed: dict[int, Surface]
    ) -> Surface:
        """Return where an event happens."""
        if right.row[FLAG_COLUMN] >= SCHEDULED and not crossed:
            return self._scheduled(solver, left)
        time = left.row[TIME_COLUMN]
        if not crossed:
            raise NotVariationalError(
                f"at t = {time:.9g} s no condition passes zero at a definite rate: it is touched"
            )
        found = list(crossed.values())
        delays = np.array([one.delay()[:-1] * sizes for one in found])
        apart = np.abs(delays - delays[0]).max()
        if apart > _SAME * np.abs(delays).max(initial=0.0):
            raise NotVariationalError(f"several conditions change at one instant, t = {time:.9g} s")
        return found[0]

    def _crossed(self, left: _Side, sizes: Floats, period: float) -> dict[int, Surface]:
        """Return the relations that cross there, and their surfaces."""
        slopes, part = left.slopes, self.crossings
        rates = slopes.values[0, self.rates]
        by_states, by_time = slopes.by_states[0, part], slopes.by_time[0, part]
        value, rate = slopes.values[0, part], by_states @ rates + by_time
        terms = np.abs(by_states) @ np.abs(rates) + np.abs(by_time)
        time = left.row[TIME_COLUMN]
        within = _LAST_BITS * np.spacing(abs(time)) + _NOISE * period
        near = np.abs(rate) * within + _NOISE * (np.abs(by_states) @ sizes)
        is_true = left.row[self._parts.relations][: len(value)] != 0.0
        crosses = (np.abs(value) <= near) & (np.where(is_true, -rate, rate) > _GRAZES * terms)
        return {
            k: Surface(by_states[k], float(rate[k]), float(slopes.by_parameter[0, part][k]))
            for k in np.flatnonzero(crosses).tolist()
        }

    def _scheduled(self, solver: Solver, left: _Side) -> Surface:
        """Return the surface of an event whose instant does not depend on the motion."""
        time, slopes = left.row[TIME_COLUMN], left.slopes
        instants = slopes.values[0, self._instants]
        near = np.abs(instants - time) <= _LAST_BITS * np.spacing(abs(time))
        shifts = slopes.by_parameter[0, self._instants][near]
        shift = float(shifts[0]) if len(shifts) else 0.0
        if self._follows and self._clocks.at(solver, left.row[None, :]).by_parameter.any():
            raise NotVariationalError("a clock depends on the parameter that is followed")
        return Surface(np.zeros(self._n), 1.0, -shift)

    # -- what it does --------------------------------------------------------------------------

    def _reset(
        self, solver: Solver, left: _Side, right: _Side, sizes: Floats, crossed: list[int]
    ) -> Reset:
        """Return what an event does to the states."""
        change = right.states - left.states
        jumped = np.flatnonzero(np.abs(change) > _JUMPS * sizes)
        if not len(jumped):
            return Reset.none(self._n)
        mixed = self._mixed(solver, left, right.row, sizes, crossed)
        if np.isin(jumped, self._reset_states).all():
            return self._set_anew(solver, mixed, right, jumped, sizes)
        speeds = left.slopes.values[0, self.speeds]
        for row in mixed:
            found = self._impulses.at(solver, row, left.row, right.row, speeds)
            if found and (np.abs(found.states - right.states) <= _FITS * sizes).all():
                return found.reset
        raise NotVariationalError(_unclear(left.row))

    def _set_anew(
        self, solver: Solver, mixed: Floats, right: _Side, jumped: NDArray[np.int64], sizes: Floats
    ) -> Reset:
        """Return the reset of states by the model."""
        reset = Reset.none(self._n)
        slopes = self.code.at(solver, mixed)
        values = slopes.values[:, self._values]
        for state in jumped.tolist():
            of_state = np.array(self._reset_states) == state
            miss = np.abs(values - right.states[state]) / sizes[state]
            miss[:, ~of_state] = np.inf
            row, place = np.unravel_index(int(np.argmin(miss)), miss.shape)
            if not miss[row, place] <= _FITS:
                raise NotVariationalError(_unclear(right.row))
            k = self._values.start + int(place)
            reset.by_states[state] = slopes.by_states[row, k]
            reset.by_time[state] = slopes.by_time[row, k]
            reset.by_parameter[state] = slopes.by_parameter[row, k]
        return reset

    def _mixed(
        self, solver: Solver, left: _Side, right: Floats, sizes: Floats, crossed: list[int]
    ) -> Floats:
        """Return rows with the states before an event, and modes on the way to those after it.

        Conditions change first where they have triggered it, then all that did not matter before
        are as they should be, then they are as after it; held values follow.
        """
        relations, discrete = self._parts.relations, self._parts.discrete
        found = [left.row]
        triggered = left.row[relations].copy()
        timed = len(self._t.program.relations)
        triggered[timed:] = right[relations][timed:]
        due = self._due(left, triggered, sizes)
        for conditions in (triggered, due):
            conditions[crossed] = 1.0 - left.row[relations][crossed]
        for conditions in (triggered, due, right[relations]):
            row = left.row.copy()
            row[relations] = conditions
            for _ in range(_PASSES):
                found.append(row.copy())
                row[discrete] = self._held.at(solver, row[None, :]).values[0]
        row[discrete] = right[discrete]
        return np.array([*found, row])

    def _due(self, left: _Side, conditions: Floats, sizes: Floats) -> Floats:
        """Return conditions as their crossing functions say, where no contact decides them."""
        values = left.slopes.values[0, self.crossings]
        terms = np.abs(left.slopes.by_states[0, self.crossings]) @ sizes
        is_clear = np.abs(values) > _NOISE * terms
        is_clear[self._t.kernel.decided] = False
        found = conditions.copy()
        found[: len(values)][is_clear] = values[is_clear] > 0.0
        return found


def _after(part: slice, nodes: list[int]) -> slice:
    return slice(part.stop, part.stop + len(nodes))


def _unclear(row: Floats) -> str:
    return f"more than one thing happens at t = {row[TIME_COLUMN]:.9g} s"
