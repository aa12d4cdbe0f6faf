"""Integrator."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import INITIAL, Siso
from drivetrain.modeling import BooleanInput, RealInput, RealOutput, der, parameter, reinit, when

__all__ = ["Integrator"]


class Integrator(Siso):
    """Integral of the input, which an event may reset."""

    k = parameter(1.0, unit="1/s", doc="Gain")
    use_reset = parameter(False, structural=True, doc="True if `reset` resets the output")
    use_set = parameter(
        False, structural=True, doc="True if a reset sets the output to `set`, else to y_start"
    )
    init_type = parameter(
        "initial_state", structural=True, choices=INITIAL, doc="Condition at the start"
    )
    y_start = parameter(0.0, doc="Output at the start")
    y = RealOutput(start=y_start, doc="Output")
    reset = BooleanInput(enabled=use_reset, doc="The output is reset when this becomes true")
    set = RealInput(enabled=use_reset & use_set, doc="Output after a reset")

    def equations(self) -> Iterable[Any]:
        yield der(self.y) == self.k * self.u
        if self.use_reset:
            yield when(self.reset, reinit(self.y, self.set if self.use_set else self.y_start))

    def initial_equations(self) -> Iterable[Any]:
        if self.init_type == "steady_state":
            yield der(self.y) == 0
        elif self.init_type != "no_init":
            yield self.y == self.y_start
