"""Delay by a constant time."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import delay, parameter

__all__ = ["FixedDelay"]


class FixedDelay(Siso):
    """Output is the input some time ago, ``y(t) = u(t - delay_time)``; at first ``u(start)``.

    Jumps and kinks of the input appear in the output at an event, exactly `delay_time` later.
    """

    delay_time = parameter(unit="s", min=sys.float_info.min, doc="Delay")

    def equations(self) -> Iterable[Any]:
        yield self.y == delay(self.u, self.delay_time)
