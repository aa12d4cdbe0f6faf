"""Put the drawing of a half section together."""

from __future__ import annotations

from collections.abc import Iterator

from drivetrain.diagram.drawing import Drawing, Group, Item, Label, line
from drivetrain.diagram.section.layout import PASSING, Column, Layout, Pin
from drivetrain.diagram.section.machine import Chain, Scheme, Shown
from drivetrain.diagram.section.picture.bodies import body_groups, colour, halos, segments_of
from drivetrain.diagram.section.picture.captions import captions, told_crossings
from drivetrain.diagram.section.picture.couplings import draw_pair, pair_half, pair_reach
from drivetrain.diagram.section.picture.ends import End, chain_width, draw_chain
from drivetrain.diagram.section.picture.frame import frame_of
from drivetrain.diagram.section.picture.housing import clearance, draw_housing, draw_tap, tap_half
from drivetrain.diagram.section.picture.metrics import LEVEL, MARGIN, NAME, Box, text_width
from drivetrain.diagram.section.picture.names import body_names, marked
from drivetrain.diagram.section.picture.sets import draw_stack, stack_half, stack_reach
from drivetrain.diagram.section.picture.texts import (
    draw_notes,
    draw_texts,
    most_notes,
    texts_box,
    texts_width,
)

__all__ = ["picture_of"]

_HEADING = 26.0
_NAMES = 16.0
"""From the axis to the baseline of the names below it."""
_OUTSIDE = 10.0


def picture_of(scheme: Scheme, layout: Layout, title: str) -> Drawing:
    """Return the drawing of a gearbox.

    Parameters
    ----------
    scheme : Scheme
        The gearbox.
    layout : Layout
        Its layout.
    title : str
        Name of the model.
    """
    return _Picture(scheme, layout, title).drawing()


