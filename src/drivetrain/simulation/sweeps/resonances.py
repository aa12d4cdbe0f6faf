"""Where orders meet eigenmodes over the speed: what a response has to show, and what it missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.simulation.sweeps.speeds import SpeedSweep

__all__ = ["passed_over", "speeds_between"]

Floats = NDArray[np.float64]

_COARSE = 41
_LEAST_DAMPING = 1e-6
_MOST_STATES = 300
"""States up to which the eigenmodes at every speed take no time."""
_TWO = 2
_AROUND = np.array([0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0])
"""Distances from a critical speed, in damping ratios times that speed."""


class _Met(NamedTuple):
    """Where an order meets eigenmodes."""

    order: float
    speed: Floats
    half_width: Floats
    """Distance at which the amplitude is smaller by the square root of 2."""


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
    around = np.concatenate([_AROUND, -_AROUND[1:]])
    models = [sweep.at(speed).model() for speed in coarse.tolist()]
    more = [
        (one.speed[:, None] + one.half_width[:, None] * around).ravel()
        for one in _met(coarse, models, orders)
    ]
    whole = np.unique(np.concatenate([coarse, *more]))
    return np.asarray(whole[(whole >= low) & (whole <= high)])


def passed_over(speeds: Floats, models: Sequence[LinearModel], orders: Floats) -> str:
    """Return a remark on resonances between speeds, whose peaks these do not show; or nothing.

    Parameters
    ----------
    speeds : float array
        Speeds, rad/s, ascending.
    models : sequence of LinearModel
        The linear model at each of them.
    orders : float array
        Orders that are excited.
    """
    if len(models[0].states) > _MOST_STATES:
        return (
            f"the model has more than {_MOST_STATES} states, so that resonances between these "
            "speeds were not looked for: peaks may be missed"
        )
    found: list[tuple[float, float]] = []
    for one in _met(speeds, models, orders):
        nearest = np.abs(one.speed[:, None] - speeds).min(axis=1, initial=np.inf)
        missed = one.speed[nearest > one.half_width / 2]
        found += [(one.order, speed) for speed in missed.tolist()]
    if not found:
        return ""
    order, speed = found[0]
    many = "a resonance lies" if len(found) == 1 else f"{len(found)} resonances lie"
    return (
        f"{many} between these speeds, so that peaks may be missed, such as that of order "
        f"{order:g} at {speed:.5g} rad/s: give a range, between=…, or speeds closer together"
    )


def _met(speeds: Floats, models: Sequence[LinearModel], orders: Floats) -> Iterator[_Met]:
    """Yield the speeds at which each order meets an eigenmode."""
    if len(models) < _TWO:
        return
    modes = [one.eigenmodes() for one in models]
    count = min(map(len, modes))
    omega = np.array([one.damped_omega[:count] for one in modes])
    damping = np.array([one.damping[:count] for one in modes])
    for order in orders.tolist():
        distance = omega - order * speeds[:, None]
        steps, mode = np.nonzero(np.signbit(distance[1:]) != np.signbit(distance[:-1]))
        before, after = distance[steps, mode], distance[steps + 1, mode]
        part = before / (before - after)
        critical = speeds[steps] + part * (speeds[steps + 1] - speeds[steps])
        width = critical * np.maximum(np.abs(damping[steps, mode]), _LEAST_DAMPING)
        yield _Met(order, critical, width)
