"""Timer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    BooleanInput,
    Component,
    RealOutput,
    fixed,
    time,
    variable,
    when,
    where,
)

__all__ = ["Timer"]


class Timer(Component):
    """Time since the input became true, zero while it is false."""

    u = BooleanInput(doc="Input")
    y = RealOutput("s", doc="Output")
    entry_time = variable("s", start=fixed(0.0), doc="Time at which the input became true")

    def equations(self) -> Iterable[Any]:
        yield when(self.u, self.entry_time == time)
        yield self.y == where(self.u, time - self.entry_time, 0)
