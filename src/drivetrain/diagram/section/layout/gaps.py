"""Lines in a gap between two columns: each has one disc, where it changes its radius."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from drivetrain.diagram.section.layout.columns import Line, Pin

__all__ = ["Disc", "Gap", "gap_of"]

_MOST_PERMUTED = 6
_OVERLAP = 1000


@dataclass(frozen=True)
class Disc:
    """A line in a gap.

    Attributes
    ----------
    line : Line
        The line.
    left, right : tuple of int
        Levels at which it comes from the column on the left, and goes to the one on the right.
    place : int
        Place of its disc in the gap, from the left; -1 if it is straight.
    """

    line: Line
    left: tuple[int, ...]
    right: tuple[int, ...]
    place: int = -1

    @property
    def low(self) -> int:
        """Least level."""
        return min(self.left + self.right)

    @property
    def high(self) -> int:
        """Greatest level."""
        return max(self.left + self.right)


@dataclass(frozen=True)
class Gap:
    """A gap.

    Attributes
    ----------
    discs : tuple of Disc
        The lines in it.
    places : int
        Number of places for discs.
    crossings : tuple of (int, int, int)
        Place and level of each crossing, and the body of the disc.
    overlaps : tuple of (Pin, Pin)
        Ends on the left and on the right, of lines of different bodies, that must not have the same
        level.
    """

    discs: tuple[Disc, ...]
    places: int
    crossings: tuple[tuple[int, int, int], ...]
    overlaps: tuple[tuple[Pin, Pin], ...]


def gap_of(lines: Sequence[Line], radii: Mapping[Pin, int]) -> Gap:
    """Return the lines of a gap with the order of their discs that has the fewest crossings."""
    found = [
        Disc(line, tuple(radii[pin] for pin in line.left), tuple(radii[pin] for pin in line.right))
        for line in lines
    ]
    straight = [one for one in found if one.low == one.high]
    bent = _ordered([one for one in found if one.low < one.high])
    placed: list[Disc] = []
    for one in bent:
        before = [other.place for other in placed if _meet(one, other)]
        place = max(before, default=-1) + 1
        placed.append(Disc(one.line, one.left, one.right, place))
    discs = (*straight, *placed)
    places = max((one.place for one in placed), default=-1) + 1
    return Gap(discs, places, tuple(_crossings(discs)), tuple(_overlaps(bent)))


def _overlaps(order: Sequence[Disc]) -> Iterator[tuple[Pin, Pin]]:
    for k, first in enumerate(order):
        for second in order[k + 1 :]:
            for left, level in zip(second.line.left, second.left, strict=True):
                for right, other in zip(first.line.right, first.right, strict=True):
                    if level == other:
                        yield left, right


def _ordered(discs: list[Disc]) -> list[Disc]:
    if len(discs) <= _MOST_PERMUTED:
        return min(map(list, permutations(discs)), key=_cost)
    order: list[Disc] = []
    for one in discs:
        tries = [[*order[:k], one, *order[k:]] for k in range(len(order) + 1)]
        order = min(tries, key=_cost)
    return order


def _cost(order: Sequence[Disc]) -> int:
    return sum(_between(a, b) for k, a in enumerate(order) for b in order[k + 1 :])


def _between(first: Disc, second: Disc) -> int:
    """Return the cost of one disc to the left of another: crossings, and lines that overlap."""
    found = sum(first.low < level < first.high for level in second.left)
    found += sum(second.low < level < second.high for level in first.right)
    touching = sum(level in (first.low, first.high) for level in second.left)
    touching += sum(level in (second.low, second.high) for level in first.right)
    return found + _OVERLAP * touching


def _meet(one: Disc, other: Disc) -> bool:
    """Tell whether two discs cannot have the same place."""
    return one.low <= other.high and other.low <= one.high


def _crossings(discs: Sequence[Disc]) -> list[tuple[int, int, int]]:
    found = []
    for disc in discs:
        if disc.place < 0:
            continue
        for other in discs:
            if other is disc:
                continue
            last = other.place if other.place >= 0 else 10_000
            levels = other.left if disc.place < last else ()
            levels += other.right if other.place < disc.place else ()
            if other.place < 0:
                levels = other.left[:1] or other.right[:1]
            found += [
                (disc.place, level, disc.line.body)
                for level in dict.fromkeys(levels)
                if disc.low < level < disc.high
            ]
    return found
