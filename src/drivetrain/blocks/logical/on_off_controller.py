"""On-off controller."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import BooleanOutput, Component, RealInput, fixed, parameter, pre

__all__ = ["OnOffController"]


class OnOffController(Component):
    """True if the input is too small, with a dead band around the reference."""

    bandwidth = parameter(
        min=0, doc="Width of the band around the reference in which nothing changes"
    )
    pre_y_start = parameter(False, doc="Output before the start")
    reference = RealInput(doc="Reference")
    u = RealInput(doc="Input")
    y = BooleanOutput(start=fixed(pre_y_start), doc="Output")

    def equations(self) -> Iterable[Any]:
        upper = self.reference + self.bandwidth / 2
        lower = self.reference - self.bandwidth / 2
        yield self.y == (pre(self.y) & (self.u < upper)) | (self.u < lower)
