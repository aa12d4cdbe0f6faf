"""The layout of a half section, in columns and levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from drivetrain.diagram.section.layout.columns import PASSING, Column, Line, Pin, columns_of
from drivetrain.diagram.section.layout.gaps import Gap, gap_of
from drivetrain.diagram.section.layout.radii import radii_of
from drivetrain.diagram.section.order import Puzzle, best_order

__all__ = ["Layout", "layout_of"]


@dataclass(frozen=True)
class Layout:
    """A half section in columns and levels.

    Attributes
    ----------
    columns : tuple of Column
        From left to right; the first and the last one are ends of shafts.
    gaps : tuple of Gap
        The gap before each column; the first one is empty.
    radii : mapping of Pin to int
        Level of each slot of the columns, 0 at the axis.
    crossings : int
        Number of crossings of lines of different bodies.
    """

    columns: tuple[Column, ...]
    gaps: tuple[Gap, ...]
    radii: Mapping[Pin, int]
    crossings: int

    @property
    def top(self) -> int:
        """The greatest level."""
        return max(self.radii.values())


def layout_of(puzzle: Puzzle) -> Layout | None:
    """Return the layout of a gearbox; None if no order of its columns was found."""
    order = best_order(puzzle)
    if order is None:
        return None
    columns, lines = columns_of(puzzle, order)
    radii, gaps = _without_overlaps(columns, lines, puzzle)
    taps = {k for k, one in enumerate(puzzle.elements) if one.kind == "tap"}
    crossings = sum(len(gap.crossings) for gap in gaps) + _over(columns, taps)
    return Layout(tuple(columns), tuple(gaps), radii, crossings)


def _without_overlaps(
    columns: Sequence[Column], lines: Sequence[Line], puzzle: Puzzle
) -> tuple[dict[Pin, int], list[Gap]]:
    """Return levels at which no lines lie upon each other, where lines cross."""
    apart: list[tuple[Pin, Pin]] = []
    while True:
        radii = radii_of(columns, lines, puzzle.stacks, apart)
        gaps = [
            gap_of([line for line in lines if line.gap == k], radii) for k in range(len(columns))
        ]
        overlaps = [pair for gap in gaps for pair in gap.overlaps if pair not in apart]
        if not overlaps:
            return radii, gaps
        apart.append(overlaps[0])


def _over(columns: Sequence[Column], taps: set[int]) -> int:
    """Return the number of lines that pass between a tap and the housing."""
    found = 0
    for column in columns:
        if column.element in taps:
            first = next(k for k, slot in enumerate(column.slots) if slot.terminal != PASSING)
            found += len(column.slots) - 1 - first
    return found
