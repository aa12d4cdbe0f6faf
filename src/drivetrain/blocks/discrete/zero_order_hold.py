"""Zero-order hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.discrete.interfaces import DiscreteSiso
from drivetrain.modeling import fixed, initial, pre, variable, when

__all__ = ["ZeroOrderHold"]


class ZeroOrderHold(DiscreteSiso):
    """Input at the last instant of the clock, kept until the next one.

    The output follows the sample within the same instant, but after it: loops through this block
    are no algebraic loops.
    """

    y_sample = variable(start=fixed(0.0), doc="Sample")

    def equations(self) -> Iterable[Any]:
        yield when([initial(), self.sample_trigger], self.y_sample == self.u)
        yield self.y == pre(self.y_sample)
