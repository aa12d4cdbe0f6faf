"""A reference shaft over a run, and the instants at which it reaches equal angles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.order_analysis.instants import Bracketed, instants_of
from drivetrain.analysis.order_analysis.panels import Panels, panels_of
from drivetrain.analysis.order_analysis.quadrature import NODES
from drivetrain.analysis.order_analysis.resolution import Resolution
from drivetrain.analysis.order_analysis.stretches import Stretch, stretches_of
from drivetrain.errors import AnalysisError, UsageError

__all__ = ["Shaft", "Turned", "turned"]

Floats = NDArray[np.float64]

_MOST_NODES = 20_000_000


@dataclass(frozen=True, eq=False)
class Shaft:
    """A shaft over a run.

    Attributes
    ----------
    name : str
        Name of its angle.
    times : float array, shape (n,)
        Instants at which the angle is known, s, never decreasing; both sides of an event are two
        of them.
    angles : float array, shape (n,)
        The angle there, rad.
    angle : callable
        The angle, rad, at an array of any instants, s, between the first and the last of these.
    events : float array
        Increasing instants, among `times`, at which signals may jump or bend, s.
    """

    name: str
    times: Floats
    angles: Floats
    angle: Callable[[Floats], Floats]
    events: Floats


@dataclass(frozen=True, eq=False)
class Turned:
    """A stretch of a run, divided in cells of equal angle.

    Attributes
    ----------
    panels : Panels
        The cells, split at events.
    instants : float array, shape (n_panels, 15)
        When the shaft reaches their nodes, s.
    edges : float array, shape (n_cells + 1,)
        When it reaches the edges of cells, s.
    """

    panels: Panels
    instants: Floats
    edges: Floats


def turned(shaft: Shaft, resolution: Resolution) -> list[Turned]:
    """Return the stretches of a run that are long enough for a window.

    Parameters
    ----------
    shaft : Shaft
        The reference shaft.
    resolution : Resolution
        Windows and orders.

    Raises
    ------
    AnalysisError
        If there is none, or if the shaft turns back between the known points.
    UsageError
        If there are too many values to be computed.
    """
    stretches = stretches_of(shaft.times, shaft.angles)
    _check_size(stretches, resolution)
    found = [panels_of(one, resolution.cells, shaft.events) for one in stretches]
    long = [one for one in found if one.count >= resolution.length]
    if not long:
        raise AnalysisError(_too_short(shaft, found, resolution))
    targets = [np.append(one.nodes.ravel(), one.edges) for one in long]
    asked = [
        Bracketed.within(one.stretch, angles, k)
        for k, (one, angles) in enumerate(zip(long, targets, strict=True))
    ]
    instants = instants_of(shaft.angle, Bracketed.joined(asked), shaft.name)
    ends = np.cumsum([len(angles) for angles in targets])[:-1]
    parts = zip(long, np.split(instants, ends), strict=True)
    return [Turned(one, *_apart(part, one.nodes.shape)) for one, part in parts]


def _apart(instants: Floats, shape: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Return the instants of nodes, and those of edges."""
    count = shape[0] * shape[1]
    return instants[:count].reshape(shape), instants[count:]


def _check_size(stretches: list[Stretch], resolution: Resolution) -> None:
    turns = sum(float(np.ptp(one.angles)) for one in stretches) / (2 * np.pi)
    count = len(NODES) * turns * resolution.cells
    if count > _MOST_NODES:
        raise UsageError(
            f"these orders need the signal at {count:.3g} instants, more than {_MOST_NODES:.3g}: "
            "choose a lower highest order, or a part of the run, between=(…, …)"
        )


def _too_short(shaft: Shaft, found: list[Panels], resolution: Resolution) -> str:
    """Say that no stretch holds a window, and what there is."""
    asked = f"a window of {resolution.length_text} of {shaft.name}"
    begin, end = shaft.times[[0, -1]] if len(shaft.times) else (0.0, 0.0)
    if not found:
        return (
            f"{asked} is not to be had: from {begin:g} s to {end:g} s this angle stands still; "
            "choose a shaft that turns"
        )
    longest = max(found, key=lambda one: float(np.ptp(one.stretch.angles)))
    turns = float(np.ptp(longest.stretch.angles)) / (2 * np.pi)
    first, last = longest.stretch.times[[0, -1]]
    return (
        f"{asked} is not to be had: the most that it turns steadily in one direction are "
        f"{turns:.3g} revolutions, from {first:g} s to {last:g} s; choose fewer revolutions or "
        "another shaft, or make a longer run"
    )
