"""Tracks, which are lines of bodies in a gap between two columns, and ways to place an element."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

__all__ = [
    "ANYWHERE", "BEND", "HIGH", "LOW", "NEW", "NOWHERE", "Slot", "State", "Track", "Way", "passing",
]  # fmt: skip

LOW, HIGH, ANYWHERE = 0, 9, -1
"""Radii of a track: below the suns, above the rings, not fixed; 1, 2, 3 at terminals of a stack."""
NOWHERE = -1
"""A slot that no line enters from the left."""
NEW = 100
"""First of the numbers of pieces of a body that begin in a column."""
BEND = 0.6


class Track(NamedTuple):
    """A line of a body between two columns.

    Attributes
    ----------
    body : int
        The body.
    piece : int
        Pieces of a body are not joined so far; they have to be further to the right.
    radius : int
        Where the line lies, for the count of bends.
    """

    body: int
    piece: int
    radius: int


State: TypeAlias = tuple[Track, ...]


class Slot(NamedTuple):
    """A place in a column: a terminal of its element, or a line that passes.

    Attributes
    ----------
    terminal : int
        Number of the terminal; -1 for a line that passes.
    enters : int
        The track that comes in from the left; numbers from the count of tracks on stand for new
        lines that begin in the gap; `NOWHERE` for none.
    leaves : Track or None
        The track that goes out to the right.
    """

    terminal: int
    enters: int
    leaves: Track | None


class Way(NamedTuple):
    """A way to place an element.

    Attributes
    ----------
    cost : float
        What it adds to the cost of the drawing.
    slots : tuple of Slot
        The column, from the axis outwards.
    after : State
        The tracks to the right of it.
    flipped : bool
        Whether the first terminal of a pair is on the right.
    crossings : int
        How many tracks its lines cross; not part of the cost.
    """

    cost: float
    slots: tuple[Slot, ...]
    after: State
    flipped: bool = False
    crossings: int = 0


def passing(state: State, radius: int = ANYWHERE) -> list[Slot]:
    """Return slots for tracks that all pass a column, at their own radii or at a given one."""
    if radius == ANYWHERE:
        return [Slot(-1, k, track) for k, track in enumerate(state)]
    return [Slot(-1, k, Track(one.body, one.piece, radius)) for k, one in enumerate(state)]
