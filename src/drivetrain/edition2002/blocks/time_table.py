"""Table in time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain import blocks
from drivetrain.modeling import Component, RealOutput, parameter

__all__ = ["TimeTable"]


class TimeTable(Component):
    """Linear interpolation in a table; two rows with the same time make a jump."""

    table = parameter(
        ((0, 0), (1, 1), (2, 4)),
        structural=True,
        doc="Rows of time and value, the first time is 0",
    )
    offset = parameter(0.0, doc="Output before start_time; added to the signal")
    start_time = parameter(0.0, unit="s", doc="Start of the signal")
    out_port: Any = RealOutput(size=1, doc="Output")
    source = blocks.TimeTable(table=table, offset=offset, start_time=start_time)

    def equations(self) -> Iterable[Any]:
        yield self.source.y >> self.out_port[0]
