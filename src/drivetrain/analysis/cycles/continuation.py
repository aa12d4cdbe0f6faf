"""Follow a branch of cycles over a parameter, around folds.

The arc length along the branch is the independent variable, so that the parameter may turn back
[1]_: predictions are made along the tangent, corrections across it.

References
----------
.. [1] R. Seydel, "Practical Bifurcation and Stability Analysis", 3rd edition, Springer, 2010,
   chapter 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.shooting import NoConvergence
from drivetrain.errors import SimulationError

__all__ = ["Branching", "Steps", "Stop", "follow"]

Floats = NDArray[np.float64]
CycleT = TypeVar("CycleT")

_FEW, _MANY = 3, 6
"""Corrections after which steps are lengthened, and shortened."""
_LONGER, _SHORTER = 1.5, 0.5
_TURN = 0.6
"""Least cosine of the angle between successive tangents."""
_SHORTEST = 1e-4
"""Shortest step, relative to the longest one."""
_LEVEL, _LOOKS = 1e-3, 10
"""Slope of a fold, or excess of a multiplier, that counts as zero; cycles on the way to it."""

_Point: TypeAlias = tuple[CycleT, Floats, float]
"""A cycle, the tangent of the branch there, and the arc length up to it."""


class Branching(Protocol[CycleT]):
    """Cycles that depend on a parameter."""

    def parameter(self, cycle: CycleT) -> float:
        """Return the value of the parameter, from 0 at the beginning of its range to 1."""

    def tangent(self, cycle: CycleT, before: Floats | None) -> Floats:
        """Return the direction of the branch, of length 1, that goes on from the one before.

        Its last entry is that of the parameter; without one before, this is positive.
        """

    def along(self, cycle: CycleT, tangent: Floats, step: float) -> tuple[CycleT, int]:
        """Return a cycle across the tangent at some distance, and the number of corrections."""

    def excess(self, cycle: CycleT) -> float:
        """Return by how much the largest multiplier exceeds 1; 0 where that is not known."""

    def renewed(self, cycle: CycleT, tangent: Floats) -> tuple[CycleT, Floats]:
        """Return a cycle and its tangent as they are best followed further."""

    def at(self, cycle: CycleT, tangent: Floats, parameter: float) -> CycleT:
        """Return a nearby cycle with a given value of the parameter."""


@dataclass(frozen=True)
class Steps:
    """Lengths of steps, and their number.

    Attributes
    ----------
    first, longest : float
        Arc lengths, in sizes of the states and ranges of the parameter.
    most : int
        Number of points after which a branch is left.
    """

    first: float = 0.02
    longest: float = 0.1
    most: int = 400


class Stop:
    """Why a branch has ended.

    Attributes
    ----------
    reason : str
        In words; empty if the parameter has left its range.
    """

    def __init__(self) -> None:
        self.reason = ""


def follow(
    branching: Branching[CycleT], start: CycleT, steps: Steps, stop: Stop
) -> Iterator[_Point[CycleT]]:
    """Yield the cycles of a branch, tangents and arc lengths, until the parameter leaves its range.

    Parameters
    ----------
    branching : Branching
        The cycles.
    start : object
        The first one.
    steps : Steps
        Lengths of steps.
    stop : Stop
        Receives the reason why the branch has ended.
    """
    cycle, tangent, step, arc = start, branching.tangent(start, None), steps.first, 0.0
    yield cycle, tangent, arc
    for _ in range(steps.most - 1):
        found = _next(branching, cycle, tangent, step, steps)
        if found is None:
            stop.reason = f"no cycle was found beyond {branching.parameter(cycle):.6g} of the range"
            return
        other, ahead, length, step = found
        value = branching.parameter(other)
        if not 0.0 <= value <= 1.0:
            yield from _last(branching, cycle, tangent, arc, float(value > 0.5), stop)
            return
        yield from _between(branching, (cycle, tangent, arc), (other, ahead, arc + length))
        cycle, tangent = branching.renewed(other, ahead)
        arc += length
        yield cycle, tangent, arc
    stop.reason = f"the branch was left after {steps.most} points"


def _next(
    branching: Branching[CycleT], cycle: CycleT, tangent: Floats, step: float, steps: Steps
) -> tuple[CycleT, Floats, float, float] | None:
    """Return the next cycle, its tangent, the length of this step and of the step after it."""
    while step >= _SHORTEST * steps.longest:
        try:
            other, count = branching.along(cycle, tangent, step)
            ahead = branching.tangent(other, tangent)
        except (NoConvergence, SimulationError):
            step *= _SHORTER
            continue
        if float(ahead @ tangent) < _TURN and step * _SHORTER >= _SHORTEST * steps.longest:
            step *= _SHORTER
            continue
        factor = _LONGER if count <= _FEW else _SHORTER if count >= _MANY else 1.0
        return other, ahead, step, min(step * factor, steps.longest)
    return None


def _between(
    branching: Branching[CycleT], one: _Point[CycleT], other: _Point[CycleT]
) -> list[_Point[CycleT]]:
    """Return cycles about the one at which the branch turns back, or its stability changes."""
    turning = _located(branching, one, other, lambda point: float(point[1][-1]))
    return turning or _located(branching, one, other, lambda point: branching.excess(point[0]))


def _located(
    branching: Branching[CycleT], one: _Point[CycleT], other: _Point[CycleT],
    value: Callable[[_Point[CycleT]], float],
) -> list[_Point[CycleT]]:  # fmt: skip
    """Return cycles about the one at which a value changes sign between two others, if it does."""
    first, last, wide = value(one), value(other), inf
    found: list[_Point[CycleT]] = []
    while first * last < 0.0 and len(found) < _LOOKS:
        (cycle, tangent, begin), length = one, other[2] - one[2]
        part = first / (first - last) if length <= 0.5 * wide else 0.5
        wide = length
        try:
            between, _ = branching.along(cycle, tangent, part * length)
            here = between, branching.tangent(between, tangent), begin + part * length
        except (NoConvergence, SimulationError):
            break
        found.append(here)
        middle = value(here)
        if abs(middle) <= _LEVEL:
            break
        if middle * first > 0.0:
            one, first = here, middle
        else:
            other, last = here, middle
    return sorted(found, key=lambda point: point[2])


def _last(
    branching: Branching[CycleT], cycle: CycleT, tangent: Floats, arc: float, end: float, stop: Stop
) -> Iterator[_Point[CycleT]]:
    """Yield the cycle at the end of the range."""
    rest = abs(end - branching.parameter(cycle))
    if not rest:
        return
    try:
        last = branching.at(cycle, tangent, end)
        yield (
            last,
            branching.tangent(last, tangent),
            arc + rest / max(abs(float(tangent[-1])), rest),
        )
    except (NoConvergence, SimulationError):
        stop.reason = f"no cycle was found at the end of the range, {end:g}"
