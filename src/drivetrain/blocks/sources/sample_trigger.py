"""Clock."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import BooleanSource
from drivetrain.modeling import parameter, sample

__all__ = ["SampleTrigger"]


class SampleTrigger(BooleanSource):
    """True at the instants start_time, start_time + period, and so on."""

    period = parameter(unit="s", min=sys.float_info.min, doc="Interval between the instants")
    start_time = parameter(0.0, unit="s", doc="First instant")

    def equations(self) -> Iterable[Any]:
        yield self.y == sample(self.start_time, self.period)
