"""Table with two vectors of inputs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import SURFACES
from drivetrain.blocks.tables.interfaces.surface import Surface
from drivetrain.blocks.tables.interfaces.table_block import TableBlock
from drivetrain.modeling import RealInput, RealOutput, ensure, no_event, parameter

__all__ = ["CombiTable2Dv"]


class CombiTable2Dv(TableBlock):
    """Values of a two-dimensional table at several places.

    The first column holds the grid of u1, the first row that of u2; the corner is unused. The table
    is part of the equations: with a different one the model is retranslated. A file is read when
    the model is translated.
    """

    smoothness = parameter(
        "linear_segments", structural=True, choices=SURFACES, doc="Interpolation between the points"
    )
    n = parameter(1, structural=True, kind="integer", min=1, doc="Number of places")
    u1 = RealInput(size=n, doc="First abscissae")
    u2 = RealInput(size=n, doc="Second abscissae")
    y = RealOutput(size=n, doc="Values")

    def equations(self) -> Iterable[Any]:
        surface = Surface.of(self.rows, self.smoothness)
        for u1, u2, y in zip(self.u1, self.u2, self.y, strict=True):
            yield y == surface.value(u1, u2, self.extrapolation)
            if self.extrapolation == "no_extrapolation":
                for u, grid in ((u1, surface.u1), (u2, surface.u2)):
                    if len(grid) > 1:
                        inside = no_event((u >= float(grid[0])) & (u <= float(grid[-1])))
                        yield ensure(inside, "an input is outside the table")
