"""Fastest motion along a path from rest to rest within limits of speed and acceleration."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from drivetrain.blocks.interfaces import elements
from drivetrain.modeling import Expr, constant, maximum, sqrt, time, where

__all__ = ["Path", "path_of"]


@dataclass(frozen=True)
class Path:
    """Motion of the path parameter s from 0 to 1: acceleration, constant speed, deceleration.

    Attributes
    ----------
    alpha : Expr
        Duration of the path at the highest speed, s.
    beta : Expr
        One over the highest acceleration of the path, s².
    start : Expr
        Start of the motion, s.
    """

    alpha: Expr
    beta: Expr
    start: Expr

    def _times(self) -> tuple[Expr, Expr, Expr]:
        """Return the times at which acceleration ends, deceleration starts, and the motion ends."""
        peak, limited = sqrt(self.beta), self.beta / self.alpha
        never_fast = limited >= peak
        faster = where(never_fast, peak, limited)
        slower = where(never_fast, peak, self.alpha)
        return self.start + faster, self.start + slower, self.start + slower + faster

    def _phases(self, before: Any, rising: Any, fast: Any, falling: Any, after: Any) -> Expr:
        first, second, end = self._times()
        moving = where(time < first, rising, where(time < second, fast, falling))
        return where(time < self.start, before, where(time < end, moving, after))

    def end(self) -> Expr:
        """Return the end of the motion, s; 0 if there is none."""
        return where(self.is_nowhere(), 0, self._times()[2])

    def is_nowhere(self) -> Expr:
        """Return whether the path has zero length."""
        tiny = 10 * sys.float_info.epsilon
        return (self.alpha <= constant(tiny, "s")) | (self.beta <= constant(tiny, "s2"))

    def position(self) -> Expr:
        """Return the path parameter."""
        first, _, end = self._times()
        since, left, faster = time - self.start, end - time, first - self.start
        rising, falling = since * since / (2 * self.beta), 1 - left * left / (2 * self.beta)
        fast = faster * (since - faster / 2) / self.beta
        return self._phases(0, rising, fast, falling, 1.0)

    def speed(self) -> Expr:
        """Return the rate of the path parameter."""
        first, _, end = self._times()
        rising, falling = (time - self.start) / self.beta, (end - time) / self.beta
        return self._phases(0, rising, (first - self.start) / self.beta, falling, 0)

    def acceleration(self) -> Expr:
        """Return the second derivative of the path parameter."""
        return self._phases(0, 1 / self.beta, 0, -1 / self.beta, 0)


def path_of(
    distances: Sequence[Expr], qd_max: Sequence[Expr], qdd_max: Sequence[Expr], start: Expr
) -> Path:
    """Return the path on which the slowest coordinate stays within its limits.

    Parameters
    ----------
    distances : sequence of Expr
        Distance of each coordinate.
    qd_max, qdd_max : sequence of Expr
        Highest speed and acceleration of each coordinate, or one for all.
    start : Expr
        Start of the motion, s.
    """
    n = len(distances)
    alpha, beta = (
        reduce(maximum, [abs(d / most) for d, most in zip(distances, limits, strict=True)])
        for limits in (elements(qd_max, n), elements(qdd_max, n))
    )
    return Path(alpha, beta, start)