class _Picture:
    def __init__(self, scheme: Scheme, layout: Layout, title: str) -> None:
        self._scheme, self._layout, self._title = scheme, layout, title
        self._kinds = [one.kind for one in scheme.puzzle.elements]
        taps = [one for k, one in enumerate(scheme.columns) if self._kinds[k] == "tap"]
        pairs = [one for k, one in enumerate(scheme.columns) if self._kinds[k] == "pair"]
        left = MARGIN + max(self._reach("left"), default=_OUTSIDE)
        top = MARGIN + _HEADING + (2 * NAME if taps else NAME) + most_notes(scheme, taps)
        level = LEVEL + most_notes(scheme, pairs)
        self._frame = frame_of(layout, self._half, left, top, clearance(taps), level)
        self._right = self._frame.columns[-1] + max(self._reach("right"), default=_OUTSIDE)
        self._taken: list[Box] = []

    def drawing(self) -> Drawing:
        frame = self._frame
        segments = segments_of(self._layout, frame, self._reach_of)
        parts = [self._column(k) for k, one in enumerate(self._layout.columns) if one.element >= 0]
        chains = [item for one in self._scheme.chains for item in self._chain(one)]
        names, without = body_names(self._scheme, segments, self._taken)
        right = max(self._right, MARGIN + text_width(self._title, 15.0))
        below = captions(
            self._scheme, without, self._layout.crossings, MARGIN, max(right, 300.0),
            frame.axis + _NAMES + most_notes(self._scheme, self._at_axis()),
        )  # fmt: skip
        items: list[Item] = [
            Label(MARGIN, MARGIN + 8, self._title, "heading", "start"),
            line(((MARGIN, frame.axis), (self._right, frame.axis)), "axis"),
            marked(Group(tuple(self._housing()), look="housing"), self._scheme.grounds, "housing"),
            *body_groups(self._scheme, segments), *halos(self._layout, frame), *parts, *chains,
            *names, *below.items,
        ]  # fmt: skip
        return Drawing(right + MARGIN, below.bottom + MARGIN, tuple(items), self._title,
                       self._description())  # fmt: skip

    def _reach(self, side: str) -> Iterator[float]:
        """Yield how far the chains reach outwards; outer shafts begin beyond inner ones."""
        total = 0.0
        for one in self._outwards(side):
            total += chain_width(self._scheme, one) + _OUTSIDE
            yield total

    def _at_axis(self) -> Iterator[Shown]:
        """Yield the parts whose names are below the axis."""
        for k, shown in enumerate(self._scheme.columns):
            if self._kinds[k] == "stack":
                yield shown
        for chain in self._scheme.chains:
            for link in chain.links:
                yield from (link.shown, *link.hung)

    def _outwards(self, side: str) -> list[Chain]:
        """Return the chains of a side, those of outer shafts first: they end before inner ones."""
        column = self._layout.columns[0 if side == "left" else -1]
        order = [slot.right if side == "left" else slot.left for slot in column.slots]
        own = [one for one in self._scheme.chains if one.side == side]
        return sorted(own, key=lambda one: -order.index(one.body))

    def _half(self, element: int) -> float:
        shown = self._scheme.columns[element]
        half = {"stack": stack_half, "pair": pair_half, "tap": tap_half}[self._kinds[element]]
        notes = texts_width(self._scheme, shown, name=False) / 2 + 3
        return max(half(shown, self._scheme.label(shown)), notes)

    def _reach_of(self, k: int, terminal: int) -> float:
        """Return how far a terminal is from the middle of its column."""
        element = self._layout.columns[k].element
        shown = self._scheme.columns[element]
        if self._kinds[element] == "stack":
            return stack_reach(shown, terminal, self._frame.halves[k])
        return pair_reach(shown) if self._kinds[element] == "pair" else 0.0

    def _housing(self) -> Iterator[Item]:
        left, right = self._frame.columns[0], self._frame.columns[-1]
        return draw_housing(left, right, self._frame.housing)

    def _column(self, k: int) -> Item:
        column = self._layout.columns[k]
        shown = self._scheme.columns[column.element]
        kind = self._kinds[column.element]
        draw = {"stack": self._stack, "pair": self._pair, "tap": self._tap}[kind]
        return Group(tuple(draw(k, column, shown)), shown.path, shown.title)

    def _heights(self, k: int) -> dict[int, float]:
        """Return the heights of the terminals of a column."""
        slots = enumerate(self._layout.columns[k].slots)
        return {
            slot.terminal: self._frame.y(self._layout.radii[Pin(k, j)])
            for j, slot in slots
            if slot.terminal != PASSING
        }

    def _stack(self, k: int, column: Column, shown: Shown) -> Iterator[Item]:
        x, half = self._frame.columns[k], self._frame.halves[k]
        heights, label = self._heights(k), self._scheme.label(shown)
        yield from draw_stack(shown, label, column, heights, x, half, self._frame.housing)
        self._take(x, half, min(heights.values()) - 6, max(heights.values()) + 6)
        if shown.part.symbol == "planetary":
            yield from self._texts(x, self._frame.axis + _NAMES, shown)
        else:
            yield from draw_notes(self._scheme.notes_of(shown), x, self._frame.axis + _NAMES)

    def _pair(self, k: int, column: Column, shown: Shown) -> Iterator[Item]:
        x, half = self._frame.columns[k], self._frame.halves[k]
        y = self._heights(k)[0]
        slot = next(one for one in column.slots if one.terminal != PASSING)
        yield from draw_pair(shown, slot, column.flipped, x, y)
        self._take(x, half, y - 11, y + 11)
        yield from self._texts(x, y - 13 - most_notes(self._scheme, [shown]), shown)

    def _tap(self, k: int, column: Column, shown: Shown) -> Iterator[Item]:
        x, half = self._frame.columns[k], self._frame.halves[k]
        own = next(j for j, one in enumerate(column.slots) if one.terminal != PASSING)
        over = [
            self._frame.y(self._layout.radii[Pin(k, j)]) for j in range(own + 1, len(column.slots))
        ]
        y, housing = self._heights(k)[0], self._frame.housing
        yield from draw_tap(shown, column.slots[own], x, y, housing, over)
        self._take(x, 6, housing, y + 3)
        self._take(x, half, housing, housing + LEVEL)
        yield from self._texts(x, housing - 11 - most_notes(self._scheme, [shown]), shown)

    def _take(self, x: float, half: float, top: float, bottom: float) -> None:
        self._taken.append(Box(x - half, top, x + half, bottom))

    def _texts(self, x: float, y: float, shown: Shown) -> Iterator[Item]:
        self._taken.append(texts_box(self._scheme, shown, x, y))
        return draw_texts(self._scheme, shown, x, y)

    def _chain(self, chain: Chain) -> Iterator[Item]:
        column = 0 if chain.side == "left" else len(self._layout.columns) - 1
        slots = self._layout.columns[column].slots
        bodies = [max(slot.left, slot.right) for slot in slots]
        y = self._frame.y(self._layout.radii[Pin(column, bodies.index(chain.body))])
        x = begin = self._frame.columns[column]
        for one in self._outwards(chain.side):
            if one is chain:
                break
            x += (1 if chain.side == "right" else -1) * (chain_width(self._scheme, one) + _OUTSIDE)
        if x != begin:
            yield line(((begin, y), (x, y)), colour(chain.body))
        end = End(x, y, self._frame.axis + _NAMES, colour(chain.body))
        yield from draw_chain(self._scheme, chain, end)

    def _description(self) -> str:
        """Return what the drawing shows, as a sentence."""
        labels = [
            self._scheme.label(self._scheme.columns[one.element])
            for one in self._layout.columns
            if one.element >= 0
        ]
        crossed = ""
        if self._layout.crossings:
            crossed = f"; {told_crossings(self._layout.crossings)}"
        return f"{self._title} in half section, from left to right: {', '.join(labels)}{crossed}"
