"""Colours and hatches of the states of a timeline, and the bars drawn with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from drivetrain.plotting.timeline.marks import Mark
from drivetrain.simulation.results.timelines.spans import Span
from drivetrain.simulation.results.timelines.timeline import TimelineRow

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["HEIGHT", "Paint", "draw_marks", "paint_of"]

HEIGHT = 0.72
"""Height of a bar; the distance of rows is 1."""

_STUCK, _FORWARD, _BACKWARD, _FREE = "#2e8540", "#d1541b", "#1f5a94", "#e6e6e6"
_OTHERS = ("#8a3b8f", "#c09200", "#3fa3b5", "#7a5230", "#6b6b6b", "#b0487a")
_PLAIN = {"unknown": "#ffffff", "false": "#f2f2f2", "true": "#8a3b8f"}
_HATCHES = {1: "////", -1: "\\\\\\\\"}
_POINTS_PER_LETTER = 4.6  # of the text in bars, generously
_DARK, _LIGHT = "#222222", "#ffffff"


@dataclass(frozen=True)
class Paint:
    """How a state is painted.

    Parameters
    ----------
    colour : str
        Fill.
    hatch : str
        Hatch that tells the direction; may be empty.
    ink : str
        Colour of text and hatch on it.
    """

    colour: str
    hatch: str = ""
    ink: str = _LIGHT


def paint_of(span: Span, row: TimelineRow) -> Paint:
    """Return how a span is painted.

    Parameters
    ----------
    span : Span
        One span, or any with the same value.
    row : TimelineRow
        Its row: values that are no states of friction take colours in their order.
    """
    hatch = _HATCHES.get(span.direction, "")
    if span.state == "stuck":
        return Paint(_STUCK)
    if span.state == "sliding":
        return Paint(_FORWARD if span.direction > 0 else _BACKWARD, hatch)
    if span.state == "free":
        return Paint(_FREE, ink=_DARK)
    if span.label in _PLAIN:
        return Paint(_PLAIN[span.label], hatch, _LIGHT if span.label == "true" else _DARK)
    values = sorted({one.value for one in row.spans})
    return Paint(_OTHERS[values.index(span.value) % len(_OTHERS)], hatch)


def draw_marks(
    axes: Axes, row: TimelineRow, marks: Sequence[Mark], place: float, per_point: float
) -> None:
    """Draw a row with its texts.

    Parameters
    ----------
    axes : Axes
        Where to.
    row : TimelineRow
        The row.
    marks : sequence of Mark
        What of it can be seen.
    place : float
        Height of the middle of the row.
    per_point : float
        Time that corresponds to one point of the drawing, s.
    """
    written = axes.get_xlim()[0]
    for mark in sorted(marks, key=lambda mark: len(mark.shares) > 1 or mark.count > 1):
        _draw_shares(axes, row, mark, place)
        if len(mark.shares) == 1 and mark.count == 1:
            _draw_label(axes, row, mark, place, per_point)
    for mark in marks:
        if mark.count > 1:
            written = _draw_count(axes, mark, place, per_point, written)


def _draw_shares(axes: Axes, row: TimelineRow, mark: Mark, place: float) -> None:
    bottom = place + HEIGHT / 2  # the axis points down
    for share in mark.shares:
        paint = paint_of(share.span, row)
        height = HEIGHT * share.part
        bottom -= height
        axes.barh(
            bottom, mark.end - mark.begin, height, mark.begin, align="edge", color=paint.colour,
            hatch=paint.hatch, hatchcolor="#ffffff60", linewidth=0,
        )  # fmt: skip


def _draw_label(axes: Axes, row: TimelineRow, mark: Mark, place: float, per_point: float) -> None:
    """Write the state into a bar, if there is room."""
    span = mark.shares[0].span
    if _POINTS_PER_LETTER * len(span.label) * per_point > mark.end - mark.begin:
        return
    paint = paint_of(span, row)
    middle = (mark.begin + mark.end) / 2
    back = {"boxstyle": "round,pad=0.15", "facecolor": paint.colour, "linewidth": 0}
    axes.text(
        middle, place, span.label, color=paint.ink, fontsize=7, ha="center", va="center",
        bbox=back if paint.hatch else None,
    )  # fmt: skip


def _draw_count(axes: Axes, mark: Mark, place: float, per_point: float, written: float) -> float:
    """Write a number above a block unless that is in the way of the last; return where it ends."""
    text = f"×{mark.count}"
    half = _POINTS_PER_LETTER * len(text) * per_point / 2
    middle = (mark.begin + mark.end) / 2
    if middle - half < written:
        return written
    axes.text(middle, place - HEIGHT / 2, text, color=_DARK, fontsize=6, ha="center", va="bottom")
    return middle + half
