"""Speeds at which a response is computed: close together where an order meets an eigenmode."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.simulation.sweeps.speeds import SpeedSweep

__all__ = ["speeds_between"]

Floats = NDArray[np.float64]

_COARSE = 41
_LEAST_DAMPING = 1e-6
_AROUND = np.array([0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0])
"""Distances from a critical speed, in damping ratios times that speed."""


def speeds_between(sweep: SpeedSweep, low: float, high: float, orders: Floats) -> Floats:
    """Return speeds from one to another; every peak of an order has nine within its half width.

    Parameters
    ----------
    sweep : SpeedSweep
        Steady states over the speed.
    low, high : float
        Ends of the range, rad/s.
    orders : float array
        Orders that are excited.
    """
    coarse = np.linspace(low, high, _COARSE)
    modes = [sweep.at(speed).model().eigenmodes() for speed in coarse.tolist()]
    count = min(len(one) for one in modes)
    omega = np.array([one.damped_omega[:count] for one in modes])
    damping = np.array([one.damping[:count] for one in modes])
    found = [coarse]
    for order in orders.tolist():
        distance = omega - order * coarse[:, None]
        steps, mode = np.nonzero(np.signbit(distance[1:]) != np.signbit(distance[:-1]))
        before, after = distance[steps, mode], distance[steps + 1, mode]
        part = before / (before - after)
        critical = coarse[steps] + part * (coarse[steps + 1] - coarse[steps])
        width = critical * np.maximum(np.abs(damping[steps, mode]), _LEAST_DAMPING)
        around = np.concatenate([_AROUND, -_AROUND[1:]])
        found.append((critical[:, None] + width[:, None] * around).ravel())
    whole = np.unique(np.concatenate(found))
    return np.asarray(whole[(whole >= low) & (whole <= high)])
