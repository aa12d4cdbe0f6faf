"""How a small deviation changes at an event: the saltation matrix.

A deviation moves the instant of the event, so that for a short while the motion follows the old law
instead of the new one, or the other way round [1]_ [2]_.

References
----------
.. [1] P. C. Müller, "Calculation of Lyapunov exponents for dynamic systems with discontinuities",
   Chaos, Solitons & Fractals 5, 1995.
.. [2] R. I. Leine, H. Nijmeijer, "Dynamics and Bifurcations of Non-Smooth Mechanical Systems",
   Springer, 2004, chapter 7.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Reset", "Surface", "saltation"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Surface:
    """Where an event happens: a function of states, time and a parameter is zero.

    Attributes
    ----------
    by_states : float array, shape (n,)
        Its slopes with respect to the states.
    rate : float
        Its rate of change along the motion before the event, 1/s times its unit.
    by_parameter : float
        Its slope with respect to the parameter.
    """

    by_states: Floats
    rate: float
    by_parameter: float = 0.0

    def delay(self) -> Floats:
        """Return how much later the event comes, s, per unit of states and parameter."""
        return -np.append(self.by_states, self.by_parameter) / self.rate


@dataclass(frozen=True, eq=False)
class Reset:
    """What an event does to the states.

    Attributes
    ----------
    by_states : float array, shape (n, n)
        Slopes of the states after it with respect to those before it.
    by_time, by_parameter : float array, shape (n,)
        Slopes with respect to its instant and to the parameter.
    """

    by_states: Floats
    by_time: Floats
    by_parameter: Floats

    @classmethod
    def none(cls, n: int) -> Reset:
        """Return that of an event at which all states go on."""
        return cls(np.eye(n), np.zeros(n), np.zeros(n))


def saltation(surface: Surface, reset: Reset, before: Floats, after: Floats) -> Floats:
    """Return the deviation after an event per deviation before it.

    Parameters
    ----------
    surface : Surface
        Where the event happens.
    reset : Reset
        What it does.
    before, after : float array, shape (n,)
        Rates of the states just before and just after it.

    Returns
    -------
    float array, shape (n + 1, n + 1)
        Its last row and column belong to the parameter, which stays.
    """
    n = len(before)
    found = np.zeros((n + 1, n + 1))
    found[:n, :n] = reset.by_states
    found[:n, n] = reset.by_parameter
    found[n, n] = 1.0
    moved = reset.by_states @ before + reset.by_time - after
    found[:n] += np.outer(moved, surface.delay())
    return found
