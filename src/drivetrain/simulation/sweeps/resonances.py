"""Where orders meet eigenmodes over the speed: what a response has to show, and what it missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.analysis.modes.eigenmodes import Eigenmodes
from drivetrain.simulation.sweeps.speeds import SpeedSweep

__all__ = ["changed_contacts", "passed_over", "speeds_between"]

Floats = NDArray[np.float64]

_COARSE = 41
_LEAST_DAMPING = 1e-6
_MOST_STATES = 300
"""States up to which the eigenmodes at every speed take no time."""
_AROUND = np.array([0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0])
"""Distances from a critical speed, in damping ratios times that speed."""


class _Met(NamedTuple):
    """Where orders meet eigenmodes."""

    order: Floats
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
    if models[0].delays is not None:
        return (
            "the model has delays, so that resonances between these speeds were not looked for: "
            "peaks may be missed"
        )
    if len(models[0].states) > _MOST_STATES:
        return (
            f"the model has more than {_MOST_STATES} states, so that resonances between these "
            "speeds were not looked for: peaks may be missed"
        )
    found: list[tuple[float, float]] = []
    for one in _met(speeds, models, orders):
        nearest = np.abs(one.speed[:, None] - speeds).min(axis=1, initial=np.inf)
        is_missed = nearest > one.half_width / 2
        found += zip(one.order[is_missed].tolist(), one.speed[is_missed].tolist(), strict=True)
    if not found:
        return ""
    order, speed = found[0]
    many = "a resonance lies" if len(found) == 1 else f"{len(found)} resonances lie"
    return (
        f"{many} between these speeds, so that peaks may be missed, such as that of order "
        f"{order:g} at {speed:.5g} rad/s: give a range, between=…, or speeds closer together"
    )


def changed_contacts(speeds: Floats, models: Sequence[LinearModel]) -> str:
    """Return a remark on speeds between which a contact changes, or nothing.

    Parameters
    ----------
    speeds : float array
        Speeds, rad/s, ascending.
    models : sequence of LinearModel
        The linear model at each of them.
    """
    steps = [step for step in range(len(models) - 1) if not _same_contacts(models, step)]
    if not steps:
        return ""
    one, other = (models[place].point.contacts for place in (steps[0], steps[0] + 1))
    before, after = next(pair for pair in zip(one, other, strict=True) if pair[0] != pair[1])
    many = "" if len(steps) == 1 else f", and at {len(steps) - 1} more such steps"
    return (
        f"contacts change between {speeds[steps[0]]:.5g} and {speeds[steps[0] + 1]:.5g} rad/s "
        f"({before.name}: {before.state} \N{RIGHTWARDS ARROW} {after.state}){many}: the machines "
        "on both sides are different, and resonances in between were not looked for"
    )


def _same_contacts(models: Sequence[LinearModel], step: int) -> bool:
    return models[step].point.contacts.same(models[step + 1].point.contacts)


def _met(speeds: Floats, models: Sequence[LinearModel], orders: Floats) -> Iterator[_Met]:
    """Yield the speeds at which each order meets an eigenmode, where no contact changes."""
    modes = [one.eigenmodes() for one in models]
    for step in range(len(models) - 1):
        if _same_contacts(models, step):
            yield _met_within(speeds[step : step + 2], modes[step : step + 2], orders)


def _met_within(speeds: Floats, modes: Sequence[Eigenmodes], orders: Floats) -> _Met:
    """Return the speeds between two at which an order meets an eigenmode."""
    count = min(map(len, modes))
    before, after = (
        one.damped_omega[:count] - np.multiply.outer(orders, speed)[:, None]
        for one, speed in zip(modes, speeds, strict=True)
    )
    order, mode = np.nonzero(np.signbit(before) != np.signbit(after))
    before, after = before[order, mode], after[order, mode]
    critical = speeds[0] + before / (before - after) * (speeds[1] - speeds[0])
    damping = np.maximum(np.abs(modes[0].damping[mode]), _LEAST_DAMPING)
    return _Met(orders[order], critical, critical * damping)
