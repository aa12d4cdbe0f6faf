"""Delay by one sample."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.discrete.interfaces import DiscreteSiso
from drivetrain.modeling import RealOutput, fixed, parameter, pre, variable, when

__all__ = ["UnitDelay"]


class UnitDelay(DiscreteSiso):
    """Input at the instant of the clock before the last one."""

    y_start = parameter(0.0, doc="Output before the second instant")
    u_sample = variable(start=fixed(y_start), doc="Input at the last instant")
    y = RealOutput(start=fixed(y_start), doc="Output")

    def equations(self) -> Iterable[Any]:
        yield when(self.sample_trigger, self.y == pre(self.u_sample))
        # After the instant, so that holds before this block have let their samples through.
        yield when(pre(self.sample_trigger), self.u_sample == self.u)
