"""Table with one input."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.sources.interfaces.time_line import count_signals
from drivetrain.blocks.tables.interfaces.table_block import OneDimensional
from drivetrain.modeling import RealInput, RealOutput, computed

__all__ = ["CombiTable1Ds"]


class CombiTable1Ds(OneDimensional):
    """Columns of a table at one abscissa.

    The table is part of the equations: with a different one the model is retranslated. A file is
    read when the model is translated.
    """

    u = RealInput(doc="Abscissa")
    y = RealOutput(
        size=computed(count_signals, OneDimensional.rows, OneDimensional.columns),
        doc="Values of the columns",
    )

    def equations(self) -> Iterable[Any]:
        yield from self.look_up([self.u] * len(self.y), self.y)
