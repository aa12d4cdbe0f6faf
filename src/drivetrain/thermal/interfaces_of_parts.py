"""Base class of components whose parts have heat ports."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, parameter
from drivetrain.thermal.interfaces import HeatPort
from drivetrain.thermal.sources.fixed_temperature import FixedTemperature

__all__ = ["HeatPortOfParts"]


class HeatPortOfParts(Component):
    """Base of components whose parts pass their losses on to one port, or to the surroundings.

    Subclasses connect the heat ports of their parts with `internal_heat_port`.
    """

    use_heat_port = parameter(
        False, structural=True, doc="True if the heat goes to `heat_port`, else it leaves the model"
    )
    T = parameter(293.15, unit="K", min=0, doc="Temperature of the parts without heat port")
    heat_port = HeatPort(enabled=use_heat_port, required=True, doc="Where the heat leaves")
    internal_heat_port = HeatPort(doc="Where the parts are connected")
    fixed_temperature = FixedTemperature(T=T, enabled=~use_heat_port)

    def equations(self) -> Iterable[Any]:
        if self.use_heat_port:
            yield self.internal_heat_port >> self.heat_port
        else:
            yield self.internal_heat_port >> self.fixed_temperature.port
