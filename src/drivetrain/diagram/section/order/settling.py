"""Join lines of the same body that are neighbours to the right of a column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from drivetrain.diagram.section.order.tracks import ANYWHERE, State, Track

__all__ = ["Settled", "settle"]


class Settled(NamedTuple):
    """Tracks after lines of the same body that are neighbours have been joined.

    Attributes
    ----------
    state : State
        The tracks that go on.
    groups : list of list of int
        Which lines were joined to each of them; lines of bodies that end here come last.
    joints : int
        Number of joints.
    """

    state: State
    groups: list[list[int]]
    joints: int


def settle(lines: Sequence[Track], done: frozenset[int]) -> Settled | None:
    """Join neighbours of the same body; None if the lines cannot be those of a tidy drawing.

    Parameters
    ----------
    lines : sequence of Track
        Lines that leave a column, from the axis outwards.
    done : frozenset of int
        Bodies that need no line any more.
    """
    before, plain = -1, True
    for body, piece, _ in lines:
        if body == before:
            return _join(lines, done)
        plain = plain and piece == 0 and body not in done
        before = body
    unjoined = [[k] for k in range(len(lines))]
    if plain:
        return Settled(tuple(lines), unjoined, 0)
    state = _apart(lines, done)
    return None if state is None else Settled(state, unjoined, 0)


def _apart(lines: Sequence[Track], done: frozenset[int]) -> State | None:
    """Settle lines of which no two neighbours belong to the same body: nearly always."""
    pieces: dict[int, list[int]] = {}
    state = []
    for track in lines:
        body, piece, radius = track
        own = pieces.get(body)
        if own is None:
            own = pieces[body] = [piece]
        elif piece not in own:
            own.append(piece)
        number = own.index(piece)
        state.append(track if number == piece else Track(body, number, radius))
    for body in done.intersection(pieces):
        if len(pieces[body]) == 1:
            return None  # a line that leads nowhere
    return tuple(state)


def _join(lines: Sequence[Track], done: frozenset[int]) -> Settled | None:
    """Settle lines; where a body ends, its neighbours become neighbours of each other."""
    pieces = _Pieces()
    groups = [_Group(track, [k]) for k, track in enumerate(lines)]
    ended: list[list[int]] = []
    while True:
        joined = _neighbours_joined(groups, pieces)
        if joined is None:
            return None
        whole = {body for body in done if pieces.number(body, joined) == 1}
        groups = [one for one in joined if one.track.body not in whole]
        last = [one.members for one in joined if one.track.body in whole]
        if any(len(members) < 2 for members in last):
            return None  # a line that leads nowhere
        ended += last
        if not last:
            break
    state = pieces.renumbered(one.track for one in groups)
    members = [one.members for one in groups] + ended
    return Settled(state, members, len(lines) - len(members))


class _Group(NamedTuple):
    """A track, and the lines that were joined to it."""

    track: Track
    members: list[int]


class _Pieces:
    """Pieces of bodies, some of which are joined."""

    def __init__(self) -> None:
        self._same: dict[tuple[int, int], tuple[int, int]] = {}

    def root(self, track: Track) -> tuple[int, int]:
        key = track.body, track.piece
        while key in self._same:
            key = self._same[key]
        return key

    def join(self, one: Track, other: Track) -> bool:
        """Join two pieces; return whether they were not joined before."""
        first, second = self.root(one), self.root(other)
        if first != second:
            self._same[second] = first
        return first != second

    def number(self, body: int, groups: Iterable[_Group]) -> int:
        """Return the number of pieces of a body."""
        return len({self.root(one.track) for one in groups if one.track.body == body})

    def renumbered(self, tracks: Iterable[Track]) -> State:
        """Return tracks with the pieces of each body numbered in their order."""
        numbers: dict[int, dict[tuple[int, int], int]] = {}
        state = []
        for track in tracks:
            own = numbers.setdefault(track.body, {})
            piece = own.setdefault(self.root(track), len(own))
            state.append(Track(track.body, piece, track.radius))
        return tuple(state)


def _neighbours_joined(groups: Iterable[_Group], pieces: _Pieces) -> list[_Group] | None:
    joined: list[_Group] = []
    for track, members in groups:
        if not joined or joined[-1].track.body != track.body:
            joined.append(_Group(track, members))
            continue
        last, others = joined[-1]
        if not pieces.join(last, track):
            return None  # a line that leads nowhere, or a ring of lines
        joined[-1] = _Group(Track(last.body, last.piece, ANYWHERE), others + members)
    return joined
