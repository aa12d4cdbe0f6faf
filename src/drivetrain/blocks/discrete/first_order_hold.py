"""First-order hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.discrete.interfaces import DiscreteSiso
from drivetrain.modeling import initial, pre, time, variable, when, where

__all__ = ["FirstOrderHold"]


class FirstOrderHold(DiscreteSiso):
    """Straight line through the last two samples of the input, extrapolated."""

    t_sample = variable("s", doc="Instant of the last sample")
    u_sample = variable(doc="Last sample")
    pre_u_sample = variable(doc="Sample from which the line is drawn")
    c = variable("1/s", doc="Slope of the line from the next sample on")

    def equations(self) -> Iterable[Any]:
        slope = (self.u_sample - self.pre_u_sample) / self.sample_period
        yield when(
            [initial(), self.sample_trigger],
            self.t_sample == time,
            self.u_sample == self.u,
            self.pre_u_sample == where(initial(), self.u, pre(self.u_sample)),
            self.c == where(initial() | self.first_trigger, 0, slope),
        )
        yield self.y == self.pre_u_sample + pre(self.c) * (time - self.t_sample)
