"""What the search for an order of columns knows of a gearbox: elements and the bodies they join."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Literal

__all__ = ["OPEN", "Element", "Puzzle"]

OPEN = -1
"""Stands for a body that needs no line: a terminal is held by the housing, or is alone."""


@dataclass(frozen=True)
class Element:
    """A part of a gearbox that gets a column of its own.

    Attributes
    ----------
    kind : {"stack", "pair", "tap"}
        A stack has terminals at radii one above the other, each open to both sides, as a planetary
        set. A pair couples two bodies, one from the left and one from the right, as a clutch. A tap
        lies between a body and the housing, as a brake.
    bodies : tuple of int
        The bodies at its terminals, from the axis outwards; `OPEN` for those without.
    """

    kind: Literal["stack", "pair", "tap"]
    bodies: tuple[int, ...]


@dataclass(frozen=True)
class Puzzle:
    """Elements to be put in order from left to right.

    Attributes
    ----------
    elements : tuple of Element
        The elements.
    left, right : tuple of int
        Bodies that have to be reached from the left, and from the right.
    order : tuple of int
        Elements that follow each other in this order, with others between them.
    """

    elements: tuple[Element, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    order: tuple[int, ...] = ()

    @cached_property
    def ends(self) -> Counter[int]:
        """Number of terminals at each body."""
        return Counter(body for one in self.elements for body in one.bodies if body != OPEN)

    @cached_property
    def stacks(self) -> tuple[int, ...]:
        """Numbers of the stacks."""
        return tuple(k for k, one in enumerate(self.elements) if one.kind == "stack")

    @cached_property
    def compound(self) -> tuple[tuple[int, int], ...]:
        """Pairs of stacks that share two bodies or more, such as the halves of a Ravigneaux set."""
        bodies = [set(self.elements[k].bodies) - {OPEN} for k in self.stacks]
        return tuple(
            (a, b)
            for (a, own), (b, other) in combinations(zip(self.stacks, bodies, strict=True), 2)
            if len(own & other) > 1
        )

    def done(self, placed: int) -> frozenset[int]:
        """Return the bodies that need no further line when some elements are placed."""
        waiting = {
            body
            for k, one in enumerate(self.elements)
            if not placed >> k & 1
            for body in one.bodies
        }
        return frozenset(self.ends) - waiting - frozenset(self.right)

    def may_follow(self, placed: int, k: int) -> bool:
        """Tell whether the given order lets an element be the next one."""
        if k not in self.order:
            return True
        return all(placed >> one & 1 for one in self.order[: self.order.index(k)])
