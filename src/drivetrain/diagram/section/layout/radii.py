"""Radii of all lines: as few changes of the radius as their order in each column allows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from drivetrain.diagram.section.layout.columns import END, PASSING, Column, Line, Pin

__all__ = ["RISE", "radii_of"]

RISE = 2
"""Levels from sun to carrier, and from carrier to ring."""
_SWEEPS = 6


def radii_of(
    columns: Sequence[Column],
    lines: Sequence[Line],
    stacks: Sequence[int],
    apart: Sequence[tuple[Pin, Pin]] = (),
) -> dict[Pin, int]:
    """Return the level of each slot: 0 for the innermost shaft.

    Parameters
    ----------
    columns : sequence of Column
        The columns.
    lines : sequence of Line
        The lines between them.
    stacks : sequence of int
        Elements whose terminals lie at the same three levels.
    apart : sequence of (Pin, Pin)
        Slots of neighbouring columns, the second one further outwards.
    """
    levels = _Levels(columns, set(stacks), apart)
    for line in sorted(lines, key=lambda one: (len(one.pins), one.gap)):
        for left in line.left:
            for right in line.right:
                levels.make_equal(left, right)
    return levels.settled(lines)


class _Levels:
    """Slots that are to have the same level, and what is known about the levels.

    In each column, levels grow outwards by one at least.
    """

    def __init__(
        self, columns: Sequence[Column], stacks: set[int], apart: Sequence[tuple[Pin, Pin]]
    ) -> None:
        pins = [Pin(k, j) for k, one in enumerate(columns) for j in range(len(one.slots))]
        self._pins = pins
        self._at = {pin: k for k, pin in enumerate(pins)}
        self._above = [
            (self._at[Pin(k, j)], self._at[Pin(k, j + 1)])
            for k, one in enumerate(columns)
            for j in range(len(one.slots) - 1)
        ]
        self._above += [(self._at[inner], self._at[outer]) for inner, outer in apart]
        self._fixed = self._fixed_levels(columns, stacks)
        self._class = list(range(len(pins)))
        self._low = self._bounds(self._class)
        assert self._low is not None

    def _fixed_levels(self, columns: Sequence[Column], stacks: set[int]) -> dict[int, int]:
        below = [
            sum(1 for slot in one.slots[: _first_terminal(one)] if slot.terminal == PASSING)
            for one in columns
            if one.element in stacks
        ]
        base = max(1, max(below, default=0))
        fixed = {}
        for k, one in enumerate(columns):
            for j, slot in enumerate(one.slots):
                if one.element == END:
                    fixed[self._at[Pin(k, j)]] = j
                elif one.element in stacks and slot.terminal != PASSING:
                    fixed[self._at[Pin(k, j)]] = base + RISE * slot.terminal
        return fixed

    def make_equal(self, one: Pin, other: Pin) -> None:
        """Give two slots the same level if that is possible."""
        a, b = self._class[self._at[one]], self._class[self._at[other]]
        if a == b:
            return
        merged = [a if own == b else own for own in self._class]
        low = self._bounds(merged)
        if low is not None:
            self._class, self._low = merged, low

    def _bounds(self, classes: list[int]) -> list[int] | None:
        """Return the least level of each class; None if there are no such levels."""
        low = [0] * len(classes)
        fixed: dict[int, int] = {}
        for k, level in self._fixed.items():
            if fixed.setdefault(classes[k], level) != level:
                return None
            low[classes[k]] = level
        above = {(classes[a], classes[b]) for a, b in self._above}
        if any(a == b for a, b in above):
            return None
        for _ in range(len(classes) + 1):
            changed = False
            for a, b in above:
                if low[b] <= low[a]:
                    if b in fixed:
                        return None
                    low[b] = low[a] + 1
                    changed = True
            if not changed:
                return low
        return None

    def settled(self, lines: Sequence[Line]) -> dict[Pin, int]:
        """Return the levels: where there is a choice, near to those of joined slots."""
        level = list(self._low or ())
        classes = [self._class[k] for k in range(len(self._pins))]
        inner, outer = defaultdict(set), defaultdict(set)
        for a, b in self._above:
            inner[classes[b]].add(classes[a])
            outer[classes[a]].add(classes[b])
        fixed = {classes[k] for k in self._fixed}
        joined = self._joined(lines)
        for _ in range(_SWEEPS):
            for own in sorted(set(classes) - fixed, reverse=True):
                wished = sorted(level[other] for other in joined[own])
                if not wished:
                    continue
                least = max((level[one] + 1 for one in inner[own]), default=0)
                most = min((level[one] - 1 for one in outer[own]), default=1_000)
                level[own] = max(least, min(most, wished[len(wished) // 2]))
        return {pin: level[own] for pin, own in zip(self._pins, classes, strict=True)}

    def _joined(self, lines: Sequence[Line]) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for line in lines:
            own = [self._class[self._at[pin]] for pin in line.pins]
            for k, one in enumerate(own):
                found[one] += [other for j, other in enumerate(own) if j != k and other != one]
        return found


def _first_terminal(column: Column) -> int:
    return next(k for k, slot in enumerate(column.slots) if slot.terminal != PASSING)
