"""Where columns, levels and discs are, px."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from drivetrain.diagram.section.layout import BETWEEN, END, Layout
from drivetrain.diagram.section.picture.metrics import AXIS_GAP, DISC, EDGE, LEVEL

__all__ = ["Frame", "frame_of"]

_NARROW = 10.0


@dataclass(frozen=True)
class Frame:
    """Places in the drawing.

    Attributes
    ----------
    columns : tuple of float
        Middles of the columns.
    halves : tuple of float
        Half of the width of each column.
    axis : float
        Height of the axis.
    housing : float
        Height of the housing.
    level : float
        Between two radii.
    """

    columns: tuple[float, ...]
    halves: tuple[float, ...]
    axis: float
    housing: float
    level: float

    def y(self, level: int) -> float:
        """Return the height of a level."""
        return self.axis - AXIS_GAP - self.level * level

    def edges(self, column: int) -> tuple[float, float]:
        """Return the left and the right side of a column."""
        x, half = self.columns[column], self.halves[column]
        return x - half, x + half

    def disc(self, gap: int, place: int) -> float:
        """Return where a disc is in the gap before a column."""
        return self.edges(gap - 1)[1] + EDGE + DISC * place


def frame_of(
    layout: Layout,
    half_width: Callable[[int], float],
    left: float,
    top: float,
    clearance: float,
    level: float = LEVEL,
) -> Frame:
    """Return the places of columns and levels.

    Parameters
    ----------
    layout : Layout
        The layout.
    half_width : callable
        Returns half of the width that an element needs.
    left : float
        Where the first column is.
    top : float
        Height of the housing.
    clearance : float
        From the housing to the outermost line.
    level : float, optional
        Between two radii.
    """
    columns: list[float] = []
    halves: list[float] = []
    edge = left
    for column, gap in zip(layout.columns, layout.gaps, strict=True):
        half = 0.0 if column.element in (BETWEEN, END) else half_width(column.element)
        if columns:
            edge += 2 * EDGE + DISC * (gap.places - 1) if gap.places else _NARROW
        columns.append(edge + half)
        halves.append(half)
        edge += 2 * half
    axis = top + clearance + level * layout.top + AXIS_GAP
    return Frame(tuple(columns), tuple(halves), axis, top, level)
