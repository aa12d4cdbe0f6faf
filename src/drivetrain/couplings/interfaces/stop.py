"""Base class of elastic stops."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Expr, integer, parameter, variable, where
from drivetrain.rotational.interfaces import CompliantWithRelativeStates
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["STOPS", "Stop"]

STOPS = {-1: "lower", 0: "free", 1: "upper"}
"""Names of the values of `contact`."""


class Stop(CompliantWithRelativeStates, ConditionalHeatPort):
    """Base of elastic stops at both ends of a range of the relative angle.

    Subclasses define the torque `tau_c` of the spring, and the torque `push` of spring and damping
    together, from the `depth` of the contact and its rate of growth `rate`.
    """

    symbol = "stop"

    lower = parameter(unit="rad", doc="Relative angle at the lower stop")
    upper = parameter(unit="rad", min=lower, doc="Relative angle at the upper stop")
    contact = integer(labels=STOPS, doc="Stop in contact")
    depth = variable("rad", doc="Angle beyond the stop, at least 0")
    rate = variable("rad/s", doc="Speed at which `depth` grows")
    tau_c = variable("N.m", doc="Torque by which the spring presses the flanges apart, at least 0")
    push = variable("N.m", doc="Torque by which the stop presses the flanges apart, at least 0")

    def equations(self) -> Iterable[Any]:
        yield self.contact == self.by_contact(1, -1)
        yield self.depth == self.by_contact(self.phi_rel - self.upper, self.lower - self.phi_rel)
        yield self.rate == self.by_contact(self.w_rel, -self.w_rel)
        yield self.tau == self.by_contact(self.push, -self.push)
        yield self.loss_power == (self.push - self.tau_c) * self.rate

    def by_contact(self, at_upper: Any, at_lower: Any) -> Expr:
        """Return the expression for the current contact, 0 between the stops.

        Parameters
        ----------
        at_upper, at_lower : Expr or float
            Expressions beyond the upper and beyond the lower stop.
        """
        return where(
            self.phi_rel > self.upper, at_upper, where(self.phi_rel < self.lower, at_lower, 0)
        )
