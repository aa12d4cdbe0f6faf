"""Mean over a period."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import (
    RealOutput,
    der,
    fixed,
    initial,
    parameter,
    pre,
    reinit,
    time,
    variable,
    when,
)

__all__ = ["Mean"]


class Mean(Siso):
    """Mean of the input over the last complete period; the periods count from the start."""

    f = parameter(unit="Hz", min=sys.float_info.min, doc="Base frequency: one over the period")
    x0 = parameter(0.0, unit="s", doc="Integral at the start")
    y0 = parameter(0.0, doc="Output during the first period")
    x = variable("s", start=fixed(x0), doc="Integral of the input over the period")
    y = RealOutput(start=fixed(y0), doc="Output")
    ended = variable(start=fixed(0.0), doc="Number of periods that have ended")
    t0 = variable("s", doc="Time of the start")

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == self.u
        yield when(initial(), self.t0 == time)
        yield when(
            time >= self.t0 + (pre(self.ended) + 1) / self.f,
            self.ended == pre(self.ended) + 1,
            self.y == self.f * pre(self.x),
            reinit(self.x, 0),
        )
