"""Timer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    BooleanInput,
    Component,
    RealOutput,
    initial,
    time,
    variable,
    when,
    where,
)

__all__ = ["Timer"]


class Timer(Component):
    """Time since the input became true, zero while it is false.

    If the input is true at the start of a run, it counts from there, whatever the start time is.
    """

    u = BooleanInput(doc="Input")
    y = RealOutput("s", doc="Output")
    entry_time = variable("s", doc="Time at which the input became true; initially the start time")

    def equations(self) -> Iterable[Any]:
        yield when(initial() | self.u, self.entry_time == time)
        yield self.y == where(self.u, time - self.entry_time, 0)
