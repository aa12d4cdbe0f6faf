"""Base class of gears that split the torque of one shaft between two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.gears.interfaces.two_housings import TwoHousings
from drivetrain.modeling import parameter, variable
from drivetrain.rotational.interfaces import FlangeB

__all__ = ["ThreeShafts"]


class ThreeShafts(TwoHousings):
    """Base of differentials: a final drive turns the cage at the mean speed of two shafts.

    Subclasses define how the torque of the cage is split, by `tau_left` and `tau_right`, and how
    these follow from the flanges.
    """

    ratio = parameter(
        1.0,
        nonzero=True,
        doc="Ratio of the final drive: speed of flange_a over mean speed of the two shafts",
    )
    left = FlangeB(doc="Left shaft")
    right = FlangeB(doc="Right shaft")
    tau_cage = variable("N.m", doc="Torque of the final drive on the cage")
    tau_left = variable("N.m", doc="Torque from the left shaft into the gear")
    tau_right = variable("N.m", doc="Torque from the right shaft into the gear")

    def equations(self) -> Iterable[Any]:
        mean = (self.left.phi + self.right.phi) / 2
        yield self.flange_a.phi - self.phi_support_a == self.ratio * (mean - self.phi_support_b)
        yield self.tau_cage == self.ratio * self.flange_a.tau
        yield self.tau_driven == -self.tau_cage
