"""Delay by a variable time."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import RealInput, delay, parameter

__all__ = ["VariableDelay"]


class VariableDelay(Siso):
    """Output is the input some time ago, ``y(t) = u(t - delay_time(t))``; at first ``u(start)``.

    The delay must be positive and must not exceed `delay_max`; otherwise the run ends with an
    error. Integration steps are shorter than the delay, so a delay near zero is slow. A jump of the
    input appears as a jump of the output, but not at an event.
    """

    delay_max = parameter(unit="s", min=sys.float_info.min, doc="Upper bound of the delay")
    delay_time = RealInput(unit="s", doc="Delay")

    def equations(self) -> Iterable[Any]:
        yield self.y == delay(self.u, self.delay_time, longest=self.delay_max)
