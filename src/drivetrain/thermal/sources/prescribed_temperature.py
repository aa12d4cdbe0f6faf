"""Temperature given by a signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput
from drivetrain.thermal.interfaces import HeatPort

__all__ = ["PrescribedTemperature"]


class PrescribedTemperature(Component):
    """Boundary at a temperature given by a signal, whatever heat flows."""

    symbol = "temperature"

    T = RealInput("K", doc="Temperature of the port")
    port = HeatPort(doc="Port at the given temperature")

    def equations(self) -> Iterable[Any]:
        yield self.port.T == self.T
