"""Rows of parts: arrays whose elements follow each other, such as discs with springs between them.

A row is drawn as its first elements, with dots where the next ones follow: a line from the end of
each element to the next one would look like a way past all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from drivetrain.model_structure import Connection, End

__all__ = ["Repeats", "repeats_of"]


class _Link(NamedTuple):
    """Ports of two arrays that are connected, element by element."""

    part: str
    port: str
    other: str
    other_port: str


@dataclass(eq=False)
class _Pairs:
    """Which elements a link connects: those of its first array, and how far the others are."""

    elements: set[int] = field(default_factory=set)
    shifts: set[int] = field(default_factory=set)

    @property
    def is_shifted(self) -> bool:
        return len(self.shifts) == 1 and 0 not in self.shifts


@dataclass(eq=False)
class Repeats:
    """The rows of parts in a model.

    Attributes
    ----------
    back : set
        Links that lead from elements to the next ones.
    outlets : dict
        For ports within a row, the elements that lead on, and the port at which the row ends.
    ports : set
        Parts and ports along a row.
    """

    back: set[_Link] = field(default_factory=set)
    ports: set[tuple[str, str]] = field(default_factory=set)
    outlets: dict[tuple[str, str], tuple[set[int], End]] = field(default_factory=dict)

    def leads_back(self, connection: Connection) -> bool:
        """Tell whether a connection leads from elements of a row to the next ones."""
        return _link(connection) in self.back

    def outlet(self, end: End) -> End:
        """Return where the line of an end is drawn: what is at the last element, behind the row."""
        inner, last = self.outlets.get((end.part, end.port), (set[int](), end))
        if end.elements is None or inner & set(end.elements):
            return end
        return last


def repeats_of(connections: Iterable[Connection]) -> Repeats:
    """Return the rows of parts: loops of arrays on which the number of the element grows.

    Parameters
    ----------
    connections : iterable of Connection
        The connections between the parts that are shown.
    """
    links = _links(connections)
    found = Repeats()
    for link, pairs in links.items():
        if not pairs.is_shifted:
            continue
        way = _way(links, link.other, link.part, {link} | found.back)
        if way is None:
            continue
        found.back.add(link)
        for one in (link, *way):
            found.ports |= {(one.part, one.port), (one.other, one.other_port)}
        for one in way:
            inner = links[one].elements
            found.outlets[one.part, one.port] = inner, End(link.part, link.port)
    return found


def _link(connection: Connection) -> _Link:
    left, right = connection.left, connection.right
    return _Link(left.part, left.port, right.part, right.port)


def _links(connections: Iterable[Connection]) -> dict[_Link, _Pairs]:
    found: dict[_Link, _Pairs] = {}
    for one in connections:
        left, right = one.left.elements, one.right.elements
        if left is not None and right is not None and len(left) == len(right):
            pairs = found.setdefault(_link(one), _Pairs())
            pairs.elements.update(left)
            pairs.shifts.update(j - i for i, j in zip(left, right, strict=True))
    return found


def _way(
    links: Iterable[_Link], start: str, end: str, without: set[_Link]
) -> tuple[_Link, ...] | None:
    """Return links that lead from one array to another; None if there are none."""
    ways: dict[str, tuple[_Link, ...]] = {start: ()}
    pending = [start]
    while pending and end not in ways:
        part = pending.pop(0)
        for one in links:
            if one.part == part and one.other not in ways and one not in without:
                ways[one.other] = (*ways[part], one)
                pending.append(one.other)
    return ways.get(end)
