"""Ways to place a stack: a planetary set with its terminals at three radii."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from drivetrain.diagram.section.order.puzzle import OPEN, Puzzle
from drivetrain.diagram.section.order.settling import settle
from drivetrain.diagram.section.order.tracks import (
    ANYWHERE,
    BEND,
    HIGH,
    LOW,
    NEW,
    NOWHERE,
    Slot,
    State,
    Track,
    Way,
    passing,
)

__all__ = ["stack_ways"]


def stack_ways(
    puzzle: Puzzle, bodies: tuple[int, ...], state: State, done: frozenset[int]
) -> Iterator[Way]:
    """Yield the ways to place a stack.

    Tracks below some track pass below the first terminal, those above another one pass above the
    last, and those between end at terminals.
    """
    passes = passing(state, LOW), passing(state, HIGH)
    for low in range(len(state) + 1):
        for high in range(low, min(len(state), low + len(bodies)) + 1):
            met = _met(bodies, state, low, high)
            if met is None:
                break
            outside = passes[0][:low], passes[1][high:]
            for branch in _branches(bodies, state, low, high, met):
                enters = {**met, **branch}
                slots = _column(puzzle, bodies, state, done, outside, enters)
                settled = settle([one.leaves for one in slots if one.leaves is not None], done)
                if settled is not None:
                    bends = settled.joints + _bends(slots, state) + len(branch)
                    yield Way(BEND * bends, tuple(slots), settled.state)


def _met(bodies: tuple[int, ...], state: State, low: int, high: int) -> dict[int, int] | None:
    """Return which terminal each of the tracks meets; None if they do not fit."""
    met: dict[int, int] = {}
    terminal = 0
    for k in range(low, high):
        while terminal < len(bodies) and bodies[terminal] != state[k].body:
            terminal += 1
        if terminal == len(bodies):
            return None
        met[terminal] = k
        terminal += 1
    return met


def _branches(
    bodies: tuple[int, ...], state: State, low: int, high: int, met: dict[int, int]
) -> Iterator[dict[int, int]]:
    """Yield which terminals branch off, on the left, from a track that passes."""
    yield {}
    if low > 0:
        for terminal in range(min(met, default=len(bodies))):
            if bodies[terminal] == state[low - 1].body:
                yield {terminal: low - 1}
    if high < len(state):
        for terminal in range(max(met, default=-1) + 1, len(bodies)):
            if bodies[terminal] == state[high].body:
                yield {terminal: high}


def _column(
    puzzle: Puzzle,
    bodies: tuple[int, ...],
    state: State,
    done: frozenset[int],
    outside: tuple[list[Slot], list[Slot]],
    enters: dict[int, int],
) -> list[Slot]:
    """Return the slots of a column; `outside` are those of tracks that pass below and above."""
    below, above = outside
    kept = {(state[one.enters].body, state[one.enters].piece) for one in below + above}
    pieces = Counter(body for body, _ in {(one.body, one.piece) for one in state})
    slots = list(below)
    for terminal, body in enumerate(bodies):
        leaves: Track | None = None
        track = state[enters[terminal]] if terminal in enters else None
        if track is not None:
            piece = body, track.piece
            if piece not in kept and (body not in done or pieces[body] > 1):
                kept.add(piece)
                leaves = Track(body, track.piece, LOW + 1 + terminal)
        elif body != OPEN and (pieces[body] or puzzle.ends[body] > 1 or body in puzzle.right):
            leaves = Track(body, NEW + terminal, LOW + 1 + terminal)
        slots.append(Slot(terminal, enters.get(terminal, NOWHERE), leaves))
    return slots + above


def _bends(slots: list[Slot], state: State) -> int:
    """Return how many lines have another radius than they had before."""
    bends = 0
    for terminal, enters, leaves in slots:
        if enters != NOWHERE:
            radius = LOW + 1 + terminal if leaves is None else leaves.radius
            bends += state[enters].radius not in (ANYWHERE, radius)
    return bends
