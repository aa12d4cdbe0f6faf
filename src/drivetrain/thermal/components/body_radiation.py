"""Heat radiation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import constant, parameter
from drivetrain.thermal.interfaces import STEFAN_BOLTZMANN, Element1D

__all__ = ["BodyRadiation"]


class BodyRadiation(Element1D):
    """Heat radiated between two bodies, by the Stefan–Boltzmann law."""

    Gr = parameter(
        unit="m2", min=0, doc="Net radiation conductance: area times emissivities and view factors"
    )

    def equations(self) -> Iterable[Any]:
        sigma = constant(STEFAN_BOLTZMANN, "W/(m2.K4)")
        yield self.Q_flow == self.Gr * sigma * (self.port_a.T**4 - self.port_b.T**4)
