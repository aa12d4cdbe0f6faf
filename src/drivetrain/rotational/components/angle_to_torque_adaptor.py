"""Signal adaptor from angle to torque."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, Expr, RealInput, RealOutput, der, motion, parameter
from drivetrain.rotational.interfaces import FlangeB

__all__ = ["AngleToTorqueAdaptor"]


class AngleToTorqueAdaptor(Component):
    """Turns a flange as given by signals and outputs the required torque.

    Speed and acceleration, if the model needs them, are taken from the enabled signals; the user
    has to keep them consistent.
    """

    use_w = parameter(True, structural=True, doc="True if the speed is a signal")
    use_a = parameter(True, structural=True, doc="True if speed and acceleration are signals")
    phi = RealInput("rad", doc="Angle of the flange")
    w = RealInput("rad/s", enabled=use_w | use_a, doc="Speed of the flange")
    a = RealInput("rad/s2", enabled=use_a, doc="Acceleration of the flange")
    tau = RealOutput("N.m", doc="Torque required for the motion")
    flange = FlangeB(doc="Driven flange")

    def equations(self) -> Iterable[Any]:
        if self.use_a:
            yield self.flange.phi == motion(self.phi, self.w, self.a)
        elif self.use_w:
            yield self.flange.phi == motion(self.phi, self.w)
        else:
            yield self.flange.phi == self.phi
        yield self.tau == -self.flange.tau

    def supplied_power(self) -> Expr:
        """Return the power delivered into the driveline, W."""
        return -self.flange.tau * der(self.flange.phi)
