"""Housings of gears with two axes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, parameter, variable
from drivetrain.rotational.interfaces import FlangeA, Support

__all__ = ["TwoHousings"]


class TwoHousings(Component):
    """Base of gears between two axes, with a separate housing torque about each.

    Subclasses define with `tau_driven` the torque that the gear takes from the shafts on the other
    axis. If the axes are parallel, connect both supports to the same flange: it gets the sum.
    """

    use_support_a = parameter(
        False,
        structural=True,
        doc="True if the housing about the axis of flange_a is the flange `support_a`, else fixed",
    )
    use_support_b = parameter(
        False,
        structural=True,
        doc="True if the housing about the other axis is the flange `support_b`, else fixed",
    )
    flange_a = FlangeA(doc="Driving shaft")
    support_a = Support(
        enabled=use_support_a, required=True, doc="Housing about the axis of flange_a"
    )
    support_b = Support(enabled=use_support_b, required=True, doc="Housing about the other axis")
    phi_support_a = variable("rad", doc="Absolute angle of the housing about the axis of flange_a")
    phi_support_b = variable("rad", doc="Absolute angle of the housing about the other axis")
    tau_driven = variable("N.m", doc="Torque from the shafts on the other axis into the gear")

    def equations(self) -> Iterable[Any]:
        if self.use_support_a:
            yield self.support_a.phi == self.phi_support_a
            yield self.support_a.tau == -self.flange_a.tau
        else:
            yield self.phi_support_a == 0
        if self.use_support_b:
            yield self.support_b.phi == self.phi_support_b
            yield self.support_b.tau == -self.tau_driven
        else:
            yield self.phi_support_b == 0
