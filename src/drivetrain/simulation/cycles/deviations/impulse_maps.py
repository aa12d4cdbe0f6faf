"""How small deviations pass an impact, or a lock that closes while its sides move.

The kernel finds an impulse by accelerations that are prescribed on trial, in proportion to the
changes of speed that are required; the states jump by what the derivatives change. Here the same
derivatives are evaluated, and differentiated symbolically.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.saltation import Reset
from drivetrain.compiler.analysis.lock_constraints import Lock
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Solver
from drivetrain.simulation.cycles.deviations.slope_code import NodeSlopes, SlopeCode, numbers_of
from drivetrain.simulation.cycles.period_runs import RowParts

__all__ = ["Impulse", "ImpulseMaps"]

Floats = NDArray[np.float64]

_PUSH = 2.0**30
"""Acceleration on trial per speed, as in the kernel."""
_MOVES = 1e-9
"""Speed that is more than rounding, relative to the largest one."""


@dataclass(frozen=True, eq=False)
class Impulse:
    """An impulse.

    Attributes
    ----------
    states : float array, shape (n,)
        States after it.
    reset : Reset
        Their slopes.
    """

    states: Floats
    reset: Reset


class _Struck(NamedTuple):
    """A lock whose speed has to change, and the impact that reverses it; -1: it closes."""

    hold: int
    impact: int


class _Push(NamedTuple):
    """A change of speed, and its slopes."""

    value: float
    by_states: Floats
    by_time: Floats
    by_parameter: Floats


class ImpulseMaps:
    """Maps of deviations at impulses.

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
        t, self._parts = translation, parts
        self._holds, self._n = t.holds, len(t.lowered.states)
        members = t.lowered.members
        self._impact_lock = _locks_of_impacts(t)
        meets = numbers_of(t, [meets for _, meets, _ in t.lowered.impacts])
        restitutions = [restitution for *_, restitution in t.lowered.impacts]
        rates = [members[int(member) + 1] for member in t.lowered.states]
        speeds = [members[lock.member] for lock in t.holds]
        self._pushes = any(lock.push >= 0 for lock in t.holds)
        self._rates = SlopeCode(t, rates if self._pushes else [], weights)
        self._laws = SlopeCode(t, [*meets, *restitutions, *speeds] if self._pushes else [], weights)

    def at(
        self, solver: Solver, row: Floats, left: Floats, right: Floats, speeds: Floats
    ) -> Impulse | None:
        """Return the impulse between two rows; None if nothing is hit.

        Parameters
        ----------
        solver : Solver
            With the parameters of the run.
        row : float array
            States before the event, with the modes of the impact.
        left, right : float array
            Rows on both sides of the event.
        speeds : float array, shape (n_locks,)
            Speeds of the locks before it.
        """
        if not self._pushes:
            return None
        laws = self._laws.at(solver, row[None, :])
        struck = self._struck(laws.values[0], left, right, speeds)
        if not struck:
            return None
        holds = [one.hold for one in struck]
        pushes = [self._push(one, laws) for one in struck]
        values = np.array([push.value for push in pushes])
        trials = [np.zeros(len(holds)), values, *np.eye(len(holds))]
        rows = np.array([self._trial(row, left, right, holds, trial) for trial in trials])
        found = self._rates.at(solver, rows)
        response = (found.values[2:] - found.values[0]).T / _PUSH
        return Impulse(
            left[self._parts.states] + (found.values[1] - found.values[0]) / _PUSH,
            Reset(
                np.eye(self._n) + _slope(found.by_states, response, [p.by_states for p in pushes]),
                _slope(found.by_time, response, [p.by_time for p in pushes]),
                _slope(found.by_parameter, response, [p.by_parameter for p in pushes]),
            ),
        )

    def _struck(self, laws: Floats, left: Floats, right: Floats, speeds: Floats) -> list[_Struck]:
        """Return the locks whose speed has to change."""
        moves = np.abs(speeds) > _MOVES * np.abs(speeds).max(initial=0.0)
        found = []
        for impact, hold in enumerate(self._impact_lock):
            if laws[impact] != 0.0 and hold >= 0 and moves[hold]:
                found.append(_Struck(hold, impact))
        hit = {one.hold for one in found}
        for hold, lock in enumerate(self._holds):
            closes = self._is_locked(lock, right) and not self._is_locked(lock, left)
            if closes and lock.stops and lock.push >= 0 and moves[hold] and hold not in hit:
                found.append(_Struck(hold, -1))
        return found

    def _is_locked(self, lock: Lock, row: Floats) -> bool:
        return bool(row[self._parts.discrete][lock.discrete] != 0.0)

    def _push(self, struck: _Struck, laws: NodeSlopes) -> _Push:
        """Return by how much a speed has to change, and the slopes of that."""
        n = len(self._impact_lock)
        w = 2 * n + struck.hold
        bounces = struck.impact >= 0
        e = laws.values[0, n + struck.impact] if bounces else 0.0

        def slope(part: Floats) -> Floats:
            more = laws.values[0, w] * part[n + struck.impact] if bounces else 0.0
            return np.asarray(-(1.0 + e) * part[w] - more)

        return _Push(
            -(1.0 + e) * laws.values[0, w],
            slope(laws.by_states[0]),
            slope(laws.by_time[0]),
            slope(laws.by_parameter[0]),
        )

    def _trial(
        self, row: Floats, left: Floats, right: Floats, holds: list[int], pushes: Floats
    ) -> Floats:
        """Return a row on trial: who is struck, or held without limit, is locked and pushed."""
        found = row.copy()
        discrete = right[self._parts.discrete].copy()
        for lock in self._holds:
            kept = lock.stops and self._is_locked(lock, left) and self._is_locked(lock, right)
            discrete[lock.discrete] = float(bool(kept))
        for hold, push in zip(holds, pushes, strict=True):
            lock = self._holds[hold]
            discrete[lock.discrete] = 1.0
            discrete[lock.push] = _PUSH * push
        for lock in self._holds:
            if lock.on_trial >= 0:
                discrete[lock.on_trial] = discrete[lock.discrete]
        found[self._parts.discrete] = discrete
        return found


def _slope(parts: Floats, response: Floats, slopes: list[Floats]) -> Floats:
    """Return the slope of a jump: of the response to given pushes, and of these pushes."""
    whole: Floats = (parts[1] - parts[0]) / _PUSH + np.tensordot(response, np.array(slopes), 1)
    return whole


def _locks_of_impacts(t: Translation) -> list[int]:
    """Return the lock whose speed each impact reverses; -1: none."""
    lock_of = {(hold.locked, hold.variable): k for k, hold in enumerate(t.holds)}
    return [lock_of.get(lock, -1) for lock, *_ in t.lowered.impacts]
