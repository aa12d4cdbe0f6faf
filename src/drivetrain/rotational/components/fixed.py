"""Ground."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, parameter
from drivetrain.rotational.interfaces import FlangeB

__all__ = ["Fixed"]


class Fixed(Component):
    """Flange fixed to the housing at a given angle."""

    symbol = "ground"

    phi0 = parameter(0.0, unit="rad", doc="Angle at which the flange is fixed")
    flange = FlangeB(doc="Fixed flange")

    def equations(self) -> Iterable[Any]:
        yield self.flange.phi == self.phi0
