"""Massless shaft between two angles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter, variable
from drivetrain.rotational.interfaces import TwoFlanges

__all__ = ["Disc"]


class Disc(TwoFlanges):
    """Rigid shaft without inertia whose flanges have a constant angular offset."""

    symbol = "mass"

    delta_phi = parameter(
        0.0, unit="rad", doc="Constant twist of the shaft: flange_b.phi - flange_a.phi"
    )
    phi = variable("rad", doc="Absolute angle of the middle of the shaft")

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.phi == self.phi - self.delta_phi / 2
        yield self.flange_b.phi == self.phi + self.delta_phi / 2
        yield self.flange_a.tau + self.flange_b.tau == 0
