"""The derivative of an outcome with respect to a parameter: from both sides, or why there is none.

Differences are taken between runs that go through the same events. Where they do not, each side is
looked at on its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from typing import Literal

import numpy as np

from drivetrain.gradients.runs import Point
from drivetrain.gradients.sides import FRACTIONS, Scale, Side, bends, is_like
from drivetrain.simulation.results.event_log import Event

__all__ = [
    "Slope",
    "Status",
    "absent",
    "between_sides",
    "central",
    "despite_events",
    "tiny_difference",
]

Status = Literal["smooth", "kink", "one-sided", "undefined", "failed", "absent"]

_STRAIGHT = 0.02
"""Largest second difference beside the first one: if it is larger, one looks closer."""
_SAME = 1e-3
"""Slopes on both sides that differ by less, beside their size, are the same."""
_CURVED = 0.1
"""Largest part of the second difference that a kink can have in a smooth curve."""
_LOUD = 5.0
"""Factor of the noise beyond which a difference is none of chance."""
_WORDS = {
    "variant": "the model has other equations on one side",
    "jump": "the outcome jumps",
    "grazing": "an event just happens, or just not, so that its instant moves infinitely fast",
    "dense": "events change several times within the step, as in chattering",
}


@dataclass(frozen=True)
class Slope:
    """A derivative, and how far it is one.

    Attributes
    ----------
    value : float
        The derivative; at a kink the one from the side on which the events are those of the run
        itself; NaN if it does not exist.
    status : str
        ``"smooth"``; ``"kink"``; ``"one-sided"`` at a bound; ``"undefined"``: not differentiable
        here; ``"failed"``: runs on both sides failed; ``"absent"``: there is no such outcome.
    left, right : float
        One-sided derivatives, if they were looked at.
    reason : str
        Why it is not smooth, or what there is to know.
    event : Event or None
        The event that differs.
    """

    value: float
    status: Status = "smooth"
    left: float = nan
    right: float = nan
    reason: str = ""
    event: Event | None = None


def absent(why: str) -> Slope:
    """Return the slope of an outcome that the run itself does not have."""
    return Slope(nan, "absent", reason=why)


def central(
    middle: Point, ends: tuple[Point | None, Point | None], step: float, outcome: int, scale: Scale
) -> Slope | None:
    """Return the central difference, or None if one has to look closer.

    Parameters
    ----------
    middle : Point
        The run at the parameter.
    ends : tuple of Point
        Runs one step below and above; None if out of bounds.
    step : float
        The step.
    outcome : int
        Number of the outcome.
    scale : Scale
        Length of the runs, and noise.
    """
    minus, plus = ends
    if minus is None or plus is None:
        return None
    if {minus.is_variant, plus.is_variant} != {middle.is_variant}:
        return None
    if not (is_like(middle, minus, outcome) and is_like(middle, plus, outcome)):
        return None
    readings = [p.readings[outcome] for p in (minus, middle, plus)]
    until = max(one.until for one in readings)
    if bends((minus, middle, plus), (-step, 0.0, step), scale.span, until):
        return None
    below, own, above = (one.value for one in readings)
    noise = _LOUD * scale.noise(middle, outcome)
    if abs(above - 2 * own + below) > _STRAIGHT * abs(above - below) + noise:
        return None
    return Slope((above - below) / (2 * step) + 0.0)


def between_sides(left: Side, right: Side, events: int, tiny: float) -> Slope:
    """Return what two sides together say.

    Parameters
    ----------
    left, right : Side
        Both sides.
    events : int
        Number of changes at the event of the run itself that differs: several are simultaneous.
    tiny : float
        Slopes on both sides that differ by less are the same.
    """
    sides = (left, right)
    for trouble in ("variant", "jump", "grazing", "dense"):
        found = next((one for one in sides if one.trouble == trouble), None)
        if found is not None:
            reason = ", ".join(filter(None, [_WORDS[trouble], found.text]))
            return Slope(nan, "undefined", left.slope, right.slope, reason, found.event)
    gone = [one for one in sides if one.trouble in ("bound", "failed", "absent")]
    if len(gone) == 2:
        return Slope(nan, "failed", reason=gone[0].text, event=gone[0].event)
    if gone:
        side = right if gone[0] is left else left
        where = "below" if gone[0] is left else "above"
        status: Status = "kink" if gone[0].trouble == "absent" else "one-sided"
        return Slope(
            side.slope, status, left.slope, right.slope, f"{where}: {gone[0].text}", gone[0].event
        )
    return _of_two(left, right, events, tiny)


def _of_two(left: Side, right: Side, changes: int, tiny: float) -> Slope:
    """Return what two sides say that both have a slope."""
    event = left.event or right.event
    size = max(abs(left.slope), abs(right.slope))
    if abs(left.slope - right.slope) <= max(_SAME * size, tiny):
        mean = (left.slope + right.slope) / 2
        reason = "events change nearby, the slope does not" if event else ""
        return Slope(mean, "smooth", left.slope, right.slope, reason, event)
    if not (left.is_alike or right.is_alike) and changes > 1:
        reason = "simultaneous events, whose order makes a difference"
        return Slope(nan, "undefined", left.slope, right.slope, reason, event)
    own, other = (left, right) if left.is_alike and not right.is_alike else (right, left)
    reason = "other slope " + ("above" if own is left else "below")
    return Slope(own.slope, "kink", left.slope, right.slope, reason, other.event or event)


def tiny_difference(
    middle: Point, ends: tuple[Point | None, Point | None], step: float, outcome: int, scale: Scale
) -> float:
    """Return the difference of slopes on both sides that curvature and noise may make.

    Parameters
    ----------
    middle, ends, step, outcome, scale
        As for :func:`central`.
    """
    noise = _LOUD * scale.noise(middle, outcome) / step
    minus, plus = ends
    if minus is None or plus is None or not (minus.readings and plus.readings):
        return noise
    below, own, above = (p.readings[outcome].value for p in (minus, middle, plus))
    second = abs(above - 2 * own + below)
    return noise + (_CURVED * second / step if second == second else 0.0)


def despite_events(
    middle: Point, sides: Sequence[Sequence[Point]], step: float, outcome: int, scale: Scale
) -> float:
    """Return the slope of a parabola through all runs, NaN if they are not on one.

    Events that flicker without consequence, as those of a wheel that hardly moves, are no reason to
    deny a derivative.

    Parameters
    ----------
    middle : Point
        The run at the parameter.
    sides : sequence of sequence of Point
        Runs at the fractions of the step below and above.
    step, outcome, scale
        As for :func:`central`.
    """
    below, above = sides
    points = [*below, middle, *above]
    if len(below) != len(above) or any(not p.readings for p in points):
        return nan
    x = np.array([*(-f for f in FRACTIONS), 0.0, *FRACTIONS])
    values = np.array([p.readings[outcome].value for p in points])
    if not np.isfinite(values).all():
        return nan
    parabola = np.polynomial.Polynomial.fit(x, values, 2, domain=[-1, 1])
    off = np.abs(values - parabola(x)).max()
    if off > _LOUD * scale.noise(middle, outcome) + _SAME * np.ptp(values):
        return nan
    return float(parabola.deriv()(0.0)) / step
