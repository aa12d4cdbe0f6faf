"""Integrator with limits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import INITIAL, Siso
from drivetrain.modeling import (
    BooleanInput,
    RealInput,
    RealOutput,
    der,
    maximum,
    minimum,
    no_event,
    parameter,
    reinit,
    when,
    where,
)

__all__ = ["LimIntegrator"]


class LimIntegrator(Siso):
    """Integral of the input that stops at limits until the input reverses."""

    k = parameter(1.0, unit="1/s", doc="Gain")
    out_max = parameter(doc="Upper limit of the output")
    out_min = parameter(-out_max, doc="Lower limit of the output")
    use_reset = parameter(False, structural=True, doc="True if `reset` resets the output")
    use_set = parameter(
        False, structural=True, doc="True if a reset sets the output to `set`, else to y_start"
    )
    init_type = parameter(
        "initial_state", structural=True, choices=INITIAL, doc="Condition at the start"
    )
    limits_at_init = parameter(
        True, doc="No effect, the limits hold at the start too; kept for compatibility"
    )
    y_start = parameter(0.0, doc="Output at the start, within the limits")
    strict = parameter(False, structural=True, doc="True if reaching a limit raises no event")
    y = RealOutput(start=y_start, doc="Output")
    reset = BooleanInput(enabled=use_reset, doc="The output is reset when this becomes true")
    set = RealInput(enabled=use_reset & use_set, doc="Output after a reset")

    def equations(self) -> Iterable[Any]:
        rate = self.k * self.u
        outward = ((self.y < self.out_min) & (rate < 0)) | ((self.y > self.out_max) & (rate > 0))
        stopped = no_event(outward) if self.strict else outward
        yield der(self.y) == where(stopped, 0, rate)
        if self.use_reset:
            wanted = self.set if self.use_set else self.y_start
            allowed = minimum(self.out_max, maximum(self.out_min, wanted))
            yield when(self.reset, reinit(self.y, allowed))

    def initial_equations(self) -> Iterable[Any]:
        if self.init_type == "steady_state":
            yield der(self.y) == 0
        elif self.init_type != "no_init":
            yield self.y == self.y_start
