"""Follow eigenmodes over a parameter, with smaller steps where they change quickly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.modes.eigenmodes import Eigenmodes
from drivetrain.analysis.tracks.matching import Matching, matched
from drivetrain.errors import DrivetrainError

__all__ = ["LEAST", "Evaluate", "Point", "evaluated", "followed"]

Floats = NDArray[np.float64]

Evaluate = Callable[[float], Eigenmodes]
"""Returns the eigenmodes for a value of the parameter."""

LEAST = 0.8
"""Likeness of an eigenmode from point to point below which the step is halved."""
_MOST_HALVINGS = 6
"""How often a step is halved."""


@dataclass(eq=False)
class Point:
    """Eigenmodes at a value of the parameter.

    Attributes
    ----------
    value : float
        The value.
    modes : Eigenmodes or None
        The eigenmodes; None if there is no linear model.
    message : str
        Why there is none.
    before : Matching or None
        Where the eigenmodes of the last point that has some are found here.
    """

    value: float
    modes: Eigenmodes | None
    message: str = ""
    before: Matching | None = field(default=None, repr=False)


def evaluated(evaluate: Evaluate, value: float) -> Point:
    """Return the eigenmodes at a value, or why there are none."""
    try:
        return Point(value, evaluate(value))
    except DrivetrainError as error:
        return Point(value, None, str(error))


def followed(evaluate: Evaluate, values: Sequence[float], *, refine: bool = True) -> list[Point]:
    """Return points at which eigenmodes are matched with those before.

    Where an eigenmode is less than 0.8 like itself at the point before, or seems to pass another
    one, another point is inserted half-way, as long as the contacts are the same. So two eigenmodes
    that turn away from each other are not taken for two that cross.

    Parameters
    ----------
    evaluate : callable
        Returns the eigenmodes for a value.
    values : sequence of float
        Increasing or decreasing values.
    refine : bool
        Whether points are inserted.
    """
    found = [evaluated(evaluate, values[0])]
    last = found[0]
    for value in values[1:]:
        after = evaluated(evaluate, value)
        close = refine and found[-1].modes is not None
        found += _between(evaluate, last, after, _MOST_HALVINGS if close else 0)
        last = after if after.modes is not None else last
    return found


def _between(evaluate: Evaluate, before: Point, after: Point, halvings: int) -> list[Point]:
    """Return the points behind one, up to another."""
    after.before = None
    if before.modes is None or after.modes is None:
        return [after]
    after.before = matched(before.modes, after.modes)
    if not halvings or _is_good(before.modes, after.modes, after.before):
        return [after]
    middle = evaluated(evaluate, (before.value + after.value) / 2)
    if middle.modes is None:
        return [after]
    first = _between(evaluate, before, middle, halvings - 1)
    return first + _between(evaluate, middle, after, halvings - 1)


def _is_good(here: Eigenmodes, there: Eigenmodes, matching: Matching) -> bool:
    """Tell whether a smaller step would not be better."""
    if not here.model.point.contacts.same(there.model.point.contacts):
        return True
    kept = matching.there[matching.there >= 0]
    passes = bool((np.diff(kept) < 0).any())
    is_complete = len(here) == len(there) == len(kept)
    return is_complete and not passes and bool((matching.quality >= LEAST).all())
