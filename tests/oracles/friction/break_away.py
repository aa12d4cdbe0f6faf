"""Elements that let go although they could have held."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Final, NamedTuple

import numpy as np

from drivetrain.kernel.status import RowFlag
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.results.result import Result
from tests.oracles.friction.elements import Element, elements
from tests.oracles.friction.equilibrium import Equilibrium

__all__ = ["BreakAway", "early_break_aways"]

_MOVES: Final = 1e-9
"""Part of the largest speed of an element from which on it counts as set in motion by a blow."""
_MARGIN: Final = 1e-6
"""Part of a limit by which a load may miss it: events are located, and rounding is left."""
_ROUNDING: Final = 1e-14
"""Part of the largest speed at the start that counts as rest."""
_NOTHING: Final = 1e-9
"""Limit that counts as none, N·m or N."""
_MOMENT: Final = 1e-9
"""In so short a time nothing moves, s."""
_MOST_EVENTS: Final = 20
"""Events of a run that are judged."""
_MOST: Final = 3
"""Elements that let go together of which all sets are tried; of more, one by one and all."""


class BreakAway(NamedTuple):
    """An element that let go below its limit.

    Attributes
    ----------
    path : str
        The element.
    time : float
        The instant, s.
    load, limit : float
        What it would have carried, and what it can hold.
    together : tuple of str
        The elements that could have held together, the others being as after the event.
    """

    path: str
    time: float
    load: float
    limit: float
    together: tuple[str, ...]

    def __str__(self) -> str:
        others = ", ".join(path for path in self.together if path != self.path)
        beside = f" with {others}" if others else ""
        return (
            f"{self.path} lets go at t = {self.time:.9g} s, where it could hold{beside}: "
            f"load {self.load:.6g}, limit {self.limit:.6g}"
        )


def early_break_aways(compiled: CompiledModel, result: Result) -> Iterator[BreakAway]:
    """Yield elements that let go at an event, or slide from the start, though they could hold.

    Parameters
    ----------
    compiled : CompiledModel
        A model without changed parameters.
    result : Result
        A run of it.

    Notes
    -----
    Elements that let go are held again in thought, one by one and together, while all others do
    what they do after the event. If then all loads are within their static limits, and all that
    starts starts in its direction, the laws have a solution in which they hold. What equilibrium
    leaves open (elements that share a motion) is not judged, nor events at which locks of other
    kinds change, nor elements that a blow tears loose: no torque holds against an impulse.
    """
    found = list(elements(compiled.translation.flat))
    lefts = np.flatnonzero(result.rows[:, 1] == RowFlag.LEFT).tolist()
    instants = [
        (0, [e for e in found if _slides_from_rest(result, e)]),
        *((left + 1, [e for e in found if _lets_go(result, e, left)]) for left in lefts),
    ]
    instants = [(k, gone) for k, gone in instants if not _others_change(result, found, k)]
    lasting = [(k, gone) for k, gone in instants if any(_stays_loose(result, e, k) for e in gone)]
    for point, gone in lasting[:_MOST_EVENTS]:
        yield from _judged(compiled, result, point, found, gone)


def _others_change(result: Result, found: Sequence[Element], point: int) -> bool:
    """Tell whether another kind of lock, whose law is not known here, changes at an event."""
    known = {e.name("locked") for e in found}
    others = [name for name in result if name.endswith(".locked") and name not in known]
    return point > 0 and any(result[name][point] != result[name][point - 1] for name in others)


def _stays_loose(result: Result, e: Element, point: int) -> bool:
    """Tell whether an element does not hold again before anything can have moved."""
    locked = np.flatnonzero(result[e.name("locked")][point:])
    return not len(locked) or bool(
        result.time[point + int(locked[0])] > result.time[point] + _MOMENT
    )


def _slides_from_rest(result: Result, e: Element) -> bool:
    """Tell whether an element slides at the start at a speed that is rounding."""
    held = e.name("locked"), *(() if e.is_one_way else (e.name("free"),))
    if any(result[name][0] for name in held):
        return False
    unit = result.units[e.name(e.speed)]
    speeds = [abs(result[name][0]) for name in result if result.units[name] == unit]
    return bool(abs(result[e.name(e.speed)][0]) <= _ROUNDING * max(speeds))


def _lets_go(result: Result, e: Element, left: int) -> bool:
    locked, free = result[e.name("locked")], result[e.name("free")]
    if not locked[left] or locked[left + 1] or _is_struck(result, e, left):
        return False
    return e.is_one_way or not (free[left] or free[left + 1])


def _is_struck(result: Result, e: Element, left: int) -> bool:
    """Tell whether an element that was at rest has a speed just after an event."""
    speed = np.abs(result[e.name(e.speed)])
    return bool(speed[left + 1] - speed[left] > _MOVES * np.max(speed))


def _judged(
    compiled: CompiledModel,
    result: Result,
    point: int,
    found: Sequence[Element],
    gone: Sequence[Element],
) -> Iterator[BreakAway]:
    equilibrium = Equilibrium(compiled, result, point)
    for holding in _sets(gone):
        told = equilibrium.held(holding, found)
        if told is None or not _is_consistent(result, point, found, holding, told):
            continue
        names = tuple(e.path for e in holding)
        for e in [one for one in holding if _stays_loose(result, one, point)]:
            limit = float(result[e.name(e.limit)][point])
            yield BreakAway(e.path, float(result.time[point]), told[e.path][0], limit, names)
        return


def _sets(gone: Sequence[Element]) -> Iterator[tuple[Element, ...]]:
    """Yield sets of the elements, the largest first."""
    if len(gone) <= _MOST:
        sizes = range(len(gone), 0, -1)
        yield from chain.from_iterable(combinations(gone, size) for size in sizes)
    else:
        yield tuple(gone)
        yield from ((e,) for e in gone)


def _is_consistent(
    result: Result,
    point: int,
    found: Sequence[Element],
    holding: Sequence[Element],
    told: dict[str, tuple[float, float]],
) -> bool:
    """Tell whether what is at rest stays within its limits and what starts starts rightly."""
    for e in found:
        load, acceleration = told[e.path]
        if e in holding:
            fits = _is_within(result, e, point, load, -_MARGIN)
        elif result[e.name("locked")][point]:
            free = not e.is_one_way and result[e.name("free")][point]
            fits = bool(free) or _is_within(result, e, point, load, _MARGIN)
        else:
            direction = _starts(result, e, point)
            fits = direction == 0 or direction * acceleration >= 0.0
        if not fits:  # neither if it is open
            return False
    return True


def _is_within(result: Result, e: Element, point: int, load: float, margin: float) -> bool:
    limit = float(result[e.name(e.limit)][point])
    above = load if e.is_one_way else abs(load)
    return above <= limit + margin * max(limit, _NOTHING)


def _starts(result: Result, e: Element, point: int) -> int:
    """Return the direction in which an element at rest begins to slide; 0 if it does not."""
    names = {"start_forward": 1, "start_backward": -1}
    return sum(
        direction
        for name, direction in names.items()
        if name in e.slots and result[e.name(name)][point]
    )
