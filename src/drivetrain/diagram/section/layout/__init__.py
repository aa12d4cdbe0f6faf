"""Lay out a half section: columns, radii of the lines, and their discs between the columns."""

from drivetrain.diagram.section.layout.columns import BETWEEN, END, PASSING, Column, Line, Pin, Slot
from drivetrain.diagram.section.layout.gaps import Disc, Gap
from drivetrain.diagram.section.layout.layout import Layout, layout_of

__all__ = [
    "BETWEEN", "END", "PASSING", "Column", "Disc", "Gap", "Layout", "Line", "Pin", "Slot",
    "layout_of",
]  # fmt: skip
