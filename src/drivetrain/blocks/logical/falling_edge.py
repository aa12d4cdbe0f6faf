"""Falling edge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import BooleanInput, BooleanOutput, Component, fixed, parameter, pre

__all__ = ["FallingEdge"]


class FallingEdge(Component):
    """True at the instant at which the input becomes false."""

    pre_u_start = parameter(False, doc="Input before the start")
    u = BooleanInput(start=fixed(pre_u_start), doc="Input")
    y = BooleanOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.y == pre(self.u) & ~self.u
