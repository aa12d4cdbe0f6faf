"""Heat conduction, defined by its resistance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter
from drivetrain.thermal.interfaces import Element1D

__all__ = ["ThermalResistor"]


class ThermalResistor(Element1D):
    """Element whose temperature difference is proportional to its heat flow."""

    R = parameter(unit="K/W", min=0, doc="Thermal resistance")

    def equations(self) -> Iterable[Any]:
        yield self.dT == self.R * self.Q_flow
