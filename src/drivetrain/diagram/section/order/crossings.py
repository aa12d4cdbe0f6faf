"""Ways in which lines cross in a gap between two columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from drivetrain.diagram.section.order.settling import settle
from drivetrain.diagram.section.order.tracks import State, Track

__all__ = ["Crossed", "crossed"]


class Crossed(NamedTuple):
    """Tracks after one crossing.

    Attributes
    ----------
    state : State
        The tracks.
    origins : tuple of tuple of int
        From which of the former tracks each one comes: several if they are joined, the same one
        for two if it branches.
    """

    state: State
    origins: tuple[tuple[int, ...], ...]


def crossed(state: State, done: frozenset[int]) -> Iterator[Crossed]:
    """Yield the states that one crossing makes.

    Neighbours change places, or one of them branches and its branch goes across the other.
    """
    every = list(range(len(state)))
    for k in range(len(state) - 1):
        before, after = every[:k], every[k + 2 :]
        for between in ([k + 1, k], [k, k + 1, k], [k + 1, k, k + 1]):
            order = before + between + after
            settled = settle([state[one] for one in order], done)
            if settled is None or len(settled.state) != len(settled.groups):
                continue
            origins = tuple(tuple(order[one] for one in group) for group in settled.groups)
            yield Crossed(_renumbered(settled.state), origins)


def _renumbered(state: State) -> State:
    """Return the tracks with the pieces of each body numbered in their order."""
    numbers: dict[int, dict[int, int]] = {}
    found = []
    for body, piece, radius in state:
        own = numbers.setdefault(body, {})
        found.append(Track(body, own.setdefault(piece, len(own)), radius))
    return tuple(found)
