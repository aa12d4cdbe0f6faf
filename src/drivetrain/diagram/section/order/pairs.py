"""Ways to place a pair: a clutch between two bodies, one from each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from drivetrain.diagram.section.order.puzzle import OPEN, Puzzle
from drivetrain.diagram.section.order.settling import settle
from drivetrain.diagram.section.order.tracks import (
    ANYWHERE,
    BEND,
    NEW,
    NOWHERE,
    Slot,
    State,
    Track,
    Way,
    passing,
)

__all__ = ["pair_ways"]

_FLIP = 1.5
_TURN = 1.5


def pair_ways(
    puzzle: Puzzle, bodies: tuple[int, ...], state: State, done: frozenset[int]
) -> Iterator[Way]:
    """Yield the ways to place a pair, with its first terminal on the left, and on the right."""
    first, second = bodies
    yield from _facing(puzzle, first, second, state, done)
    for way in _facing(puzzle, second, first, state, done):
        yield way._replace(cost=way.cost + _FLIP, flipped=True)


class _Entry(NamedTuple):
    """How a line comes to the left side of a pair.

    Tracks below `low` pass below it, those from `high` on above it. A line that turns begins at
    the pair and passes it, below or above.
    """

    low: int
    high: int
    enters: int
    cost: float
    turns: str = ""


def _facing(
    puzzle: Puzzle, left: int, right: int, state: State, done: frozenset[int]
) -> Iterator[Way]:
    alone = _is_alone(puzzle, right, state)
    passes = passing(state)
    for entry in _entries(puzzle, left, state, done):
        turned = [Slot(-1, len(state), Track(left, NEW + 1, ANYWHERE))]
        slots = passes[: entry.low]
        slots += turned if entry.turns == "below" else []
        slots.append(Slot(0, entry.enters, None if alone else Track(right, NEW, ANYWHERE)))
        slots += turned if entry.turns == "above" else []
        slots += passes[entry.high :]
        settled = settle([one.leaves for one in slots if one.leaves is not None], done)
        if settled is not None:
            yield Way(entry.cost + BEND * settled.joints, tuple(slots), settled.state)


def _entries(puzzle: Puzzle, body: int, state: State, done: frozenset[int]) -> Iterator[_Entry]:
    alone = _is_alone(puzzle, body, state)
    known = any(track.body == body for track in state)
    for k in range(len(state) + 1):
        if alone:
            yield _Entry(k, k, NOWHERE, 0)
            continue
        if k < len(state) and state[k].body == body:
            others = state[:k] + state[k + 1 :]
            lone = body in done and all(one.body != body for one in others)
            if lone or any(one[:2] == state[k][:2] for one in others):
                yield _Entry(k, k + 1, k, 0)
            yield _Entry(k, k, k, BEND)
        if k > 0 and state[k - 1].body == body:
            yield _Entry(k, k, k - 1, BEND)
        if not known:
            yield _Entry(k, k, len(state), _TURN, "below")
            yield _Entry(k, k, len(state), _TURN, "above")


def _is_alone(puzzle: Puzzle, body: int, state: State) -> bool:
    """Tell whether nothing else is on a body, so that it needs no line."""
    if body == OPEN:
        return True
    lone = puzzle.ends[body] == 1 and body not in puzzle.right
    return lone and all(track.body != body for track in state)
