"""Signal adaptor from angle to torque with derivatives as signals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, Expr, RealInput, RealOutput, der, motion, parameter
from drivetrain.rotational.interfaces import FlangeB

__all__ = ["GeneralAngleToTorqueAdaptor"]


class GeneralAngleToTorqueAdaptor(Component):
    """Moves a flange as given by signals and outputs the required torque.

    The derivatives that the model needs are taken from the enabled signals; the user has to keep
    them consistent. The second one requires the first.
    """

    use_pder = parameter(True, structural=True, doc="True if the first derivative is a signal")
    use_pder2 = parameter(True, structural=True, doc="True if the second derivative is a signal")
    p = RealInput("rad", doc="Angle of the flange")
    pder = RealInput("rad/s", enabled=use_pder, doc="Its first derivative")
    pder2 = RealInput("rad/s2", enabled=use_pder & use_pder2, doc="Its second derivative")
    f = RealOutput("N.m", doc="Torque required for the motion")
    flange = FlangeB(doc="Driven flange")

    def equations(self) -> Iterable[Any]:
        if self.use_pder and self.use_pder2:
            yield self.flange.phi == motion(self.p, self.pder, self.pder2)
        elif self.use_pder:
            yield self.flange.phi == motion(self.p, self.pder)
        else:
            yield self.flange.phi == self.p
        yield self.f == -self.flange.tau

    def supplied_power(self) -> Expr:
        """Return the power delivered into the driveline, W."""
        return -self.flange.tau * der(self.flange.phi)
