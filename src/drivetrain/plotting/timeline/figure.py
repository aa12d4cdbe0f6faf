"""Figure of a timeline: pages of rows, their names, the time axis, the legend."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drivetrain.errors import ResultError, shown
from drivetrain.plotting.labels import shortened
from drivetrain.plotting.saving import saved
from drivetrain.plotting.sizes import checked_size
from drivetrain.plotting.timeline.bars import draw_marks, paint_of
from drivetrain.plotting.timeline.marks import marks_of
from drivetrain.simulation.results.timelines.spans import Span
from drivetrain.simulation.results.timelines.timeline import Timeline, TimelineRow

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["ROWS_PER_PAGE", "plot_timeline"]

ROWS_PER_PAGE = 40
"""Number of rows that a picture shows."""

_WIDTH, _ROW, _AROUND = 7.2, 0.27, 1.15  # inches
_POINTS = 72  # per inch
_NAMES = 8  # points, size of the names of rows
_LONGEST_NAME = 34
_FINEST = 0.9  # points: two pixels of a saved picture
_MOST_IN_LEGEND = 8


def plot_timeline(
    timeline: Timeline,
    *,
    page: int = 1,
    path: str | Path | None = None,
    title: str | None = None,
    size: tuple[float, float] | None = None,
) -> Figure:
    """Draw a timeline; see :meth:`Timeline.plot`."""
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE, new_figure

    rows = _page(timeline, page)
    usual = (_WIDTH, _AROUND + _ROW * len(rows))
    width, height = usual if size is None else checked_size(size)
    with mpl.rc_context(STYLE | {"hatch.linewidth": 0.7}):
        figure = new_figure(width, height)
        figure.set_layout_engine("none")
        names = [shortened(name, _LONGEST_NAME) for name in _names(rows)]
        axes = _empty_axes(figure, timeline, names)
        _draw_rows(axes, timeline, rows)
        _draw_legend(figure, rows)
        _draw_title(axes, timeline, title, rows, page)
    return saved(figure, path)


def _page(timeline: Timeline, page: Any) -> tuple[TimelineRow, ...]:
    """Return the rows of a page."""
    if not timeline.rows:
        raise ResultError(
            f"nothing to draw: {timeline.model} has no part with a mode; name Boolean or integer "
            'variables, such as result.timeline("gear.engaged")'
        )
    pages = -(-len(timeline.rows) // ROWS_PER_PAGE)
    if isinstance(page, bool) or not isinstance(page, int) or not 1 <= page <= pages:
        raise ResultError(
            f"page={shown(page)}: the timeline of {timeline.model} has the pages 1 to {pages}, "
            f"with {ROWS_PER_PAGE} rows each"
        )
    return timeline.rows[ROWS_PER_PAGE * (page - 1) : ROWS_PER_PAGE * page]


def _names(rows: Sequence[TimelineRow]) -> list[str]:
    """Return the names beside the bars: the part, or the variable if the part has several."""
    paths = [row.path for row in rows]
    return [
        row.path if row.is_mode and row.path and paths.count(row.path) == 1 else row.name
        for row in rows
    ]


def _empty_axes(figure: Figure, timeline: Timeline, names: Sequence[str]) -> Axes:
    """Return the axes with a time axis and the names of the rows."""
    width, height = figure.get_size_inches()
    left = min((max(map(_width, names)) + 14) / _POINTS, 0.45 * width)
    axes = figure.add_axes(
        (left / width, 0.78 / height, 1 - (left + 0.2) / width, 1 - _AROUND / height)
    )
    axes.set_xlim(timeline.start, timeline.stop or timeline.start)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="y", length=0, labelsize=_NAMES)
    axes.spines["left"].set_visible(False)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("time in s")
    return axes


def _width(name: str) -> float:
    """Return the width of a name, points."""
    from matplotlib.textpath import TextPath

    return float(TextPath((0, 0), name, size=_NAMES).get_extents().width) if name else 0.0


def _draw_rows(axes: Axes, timeline: Timeline, rows: Sequence[TimelineRow]) -> None:
    figure = axes.get_figure()
    assert figure is not None
    points = axes.get_position().width * figure.get_size_inches()[0] * _POINTS  # type: ignore[union-attr]
    per_point = (timeline.stop - timeline.start) / points
    for place, row in enumerate(rows):
        marks = list(marks_of(row.spans, _FINEST * per_point))
        draw_marks(axes, row, marks, place, per_point)


def _draw_legend(figure: Figure, rows: Sequence[TimelineRow]) -> None:
    """Explain the colours of the states that occur."""
    from matplotlib.patches import Patch

    known: dict[Any, Patch] = {}
    for row, span in _in_order(rows):
        paint = paint_of(span, row)
        patch = Patch(
            facecolor=paint.colour, hatch=paint.hatch, hatchcolor="#ffffffa0", label=span.label,
            edgecolor="#9a9a9a", linewidth=0.4,
        )  # fmt: skip
        known.setdefault((paint, span.label), patch)
    if len(known) <= _MOST_IN_LEGEND:
        figure.legend(
            handles=list(known.values()), loc="lower center", ncols=_MOST_IN_LEGEND,
            handlelength=1.6, columnspacing=1.4,
        )  # fmt: skip


def _in_order(rows: Sequence[TimelineRow]) -> list[tuple[TimelineRow, Span]]:
    """Return one span of each state of friction, then of other modes; numbers explain themselves.

    What is written into its bars anyway need not be in the legend.
    """
    order = {"stuck": 0, "sliding": 1, "free": 2, "other": 3}
    found = [
        (row, span) for row in rows for span in row.spans if not span.label.lstrip("-").isdecimal()
    ]
    return sorted(found, key=lambda one: (order[one[1].state], -one[1].direction, one[1].label))


def _draw_title(
    axes: Axes, timeline: Timeline, title: str | None, rows: Sequence[TimelineRow], page: int
) -> None:
    axes.set_title(timeline.model if title is None else title, loc="left")
    if len(rows) < len(timeline.rows):
        first = ROWS_PER_PAGE * (page - 1) + 1
        told = f"rows {first}–{first + len(rows) - 1} of {len(timeline.rows)}, page={page}"
        axes.set_title(told, loc="right", fontweight="normal", fontsize=8)
