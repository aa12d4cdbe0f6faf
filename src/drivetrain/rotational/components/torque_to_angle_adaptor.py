"""Signal adaptor from torque to angle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, Expr, RealInput, RealOutput, der, parameter
from drivetrain.rotational.interfaces import FlangeA

__all__ = ["TorqueToAngleAdaptor"]


class TorqueToAngleAdaptor(Component):
    """Loads a flange with a torque given by a signal and outputs its motion.

    The acceleration is the derivative of the signal `w`; without that signal it is 0.
    """

    use_w = parameter(True, structural=True, doc="True if the speed is a signal")
    use_a = parameter(True, structural=True, doc="True if the acceleration is a signal")
    tau = RealInput("N.m", doc="Torque into this component, a load for the flange")
    phi = RealOutput("rad", doc="Angle of the flange")
    w = RealOutput("rad/s", enabled=use_w, doc="Speed of the flange")
    a = RealOutput("rad/s2", enabled=use_a, doc="Acceleration of the flange")
    flange = FlangeA(doc="Flange that is loaded")

    def equations(self) -> Iterable[Any]:
        yield self.phi == self.flange.phi
        if self.use_w:
            yield self.w == der(self.phi)
        if self.use_a:
            yield self.a == (der(self.w) if self.use_w else 0)
        yield self.flange.tau == self.tau

    def supplied_power(self) -> Expr:
        """Return the power delivered into the driveline, W."""
        return -self.flange.tau * der(self.flange.phi)
