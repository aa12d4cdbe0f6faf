"""Where two eigenmodes meet: whether they cross, or turn away and exchange their shapes [1]_.

References
----------
.. [1] N. C. Perkins, C. D. Mote, "Comments on curve veering in eigenvalue problems", Journal of
   Sound and Vibration 106, 1986.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.tracks.matching import EnergyShapes, shapes_alike

__all__ = ["Encounter", "encounters_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Complexes = NDArray[np.complex128]

_NEAR = 0.1
"""Relative distance of frequencies up to which two eigenmodes meet."""
_APART = 3.0
"""Multiple of the least distance at which shapes before and after are compared."""


class Encounter(NamedTuple):
    """Two eigenmodes whose frequencies come close.

    Attributes
    ----------
    kind : {"crossing", "veering"}
        They cross, each keeping its shape, or turn away and exchange their shapes.
    first, second : int
        Numbers of the tracks.
    value : float
        Value of the parameter.
    omega : float
        Undamped angular frequency there, rad/s.
    gap : float
        Least relative distance of their frequencies; 0 at a crossing.
    """

    kind: str
    first: int
    second: int
    value: float
    omega: float
    gap: float


def encounters_of(
    values: Floats, eigenvalues: Complexes, shapes: Sequence[EnergyShapes | None], places: Ints
) -> list[Encounter]:
    """Return the encounters of tracks, in the order of the parameter.

    Parameters
    ----------
    values : float array, shape (n_points,)
        Values of the parameter.
    eigenvalues : complex array, shape (n_points, n_tracks)
        The tracks; NaN where there is none.
    shapes : sequence of EnergyShapes or None
        Shapes of the eigenmodes at each point.
    places : int array, shape (n_points, n_tracks)
        Place of each track among these.
    """
    found = []
    omega = np.abs(eigenvalues)
    for first in range(omega.shape[1]):
        for second in range(first + 1, omega.shape[1]):
            pair = omega[:, [first, second]]
            difference = (pair[:, 1] - pair[:, 0]) / pair.mean(axis=1)
            for k, gap in _nearest(difference):
                if gap == 0:
                    value, at = _crossing(values, pair, difference, k)
                    found.append(Encounter("crossing", first + 1, second + 1, value, at, 0.0))
                elif _exchange(difference, shapes, places[:, [first, second]], k):
                    at = float(pair[k].mean())
                    value = float(values[k])
                    found.append(Encounter("veering", first + 1, second + 1, value, at, gap))
    return sorted(found, key=lambda one: one.value)


def _nearest(difference: Floats) -> list[tuple[int, float]]:
    """Return points of least distance, and this; 0 if the sign changes behind the point."""
    found = []
    size = np.abs(difference)
    for k in range(len(difference) - 1):
        if difference[k] * difference[k + 1] < 0:
            found.append((k, 0.0))
        elif k and size[k] <= min(size[k - 1], size[k + 1]) and size[k] <= _NEAR:
            turns = difference[k - 1] * difference[k] > 0 and difference[k] != 0
            if turns:
                found.append((k, float(size[k])))
    return found


def _crossing(values: Floats, pair: Floats, difference: Floats, k: int) -> tuple[float, float]:
    """Return where two lines between points cross."""
    part = difference[k] / (difference[k] - difference[k + 1])
    value = values[k] + part * (values[k + 1] - values[k])
    mean = pair.mean(axis=1)
    return float(value), float(mean[k] + part * (mean[k + 1] - mean[k]))


def _exchange(
    difference: Floats, shapes: Sequence[EnergyShapes | None], places: Ints, k: int
) -> bool:
    """Tell whether two eigenmodes have exchanged their shapes around a point."""
    far = np.abs(difference) >= _APART * abs(difference[k])
    before = np.flatnonzero(far[:k])
    after = np.flatnonzero(far[k:]) + k
    a = int(before[-1]) if len(before) else int(np.flatnonzero(~np.isnan(difference))[0])
    b = int(after[0]) if len(after) else int(np.flatnonzero(~np.isnan(difference))[-1])
    here, there = shapes[a], shapes[b]
    if here is None or there is None or (places[[a, b]] < 0).any():
        return False
    alike = shapes_alike(here, there)[np.ix_(places[a], places[b])]
    return bool(alike[0, 1] + alike[1, 0] > alike[0, 0] + alike[1, 1])
