"""Speeds at which the frequency of an order equals that of an eigenmode."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.campbell.order_lines import OrderLine
from drivetrain.analysis.tracks.mode_tracks import ModeTracks

__all__ = ["Crossing", "Here", "crossings", "located", "located_by_count"]

Floats = NDArray[np.float64]

_EXACT = 1e-10
"""Relative exactness of a critical speed."""
_MET = 1e-6
"""Relative distance of frequencies that meet."""


class Crossing(NamedTuple):
    """Neighbouring points of a diagram between which an order line crosses a track.

    Attributes
    ----------
    track, line : int
        Places of both.
    point : int
        The point before.
    """

    track: int
    line: int
    point: int


class Here(NamedTuple):
    """A track and an order line at one speed.

    Attributes
    ----------
    omega_mode : float
        Angular frequency of the damped oscillation, rad/s.
    omega_order : float
        That of the order, rad/s.
    """

    omega_mode: float
    omega_order: float


def crossings(tracks: ModeTracks, lines: Sequence[OrderLine]) -> Iterator[Crossing]:
    """Yield all crossings of order lines and tracks, in the order of tracks and lines.

    Parameters
    ----------
    tracks : ModeTracks
        Eigenmodes over the speed.
    lines : sequence of OrderLine
        The orders, at the same speeds.
    """
    omega = tracks.eigenvalue.imag
    for track in range(omega.shape[1]):
        for number, line in enumerate(lines):
            distance = omega[:, track] - line.omega
            for point in range(len(distance) - 1):
                a, b = distance[point], distance[point + 1]
                ends = point + 2 == len(distance)
                if a * b < 0 or a == 0 or (ends and b == 0):
                    yield Crossing(track, number, point)


def located(here: Callable[[float], Here], low: float, high: float) -> float | None:
    """Return the speed at which an order meets an eigenmode; None if it jumps across the order.

    Parameters
    ----------
    here : callable
        Returns both frequencies at a speed.
    low, high : float
        Speeds between which they meet, rad/s.
    """
    from scipy.optimize import brentq

    def distance(speed: float) -> float:
        found = here(speed)
        return found.omega_mode - found.omega_order

    ends = distance(low), distance(high)
    for end, value in zip((low, high), ends, strict=True):
        if value == 0:
            return end
    if (ends[0] < 0) == (ends[1] < 0):
        return None
    speed = float(brentq(distance, low, high, xtol=_EXACT * high, rtol=_EXACT))
    return speed if abs(distance(speed)) <= _MET * here(speed).omega_order else None


def located_by_count(
    below: Callable[[float], tuple[int, float]], low: float, high: float
) -> float | None:
    """Return a speed at which some eigenmode meets an order; None if one jumps across it.

    Where eigenmodes are so close that none can be followed, their number below the order still
    changes by one where one of them meets it.

    Parameters
    ----------
    below : callable
        Returns the number of frequencies below that of the order, and the relative distance of the
        nearest.
    low, high : float
        Speeds between which they meet, rad/s.
    """
    count = below(low)[0]
    if below(high)[0] == count:
        return None
    while high - low > _EXACT * high:
        middle = (low + high) / 2
        if below(middle)[0] == count:
            low = middle
        else:
            high = middle
    return high if below(high)[1] <= _MET else None
