"""The motion of a machine from event to event."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.oracles.gauss.laws import Laws
from tests.oracles.gauss.machine import Machine
from tests.oracles.gauss.modes import AtRest, UndecidedError, starting
from tests.oracles.gauss.series import ORDER, evaluated, first_negative, length, series
from tests.oracles.gauss.zonotope import facets, split

__all__ = ["FREE", "HOLDS", "Motion", "moved"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

HOLDS, FREE = 0, 2
"""State of an element beside −1 and 1, the directions of sliding."""
_ROUNDING: Final = 1e-12
"""Part of its terms by which a quantity may miss zero."""
_BEYOND: Final = 1e-6
"""Part of all loads by which a load that passes a limit is pushed on, to tell which let go."""
_LEAST: Final = 1e-3
"""Part of the largest torques of the run that loads at an instant count as at least."""
_SOON: Final = 1e-12
"""Instants that are closer together are one, s."""
_MOST: Final = 3000
"""Events of a run."""
_AT_ONCE: Final = 30
"""Events at one instant."""


@dataclass
class Motion:
    """What became of a machine, at given instants.

    Attributes
    ----------
    time : float array, shape (m,)
        Instants, s; up to that from which on the motion is undecided.
    angles, speeds : float array, shape (m, n_shafts)
        Of all shafts.
    slips : float array, shape (m, n_contacts)
        Of all friction elements.
    states : int array, shape (m, n_contacts)
        −1 and 1 for sliding, `HOLDS`, `FREE`.
    torques : float array, shape (m, n_contacts)
        Torques of the elements; NaN where elements that hold share them.
    spare : float array, shape (m, n_contacts)
        Of an element that holds: what its torque misses of its nearest limit, over that limit.
    events : list of (float, str)
        Instant and what happened.
    undecided : str
        Why the motion is not unique from the last instant on; empty if it is.
    """

    time: Floats
    angles: Floats
    speeds: Floats
    slips: Floats
    states: Ints
    torques: Floats
    spare: Floats
    events: list[tuple[float, str]] = field(default_factory=list)
    undecided: str = ""


def moved(machine: Machine, instants: Floats) -> Motion:
    """Return the motion of a machine.

    Parameters
    ----------
    machine : Machine
        It starts at the time 0 with all angles zero.
    instants : float array
        At which it is recorded, rising, s.
    """
    return _Run(machine, instants).run()


class _Watch(NamedTuple):
    """A quantity that is positive until something happens, as a row over z, and what happens."""

    row: Floats
    what: str
    which: int = -1
    outward: Floats | None = None


class _Record(NamedTuple):
    time: Floats
    z: Floats
    states: Ints
    torques: Floats
    spare: Floats


class _Run:
    def __init__(self, machine: Machine, instants: Floats) -> None:
        self.machine, self.instants, self.laws = machine, instants, Laws(machine)
        self.n = self.laws.n
        self.H, self.across = machine.slips(), self.laws.inverse @ machine.slips().T
        self.t, self.z = 0.0, self.laws.start()
        self.fastest = np.abs(machine.start())
        self.reach = np.abs(self.laws.inverse.T) @ np.abs(self.laws.inverse)
        self.strongest = self.reach @ self.laws.largest_loads()
        self.state = np.zeros(len(machine.contacts), dtype=np.int64)
        self.kept: list[_Record] = []
        self.events: list[tuple[float, str]] = []

    # -- the course of events ---------------------------------------------------------------------

    def run(self) -> Motion:
        undecided = ""
        try:
            self._course()
        except UndecidedError as error:
            undecided = f"at {self.t:.9g} s: {error}"
        return self._motion(undecided)

    def _course(self) -> None:
        self._begin_instant()
        stop = self.machine.stop
        clock = [t for t in self.laws.instants() if _SOON < t < stop]
        at_once = 0
        while self.t < stop:
            begin = self.t
            fired = self._piece(clock[0] if clock else stop)
            if fired is None:
                clock = [t for t in clock if t > self.t + _SOON]
                self._begin_instant()
            else:
                self._happen(fired)
            at_once = at_once + 1 if self.t <= begin + _SOON else 0
            if at_once > _AT_ONCE or len(self.events) > _MOST:
                raise UndecidedError("events come to no end")

    def _piece(self, end: float) -> _Watch | None:
        """Move on to the next event, which is returned, or to `end`."""
        matrix, watches = self._matrix(), self._watches()
        rows = np.array([w.row for w in watches]).reshape(-1, len(self.z))
        slips = self._noise()
        rates = _ROUNDING * (np.abs(self.H) @ self.strongest)
        bounds, least = self._bounds(), np.zeros((len(watches), 2))
        for j, watch in enumerate(watches):
            if watch.what == "slip":
                least[j] = slips[watch.which], rates[watch.which]
            elif watch.what in ("force", "limit"):
                least[j, 0] = _ROUNDING * (np.abs(watch.row) @ bounds)
                least[j, 1] = _ROUNDING * (np.abs(watch.row) @ (np.abs(matrix) @ bounds))
        while True:
            coefficients = series(matrix, self.z)
            span = length(coefficients, end - self.t)
            at = self._first(matrix, rows, coefficients, span, least)
            span = at[0] if at else span
            self._record(coefficients, span)
            self.z = evaluated(coefficients, span)
            self.z[-1] = 1.0
            self.t += span
            self.fastest = np.maximum(self.fastest, np.abs(self._v))
            if at:
                return watches[at[1]]
            if self.t >= end - _SOON:
                self.t = end
                return None

    def _first(
        self, matrix: Floats, rows: Floats, coefficients: Floats, span: float, least: Floats
    ) -> tuple[float, int] | None:
        """Return when the first of the watched quantities becomes negative, and which.

        Where one is less than `least` at the beginning, or than the rounding of its terms, it is
        zero; so is its rate then (second column).
        """
        found: tuple[float, int] | None = None
        watched = rows @ coefficients
        reach = (np.abs(watched) * span ** np.arange(ORDER + 1))[:, 1:].sum(axis=1)
        near = np.flatnonzero(watched[:, 0] <= reach * (1 + 1e-9) + least[:, 0])
        terms = np.abs(series(np.abs(matrix), np.abs(self.z))) if len(near) else coefficients
        for k in near.tolist():
            noise = _ROUNDING * (np.abs(rows[k]) @ terms)
            one = watched[k]
            noise[:2] = np.maximum(noise[:2], least[k])
            if abs(one[0]) <= noise[0]:
                one = np.where(np.abs(one) <= noise, 0.0, one)
            at = first_negative(one, found[0] if found else span)
            if at is not None and (found is None or at < found[0]):
                found = at, k
        return found

    def _begin_instant(self) -> None:
        """Go on after an instant at which signals may jump."""
        self.laws.take_pieces(self.t, self.z)
        for k, was in enumerate(self.laws.closed.tolist()):
            is_closed = self.laws.tells_closed(k, self.z)
            if is_closed != was:
                self._close(k, is_closed)
        near = np.abs(self._w) <= self._noise()
        self.state = np.where(near, HOLDS, np.sign(self._w)).astype(np.int64)
        self.laws.find_segments(self._w)
        self._settle()

    def _happen(self, fired: _Watch) -> None:
        k = fired.which
        if fired.what == "force":
            self.z[self.laws.force_at(k)] = 0.0
            self._close(k, not self.laws.closed[k])
            near = abs(self._w[k]) <= self._noise()[k]
            if self.machine.contacts[k].kind != "freewheel":
                self.state[k] = HOLDS if near else int(np.sign(self._w[k]))
                self.laws.find_segments(self._w)
        elif fired.what in ("up", "down"):
            self.laws.segment[k] += 1 if fired.what == "up" else -1
            return
        elif fired.what == "slip":
            comes = self.state * (self.H @ (self._matrix() @ self.z)[self.n : 2 * self.n]) < 0.0
            rests = comes & (np.abs(self._w) <= self._noise())
            rests[k] = True
            self.state[rests] = HOLDS
            self.events.append((self.t, f"contacts {np.flatnonzero(rests).tolist()} come to rest"))
        self._settle(fired.outward)

    def _close(self, k: int, closed: bool) -> None:
        self.laws.closed[k] = closed
        self.events.append((self.t, f"contact {k} {'closes' if closed else 'opens'}"))

    def _settle(self, outward: Floats | None = None) -> None:
        """Tell which elements at rest hold, and which begin to slide where to.

        Parameters
        ----------
        outward : float array, optional
            Direction of loads in which elements that held have come to their limits.
        """
        rests = self._holding()
        across = self.across[:, rests]
        basis, _ = split(across)
        still = self.laws.root.T @ self._v
        self.z[self.n : 2 * self.n] = self.laws.inverse.T @ (still - basis @ (basis.T @ still))
        rows = self._loads()
        terms = np.abs(rows) @ np.abs(self.z) + _LEAST * self.laws.largest_loads()
        size = float(np.linalg.norm(np.abs(self.laws.inverse) @ terms))
        load = self.laws.inverse @ (rows @ self.z)
        if outward is not None:
            load = load + _BEYOND * size * outward / np.linalg.norm(outward)
        limits = [self.laws.limits(k) for k in rests]
        sliding = [self.laws.limits(k, sliding=True) for k in rests]
        low, high = (np.array([pair[j] @ self.z for pair in limits]) for j in (0, 1))
        sliding_low, sliding_high = (np.array([p[j] @ self.z for p in sliding]) for j in (0, 1))
        rest = AtRest(across, low, high, sliding_low, sliding_high)
        for k, direction in zip(rests, starting(rest, load, size), strict=True):
            self.state[k] = direction
            self.laws.segment[k] = 0
            if direction:
                self.events.append((self.t, f"contact {k} slides {direction:+d}"))

    # -- the equations of the present states ------------------------------------------------------

    @property
    def _v(self) -> Floats:
        return self.z[self.n : 2 * self.n]

    @property
    def _w(self) -> Floats:
        return np.asarray(self.H @ self._v)

    def _noise(self) -> Floats:
        """Return slips that count as zero: rounding beside what loads could reach in the run."""
        terms = np.abs(self._loads()) @ np.abs(self.z)
        self.strongest = np.maximum(self.strongest, self.reach @ terms)
        speeds = self.fastest + self.machine.stop * self.strongest
        return np.asarray(_ROUNDING * (np.abs(self.H) @ speeds))

    def _bounds(self) -> Floats:
        """Return how large the components of z become, as far as that is known."""
        bounds = self.laws.largest_signals()
        bounds[: self.n] = self.fastest * self.machine.stop
        bounds[self.n : 2 * self.n] = self.fastest
        return bounds

    def _holding(self) -> list[int]:
        return [k for k in self.laws.touching() if self.state[k] == HOLDS]

    def _sliding(self) -> list[int]:
        return [k for k in self.laws.touching() if self.state[k] != HOLDS]

    def _loads(self) -> Floats:
        """Return rows over z: the loads without what elements carry that hold."""
        rows = self.laws.loads()
        for k in self._sliding():
            rows -= np.outer(self.H[k], self.laws.sliding(k, int(self.state[k]), self.z))
        return rows

    def _matrix(self) -> Floats:
        """Return the matrix of dz/dt."""
        loads = self.laws.inverse @ self._loads()
        basis, _ = split(self.across[:, self._holding()])
        return self.laws.matrix(self.laws.inverse.T @ (loads - basis @ (basis.T @ loads)))

    def _watches(self) -> list[_Watch]:
        """Return what may happen next."""
        found = []
        for k in self._sliding():
            speed = self.laws.speed(int(self.state[k]) * self.H[k])
            found.append(_Watch(speed, "slip", k))
            low, high = self.laws.knots(k)
            if low is not None:
                found.append(_Watch(speed - self.laws.constant(low), "down", k))
            if high is not None:
                found.append(_Watch(self.laws.constant(high) - speed, "up", k))
        for k, row in self.laws.moving_forces():
            found.append(_Watch(row if self.laws.closed[k] else -row, "force", k))
        return found + self._facets()

    def _facets(self) -> list[_Watch]:
        """Return what the holding elements can take more, in all directions of loads."""
        holding = self._holding()
        basis, generators = split(self.across[:, holding])
        carried = basis.T @ self.laws.inverse @ self._loads()
        low, high = (
            zip(*(self.laws.limits(k) for k in holding), strict=True) if holding else ((), ())
        )
        found = []
        for y in facets(generators):
            parts = y @ generators
            parts[np.abs(parts) <= 1e-10 * np.abs(parts).max()] = 0.0
            row = -(y @ carried)
            for part, below, above in zip(parts, low, high, strict=True):
                if part:
                    row = row + part * (above if part > 0 else below)
            if np.isfinite(row).all():
                found.append(_Watch(row, "limit", outward=basis @ y))
        return found

    # -- what is kept -----------------------------------------------------------------------------

    def _record(self, coefficients: Floats, span: float) -> None:
        first, last = np.searchsorted(self.instants, (self.t, self.t + span), side="left")
        if self.t + span >= self.machine.stop - _SOON:
            last = len(self.instants)
        chosen = self.instants[first:last]
        if not len(chosen):
            return
        z = evaluated(coefficients, chosen - self.t).T
        touches = np.isin(np.arange(len(self.state)), self.laws.touching())
        states = np.where(touches, self.state, FREE)
        torques, spare = self._torques(z)
        self.kept.append(_Record(chosen, z, np.tile(states, (len(chosen), 1)), torques, spare))

    def _torques(self, z: Floats) -> tuple[Floats, Floats]:
        torques = np.zeros((len(z), len(self.state)))
        spare = np.full_like(torques, np.nan)
        for k in self._sliding():
            torques[:, k] = z @ self.laws.sliding(k, int(self.state[k]), self.z)
        holding = self._holding()
        basis, generators = split(self.across[:, holding])
        inverse = np.linalg.pinv(generators)
        carried = z @ (inverse @ basis.T @ self.laws.inverse @ self._loads()).T
        shared = np.abs(inverse @ generators - np.eye(len(holding))).max(axis=1, initial=0.0) > 1e-9
        for j, k in enumerate(holding):
            torques[:, k] = np.nan if shared[j] else carried[:, j]
            low, high = (z @ row for row in self.laws.limits(k))
            with np.errstate(all="ignore"):
                room = np.minimum(high - torques[:, k], torques[:, k] - low)
                spare[:, k] = room / np.maximum(np.abs(high), 1e-300)
        return torques, spare

    def _motion(self, undecided: str) -> Motion:
        kept, n, motions = self.kept, self.n, self.machine.motions()
        z = np.concatenate([one.z for one in kept]) if kept else np.zeros((0, len(self.z)))
        count = len(self.machine.contacts)

        def joined(name: str) -> Floats:
            parts = [getattr(one, name) for one in kept]
            return np.concatenate(parts) if parts else np.zeros((0, count))

        return Motion(
            np.concatenate([one.time for one in kept]) if kept else np.zeros(0),
            z[:, :n] @ motions.T,
            z[:, n : 2 * n] @ motions.T,
            z[:, n : 2 * n] @ self.H.T,
            joined("states").astype(np.int64),
            joined("torques"),
            joined("spare"),
            self.events,
            undecided,
        )
