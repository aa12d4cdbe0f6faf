"""Table with two inputs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import SURFACES
from drivetrain.blocks.tables.interfaces.surface import Surface
from drivetrain.blocks.tables.interfaces.table_block import TableBlock
from drivetrain.modeling import RealInput, RealOutput, ensure, no_event, parameter

__all__ = ["CombiTable2Ds"]


class CombiTable2Ds(TableBlock):
    """Value of a two-dimensional table.

    The first column holds the grid of u1, the first row that of u2; the corner is unused. The table
    is part of the equations: with a different one the model is retranslated. A file is read when
    the model is translated.
    """

    smoothness = parameter(
        "linear_segments", structural=True, choices=SURFACES, doc="Interpolation between the points"
    )
    u1 = RealInput(doc="First abscissa")
    u2 = RealInput(doc="Second abscissa")
    y = RealOutput(doc="Value")

    def equations(self) -> Iterable[Any]:
        surface = Surface.of(self.rows, self.smoothness)
        yield self.y == surface.value(self.u1, self.u2, self.extrapolation)
        if self.extrapolation == "no_extrapolation":
            for u, grid in ((self.u1, surface.u1), (self.u2, surface.u2)):
                if len(grid) > 1:
                    inside = no_event((u >= float(grid[0])) & (u <= float(grid[-1])))
                    yield ensure(inside, "an input is outside the table")
