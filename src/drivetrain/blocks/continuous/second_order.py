"""Second-order lag."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import INITIAL, Siso
from drivetrain.modeling import RealOutput, der, parameter, variable

__all__ = ["SecondOrder"]


class SecondOrder(Siso):
    """Second-order lag, k / ((s / w)² + 2 D (s / w) + 1)."""

    k = parameter(1.0, doc="Gain")
    w = parameter(unit="rad/s", doc="Natural angular frequency without damping")
    D = parameter(doc="Damping ratio")
    init_type = parameter("no_init", structural=True, choices=INITIAL, doc="Condition at the start")
    y_start = parameter(0.0, doc="Output at the start")
    yd_start = parameter(0.0, unit="1/s", doc="Rate of the output at the start")
    y = RealOutput(start=y_start, doc="Output")
    yd = variable("1/s", start=yd_start, doc="Rate of the output")

    def equations(self) -> Iterable[Any]:
        yield der(self.y) == self.yd
        pull = self.w * (self.k * self.u - self.y)
        yield der(self.yd) == self.w * (pull - 2 * self.D * self.yd)

    def initial_equations(self) -> Iterable[Any]:
        if self.init_type == "steady_state":
            yield der(self.y) == 0
            yield der(self.yd) == 0
        elif self.init_type != "no_init":
            yield self.y == self.y_start
            yield self.yd == self.yd_start
