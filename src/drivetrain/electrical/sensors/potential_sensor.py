"""Sensor of a potential."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import PositivePin
from drivetrain.modeling import Component, RealOutput

__all__ = ["PotentialSensor"]


class PotentialSensor(Component):
    """Ideal sensor of the potential of a pin; draws no current."""

    symbol = "sensor"

    p = PositivePin(doc="Pin whose potential is measured")
    phi = RealOutput("V", doc="Potential of the pin")

    def equations(self) -> Iterable[Any]:
        yield self.p.i == 0
        yield self.phi == self.p.v
