"""Ways to place a tap: a brake between a body and the housing."""

from __future__ import annotations

from collections.abc import Iterator

from drivetrain.diagram.section.order.puzzle import Puzzle
from drivetrain.diagram.section.order.settling import settle
from drivetrain.diagram.section.order.tracks import (
    ANYWHERE,
    NEW,
    NOWHERE,
    Slot,
    State,
    Track,
    Way,
    passing,
)

__all__ = ["tap_ways"]


def tap_ways(
    puzzle: Puzzle, bodies: tuple[int, ...], state: State, done: frozenset[int]
) -> Iterator[Way]:
    """Yield the ways to place a tap.

    Its line to the housing crosses all tracks that are further outwards.
    """
    (body,) = bodies
    count, passes = len(state), passing(state)
    at = [k for k, track in enumerate(state) if track.body == body]
    if at:
        outer = at[-1]
        ends = body in done and len(at) == 1
        tap = Slot(0, outer, None if ends else state[outer])
        columns = [(count - 1 - outer, outer, tap, outer + 1)]
    else:
        alone = puzzle.ends[body] == 1 and body not in puzzle.right
        tap = Slot(0, NOWHERE, None if alone else Track(body, NEW, ANYWHERE))
        columns = [(count - k, k, tap, k) for k in reversed(range(count + 1))]
    for crossings, below, slot, above in columns:
        slots = [*passes[:below], slot, *passes[above:]]
        settled = settle([one.leaves for one in slots if one.leaves is not None], done)
        if settled is not None:
            yield Way(0.0, tuple(slots), settled.state, crossings=crossings)
