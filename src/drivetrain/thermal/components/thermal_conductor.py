"""Heat conduction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter
from drivetrain.thermal.interfaces import Element1D

__all__ = ["ThermalConductor"]


class ThermalConductor(Element1D):
    """Element whose heat flow is proportional to the difference of its temperatures."""

    G = parameter(unit="W/K", min=0, doc="Thermal conductance")

    def equations(self) -> Iterable[Any]:
        yield self.Q_flow == self.G * self.dT
