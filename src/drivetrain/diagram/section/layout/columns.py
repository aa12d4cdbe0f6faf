"""Columns and the lines between them, from the steps that the search found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from drivetrain.diagram.section.order import Order, Puzzle, Step
from drivetrain.diagram.section.order.settling import settle
from drivetrain.diagram.section.order.tracks import NOWHERE, State

__all__ = ["BETWEEN", "END", "PASSING", "Column", "Line", "Pin", "Slot", "columns_of"]

END, BETWEEN = -1, -2
"""Stand for the element of the first and the last column, which are ends of shafts, and of columns
without an element, between lines that cross and the next element.
"""
PASSING = -1
"""Stands for the terminal of a line that passes a column."""


@dataclass(frozen=True)
class Slot:
    """A place in a column, with one radius.

    Attributes
    ----------
    terminal : int
        Terminal of the element, counted from the axis outwards; `PASSING` for a line that passes.
    left, right : int
        Bodies of the lines to its left and to its right; -1 for none.
    """

    terminal: int
    left: int
    right: int


@dataclass(frozen=True)
class Column:
    """A column: an element, and the lines that pass it.

    Attributes
    ----------
    element : int
        Number of the element; `END` or `BETWEEN` for none.
    slots : tuple of Slot
        From the axis outwards.
    flipped : bool
        Whether the first terminal of a pair is on the right.
    """

    element: int
    slots: tuple[Slot, ...]
    flipped: bool = False


@dataclass(frozen=True)
class Pin:
    """Where a line ends at a column: numbers of the column and of the slot."""

    column: int
    slot: int


@dataclass
class Line:
    """A line of a body in the gap before a column: it joins slots on both sides.

    Attributes
    ----------
    body : int
        The body.
    gap : int
        The gap, by the number of the column on its right.
    left, right : list of Pin
        Ends at the column on the left of the gap, and on its right.
    """

    body: int
    gap: int
    left: list[Pin] = field(default_factory=list)
    right: list[Pin] = field(default_factory=list)

    @property
    def pins(self) -> list[Pin]:
        """All ends."""
        return self.left + self.right


def columns_of(puzzle: Puzzle, order: Order) -> tuple[list[Column], list[Line]]:
    """Return the columns from left to right, and the lines between neighbouring ones."""
    maker = _Maker(puzzle)
    for step in order.steps:
        maker.add(step)
    maker.end(order)
    return maker.columns, maker.lines


Origins: TypeAlias = tuple[tuple[int, ...], ...]


class _Maker:
    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self.columns: list[Column] = []
        self.lines: list[Line] = []
        self._open: list[list[Pin]] = []  # ends at the last column, for each track
        self._placed = 0

    def add(self, step: Step) -> None:
        if not self.columns:
            self._begin(step)
        origins = self._crossed(step.origins, step.before)
        gap = len(self.columns)
        lines = self._joined(origins, step.before)
        slots = []
        for k, (terminal, enters, leaves) in enumerate(step.way.slots):
            body = -1
            if enters != NOWHERE:
                if enters not in lines:  # begins in this gap
                    lines[enters] = self._line(_turned_body(step, enters))
                lines[enters].right.append(Pin(gap, k))
                body = lines[enters].body
            slots.append(Slot(terminal, body, -1 if leaves is None else leaves.body))
        self.columns.append(Column(step.element, tuple(slots), step.way.flipped))
        self._placed |= 1 << step.element
        self._leave(step)

    def _begin(self, step: Step) -> None:
        bodies = {
            one: track.body
            for track, origins in zip(step.before, step.origins, strict=True)
            for one in origins
        }
        slots = tuple(Slot(0, -1, bodies[k]) for k in range(len(bodies)))
        self.columns.append(Column(END, slots))
        self._open = [[Pin(0, k)] for k in range(len(slots))]

    def _crossed(self, origins: Origins, state: State) -> Origins:
        """Give crossings a gap of their own; return where the tracks come from after it."""
        unchanged = tuple((k,) for k in range(len(state)))
        if origins == unchanged:
            return origins
        lines = self._joined(origins, state)
        gap = len(self.columns)
        for k in range(len(state)):
            lines[k].right.append(Pin(gap, k))
        slots = tuple(Slot(PASSING, track.body, track.body) for track in state)
        self.columns.append(Column(BETWEEN, slots))
        self._open = [[Pin(gap, k)] for k in range(len(state))]
        return unchanged

    def _joined(self, origins: Origins, before: State) -> dict[int, Line]:
        """Return the line of each track before a column; tracks that share an origin share it."""
        lines: dict[int, Line] = {}
        by_origin: dict[int, Line] = {}
        for k, (from_, track) in enumerate(zip(origins, before, strict=True)):
            known = [by_origin[one] for one in from_ if one in by_origin]
            line = known[0] if known else self._line(track.body)
            for other in known[1:]:
                if other is not line:
                    line.left += other.left
                    self.lines.remove(other)
                    by_origin.update({key: line for key, one in by_origin.items() if one is other})
                    lines.update({key: line for key, one in lines.items() if one is other})
            for one in from_:
                if one not in by_origin:
                    by_origin[one] = line
                    line.left += self._open[one]
            lines[k] = line
        return lines

    def _line(self, body: int) -> Line:
        self.lines.append(Line(body, len(self.columns)))
        return self.lines[-1]

    def _leave(self, step: Step) -> None:
        """Note where tracks begin on the right of a column; end those that lead no further."""
        column = len(self.columns) - 1
        leaving = [
            (Pin(column, k), one.leaves)
            for k, one in enumerate(step.way.slots)
            if one.leaves is not None
        ]
        settled = settle([track for _, track in leaving], self._puzzle.done(self._placed))
        assert settled is not None
        groups = [[leaving[k][0] for k in members] for members in settled.groups]
        self._open = groups[: len(settled.state)]
        for members, pins in zip(settled.groups, groups, strict=True):
            if pins not in self._open:
                line = self._line(leaving[members[0]][1].body)
                line.left += pins

    def end(self, order: Order) -> None:
        """Add the column of the ends of shafts on the right."""
        lines = self._joined(self._crossed(order.origins, order.after), order.after)
        gap = len(self.columns)
        for k in range(len(order.after)):
            lines[k].right.append(Pin(gap, k))
        slots = tuple(Slot(0, track.body, -1) for track in order.after)
        self.columns.append(Column(END, slots))


def _turned_body(step: Step, enters: int) -> int:
    """Return the body of a line that begins at an element and turns around it."""
    return next(
        one.leaves.body
        for one in step.way.slots
        if one.enters == enters and one.terminal == PASSING and one.leaves is not None
    )
