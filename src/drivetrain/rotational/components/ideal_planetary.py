"""Planetary gear without losses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, parameter
from drivetrain.rotational.interfaces import FlangeA, FlangeB

__all__ = ["IdealPlanetary"]


class IdealPlanetary(Component):
    """Planetary gear set of sun, carrier and ring without inertia or losses.

    The planets need ``(z_ring - z_sun) / 2`` teeth each.
    """

    symbol = "planetary"

    ratio = parameter(nonzero=True, doc="Number of ring teeth over number of sun teeth")
    sun = FlangeA(doc="Sun gear")
    carrier = FlangeA(doc="Carrier of the planets")
    ring = FlangeB(doc="Ring gear")

    def equations(self) -> Iterable[Any]:
        yield (1 + self.ratio) * self.carrier.phi == self.sun.phi + self.ratio * self.ring.phi
        yield self.ring.tau == self.ratio * self.sun.tau
        yield self.carrier.tau == -(1 + self.ratio) * self.sun.tau
