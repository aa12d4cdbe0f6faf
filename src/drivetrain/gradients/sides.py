"""One side of a parameter: the slope of an outcome there, and whether it has one.

Besides the value itself there are three runs at a quarter, a half and the whole of a step. If they
go through the same events, the slope at the parameter follows from a parabola. Where an event only
just happens, its instant moves with the square root of the step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, nan

import numpy as np

from drivetrain.gradients.runs import Point
from drivetrain.simulation.results.event_log import Event

__all__ = ["FRACTIONS", "Scale", "Side", "bends", "differing_event", "side_of"]

FRACTIONS = (0.25, 0.5, 1.0)
"""Parts of a step at which there are runs."""
_STILL = 1e-5
"""Beside the time span: instants that move less tell nothing of how they move."""
_STRAIGHT = 0.2
"""Largest deviation from a straight line, beside the distance."""
_JUMP = 0.05
"""Smallest jump of an outcome, beside its change over the step."""
_AMPLIFIED = 10.0
"""Factor by which an extrapolated value is noisier than the values that it is made of."""


@dataclass(frozen=True)
class Scale:
    """What is small.

    Attributes
    ----------
    span : float
        Length of the runs, s.
    tolerance : float
        Relative tolerance of the runs: their outcomes differ by as much for no reason.
    sizes : sequence of float
        Usual sizes of such values, by outcome.
    """

    span: float
    tolerance: float
    sizes: Sequence[float]

    def noise(self, point: Point, outcome: int) -> float:
        """Return a change of an outcome that says nothing.

        Parameters
        ----------
        point : Point
            The run itself.
        outcome : int
            Number of the outcome.
        """
        value = point.readings[outcome].value
        return self.tolerance * max(abs(value), self.sizes[outcome])


@dataclass(frozen=True)
class Side:
    """An outcome on one side of a parameter.

    Attributes
    ----------
    slope : float
        One-sided derivative; NaN if there is none.
    trouble : str
        ``""`` if it is as smooth as can be, else ``"bound"``, ``"failed"``, ``"variant"``,
        ``"absent"``, ``"dense"``, ``"jump"`` or ``"grazing"``.
    is_alike : bool
        Whether it goes through the same events as the run in the middle.
    event : Event or None
        The first event that differs.
    text : str
        What is to be said.
    """

    slope: float
    trouble: str = ""
    is_alike: bool = True
    event: Event | None = None
    text: str = ""


def differing_event(one: Point, other: Point, until: float) -> Event | None:
    """Return the first event that differs between two runs, up to an instant.

    Parameters
    ----------
    one, other : Point
        The runs.
    until : float
        What comes later does not count, s.

    Returns
    -------
    Event or None
        Of the run that has more to tell there, or what is other at the start; None if there is no
        difference.
    """
    begun = one.begin.difference(other.begin)
    if begun is not None:
        return begun
    k = one.events.first_difference(other.events)
    if k is None:
        return None
    there = [log[k] for log in (other.events, one.events) if k < len(log)]
    event = min(there, key=lambda event: event.time)
    return None if event.time > until else event


def is_like(one: Point, other: Point, outcome: int) -> bool:
    """Return whether two runs go through the same events, as far as an outcome is concerned.

    Parameters
    ----------
    one, other : Point
        The runs.
    outcome : int
        Number of the outcome.
    """
    if not one.readings or not other.readings:
        return False
    a, b = one.readings[outcome], other.readings[outcome]
    if a.place != b.place or (a.value == a.value) != (b.value == b.value):
        return False
    return differing_event(one, other, max(a.until, b.until)) is None


def bends(points: Sequence[Point], steps: Sequence[float], span: float, until: float) -> bool:
    """Return whether the instant of an event moves otherwise than along a straight line.

    Parameters
    ----------
    points : sequence of Point
        Three runs with the same events.
    steps : sequence of float
        Their distances from the parameter, in the same order.
    span : float
        Length of the runs, s.
    until : float
        Later events do not count, s.
    """
    count = min(int(np.searchsorted(p.events.times(), until, side="right")) for p in points)
    if not count:
        return False
    a, b, c = (p.events.times()[:count] for p in points)
    first, second = (b - a) / (steps[1] - steps[0]), (c - b) / (steps[2] - steps[1])
    distance = steps[2] - steps[0]
    bend = np.abs(second - first) * abs(distance)
    moved = np.maximum(np.abs(first), np.abs(second)) * abs(distance)
    return bool(((moved > _STILL * span) & (bend > _STRAIGHT * moved)).any())


def side_of(
    middle: Point, points: Sequence[Point], step: float, outcome: int, scale: Scale
) -> Side:
    """Return an outcome on one side of a parameter.

    Parameters
    ----------
    middle : Point
        The run at the parameter.
    points : sequence of Point
        Runs at the fractions of the step; none if they are out of bounds.
    step : float
        The step, with its sign.
    outcome : int
        Number of the outcome.
    scale : Scale
        Length of the runs, and noise.
    """
    if not points:
        return Side(nan, "bound", text="there is a bound")
    broken = _broken(middle, points, outcome)
    if broken is not None:
        return broken
    side = _looked_at(middle, points, step, outcome, scale)
    if any(p.is_variant != middle.is_variant for p in points):
        return Side(side.slope, "variant", False, side.event)
    return side


def _looked_at(
    middle: Point, points: Sequence[Point], step: float, outcome: int, scale: Scale
) -> Side:
    """Return an outcome on one side, if all of the runs have it."""
    quarter, half, whole = points
    until = max(p.readings[outcome].until for p in (middle, *points))
    event = next((e for p in points if (e := differing_event(middle, p, until))), None)
    if not (is_like(quarter, half, outcome) and is_like(half, whole, outcome)):
        return _near(middle, quarter, step, outcome, event)
    alike = is_like(middle, quarter, outcome)
    f0, *f = (p.readings[outcome].value for p in (middle, *points))
    steps = [step * fraction for fraction in FRACTIONS]
    around = (middle, quarter, whole) if alike else points
    distances = (0.0, steps[0], steps[2]) if alike else tuple(steps)
    if bends(around, distances, scale.span, until):
        return Side(nan, "grazing", alike, event)
    start, slope = _extrapolated(f, steps)
    if abs(start - f0) > _JUMP * abs(f[2] - start) + _AMPLIFIED * scale.noise(middle, outcome):
        return Side(slope, "jump", alike, event, f"it jumps by {start - f0:.4g}")
    return Side((4 * f[1] - f[2] - 3 * f0) / step + 0.0, "", alike, event)


def _broken(middle: Point, points: Sequence[Point], outcome: int) -> Side | None:
    """Return what there is to say if one of the runs has no such outcome."""
    for p in points:
        if p.message:
            return Side(nan, "failed", False, text=p.message)
    for p in points:
        if p.readings[outcome].value != p.readings[outcome].value:
            why = p.readings[outcome].why
            return Side(nan, "absent", False, differing_event(middle, p, inf), why)
    return None


def _near(middle: Point, quarter: Point, step: float, outcome: int, event: Event | None) -> Side:
    """Return the side if events change within the step."""
    if not is_like(middle, quarter, outcome):
        return Side(nan, "dense", False, event, "the events change several times within the step")
    change = quarter.readings[outcome].value - middle.readings[outcome].value
    return Side(change / (FRACTIONS[0] * step), "near", True, event)


def _extrapolated(f: Sequence[float], steps: Sequence[float]) -> tuple[float, float]:
    """Return value and slope at the parameter itself, of the parabola through three points."""
    slope01 = (f[1] - f[0]) / (steps[1] - steps[0])
    slope12 = (f[2] - f[1]) / (steps[2] - steps[1])
    curve = (slope12 - slope01) / (steps[2] - steps[0])
    slope = slope01 - curve * (steps[0] + steps[1])
    return f[0] - slope01 * steps[0] + curve * steps[0] * steps[1], slope
