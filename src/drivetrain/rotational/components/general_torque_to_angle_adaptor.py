"""Signal adaptor from torque to angle with derivatives as signals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, Expr, RealInput, RealOutput, der, parameter
from drivetrain.rotational.interfaces import FlangeA

__all__ = ["GeneralTorqueToAngleAdaptor"]


class GeneralTorqueToAngleAdaptor(Component):
    """Loads a flange with a torque given by a signal and outputs its motion.

    The second derivative requires the first.
    """

    use_pder = parameter(True, structural=True, doc="True if the first derivative is a signal")
    use_pder2 = parameter(True, structural=True, doc="True if the second derivative is a signal")
    f = RealInput("N.m", doc="Torque into this component, a load for the flange")
    p = RealOutput("rad", doc="Angle of the flange")
    pder = RealOutput("rad/s", enabled=use_pder, doc="Its first derivative")
    pder2 = RealOutput("rad/s2", enabled=use_pder & use_pder2, doc="Its second derivative")
    flange = FlangeA(doc="Flange that is loaded")

    def equations(self) -> Iterable[Any]:
        yield self.p == self.flange.phi
        if self.use_pder:
            yield self.pder == der(self.p)
        if self.use_pder and self.use_pder2:
            yield self.pder2 == der(self.p, 2)
        yield self.flange.tau == self.f

    def supplied_power(self) -> Expr:
        """Return the power delivered into the driveline, W."""
        return -self.flange.tau * der(self.flange.phi)
