"""Instants at which a shaft reaches given angles, to the last bits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.order_analysis.stretches import Stretch, rounding
from drivetrain.errors import AnalysisError

__all__ = ["Bracketed", "instants_of"]

Floats = NDArray[np.float64]

_MOST_ROUNDS = 60
_USUAL_ROUNDS = 4
"""Rounds after which angles count as reached that are near to rounding."""
_NEAR, _FAR = 32.0, 1e4
"""Multiples of rounding that are near to it, and that no rounding explains."""


@dataclass(frozen=True, eq=False)
class Bracketed:
    """Angles to be reached, each between two known points of a stretch.

    Attributes
    ----------
    part : int array
        Number of the stretch.
    direction : int array
        +1 or -1, by which angles are multiplied so that they grow.
    target : float array
        The angles, rad, times the direction.
    low, high : float array
        Instants before and after, s.
    slope : float array
        Approximate speed there, rad/s, positive.
    guess : float array
        Approximate instants, s.
    """

    part: NDArray[np.int64]
    direction: NDArray[np.int64]
    target: Floats
    low: Floats
    high: Floats
    slope: Floats
    guess: Floats

    @classmethod
    def within(cls, stretch: Stretch, targets: Floats, part: int) -> Bracketed:
        """Return angles within a stretch, with the points around each of them.

        Parameters
        ----------
        stretch : Stretch
            The stretch.
        targets : float array
            Angles times the direction, rad.
        part : int
            Number of the stretch.
        """
        times, angles = stretch.times, stretch.angles
        after = np.clip(np.searchsorted(angles, targets), 1, len(angles) - 1)
        low, high = times[after - 1], times[after]
        guess, slope = _interpolated(times, angles, after, targets)
        parts, direction = (np.full(len(targets), n) for n in (part, stretch.direction))
        return cls(parts, direction, targets, low, high, slope, guess)

    @classmethod
    def joined(cls, parts: list[Bracketed]) -> Bracketed:
        """Return the angles of several stretches as one."""
        names = cls.__dataclass_fields__
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def _interpolated(
    times: Floats, angles: Floats, after: NDArray[np.int64], targets: Floats
) -> tuple[Floats, Floats]:
    """Return approximate instants and speeds: by cubics through four points, or straight lines."""
    low, high = times[after - 1], times[after]
    slope = (angles[after] - angles[after - 1]) / (high - low)
    guess = low + (targets - angles[after - 1]) / slope
    if len(times) >= 4:
        first = np.clip(after - 2, 0, len(times) - 4)
        around = first + np.arange(4)[:, None]
        curved, pace = _cubic(angles[around], times[around], targets)
        fits = (curved >= low) & (curved <= high) & (np.abs(pace * slope - 1.0) < 0.5)
        guess, slope = np.where(fits, curved, guess), np.where(fits, 1.0 / pace, slope)
    return np.clip(guess, low, high), slope


def _cubic(x: Floats, y: Floats, at: Floats) -> tuple[Floats, Floats]:
    """Return values and derivatives of cubics through four points each (Newton's form)."""
    parts = [y[0]]
    differences = y
    for order in (1, 2, 3):
        differences = np.diff(differences, axis=0) / (x[order:] - x[:-order])
        parts.append(differences[0])
    value, slope = parts[3], np.zeros_like(at)
    for k in (2, 1, 0):
        slope = value + (at - x[k]) * slope
        value = parts[k] + (at - x[k]) * value
    return value, slope


def instants_of(angle: Callable[[Floats], Floats], asked: Bracketed, shaft: str) -> Floats:
    """Return the instants at which a shaft reaches given angles.

    All angles are sought at once by secants that stay between the known sides, so that few calls of
    `angle` are needed, two or three if the known points are close.

    Parameters
    ----------
    angle : callable
        Angle of the shaft, rad, at an array of instants, s.
    asked : Bracketed
        The angles.
    shaft : str
        Name of the angle, for messages.

    Returns
    -------
    float array
        Instants, s, in the order of the angles.

    Raises
    ------
    AnalysisError
        If the shaft turns back between two known points, or its angle jumps there.
    """
    search = _Search(asked)
    which = np.arange(len(asked.target))
    for number in range(_MOST_ROUNDS):
        if not which.size:
            break
        values = asked.direction[which] * angle(search.found[which])
        which = search.corrected(which, values, number >= _USUAL_ROUNDS)
    search.check(shaft)
    return search.found


class _Search:
    """Guesses that become better with every round."""

    def __init__(self, asked: Bracketed) -> None:
        self._target, self._part = asked.target, asked.part
        self._low, self._high = asked.low.copy(), asked.high.copy()
        self._slope, self.found = asked.slope.copy(), asked.guess.copy()
        self._usual_slope = asked.slope
        self._miss = np.full(len(asked.target), np.inf)
        self._last = np.full(len(asked.target), np.nan)
        self._seen: list[tuple[Floats, Floats, NDArray[np.int64]]] = []

    def corrected(
        self, which: NDArray[np.int64], values: Floats, is_late: bool
    ) -> NDArray[np.int64]:
        """Take values at the guesses, correct these, and return the numbers of those that go on."""
        at, miss = self.found[which].copy(), values - self._target[which]
        self._seen.append((at, values, self._part[which]))
        self._low[which] = np.where(miss <= 0.0, at, self._low[which])
        self._high[which] = np.where(miss >= 0.0, at, self._high[which])
        slope = self._secant(which, at, miss)
        self._slope[which], self._miss[which], self._last[which] = slope, miss, at
        low, high = self._low[which], self._high[which]
        is_shut = high - low <= 2 * np.spacing(np.abs(high))
        is_there = np.abs(miss) <= self._known(which) * (_NEAR if is_late else 1.0)
        ahead = at - miss / slope
        ahead = np.where((ahead > low) & (ahead < high), ahead, low + (high - low) / 2)
        goes_on = ~(is_shut | is_there)
        self.found[which] = np.where(goes_on, ahead, at)
        return which[goes_on]

    def _secant(self, which: NDArray[np.int64], at: Floats, miss: Floats) -> Floats:
        """Return the mean speeds since the guesses before, where these tell anything."""
        way = at - self._last[which]
        tells = np.abs(way) > 16 * np.spacing(np.abs(at))
        secant = np.divide(miss - self._miss[which], way, out=np.zeros_like(way), where=tells)
        return np.where(secant > 0.0, secant, self._slope[which])

    def _known(self, which: NDArray[np.int64] | slice) -> Floats:
        """Return how well angles are known, rad: to their last bits and those of the instants."""
        bits = np.spacing(np.abs(self.found[which]))
        return np.asarray(rounding(self._target[which]) / 4 + self._usual_slope[which] * bits)

    def check(self, shaft: str) -> None:
        """Refuse angles that were not reached, and shafts that were seen to turn back."""
        far = np.flatnonzero(np.abs(self._miss) > _FAR * self._known(slice(None)))
        if far.size:
            t = float(self.found[far[0]])
            raise AnalysisError(
                f"{shaft} jumps near t = {t:g} s, or turns back there between two points that were "
                "looked at: choose a span of time in which the shaft turns steadily, between=(…, …)"
            )
        if self._seen:
            self._check_order(shaft)

    def _check_order(self, shaft: str) -> None:
        """Refuse a shaft that turns back between two of all points that were looked at."""
        times, values, part = (np.concatenate(some) for some in zip(*self._seen, strict=True))
        order = np.lexsort((times, part))
        times, values, part = times[order], values[order], part[order]
        falls = np.diff(values) < -_NEAR * rounding(values[1:])
        back = np.flatnonzero(falls & (part[1:] == part[:-1]))
        if back.size:
            raise AnalysisError(
                f"{shaft} turns back near t = {times[back[0]]:g} s: orders are those of an angle "
                "that grows or falls steadily; choose a span of time in which it does, "
                "between=(…, …)"
            )
