"""Signal adaptor from force to position with derivatives as signals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, Expr, RealInput, RealOutput, der, parameter
from drivetrain.translational.interfaces import FlangeA

__all__ = ["GeneralForceToPositionAdaptor"]


class GeneralForceToPositionAdaptor(Component):
    """Loads a flange with a force given by a signal and outputs its motion.

    The second derivative requires the first.
    """

    use_pder = parameter(True, structural=True, doc="True if the first derivative is a signal")
    use_pder2 = parameter(True, structural=True, doc="True if the second derivative is a signal")
    f = RealInput("N", doc="Force into this component, a load for the flange")
    p = RealOutput("m", doc="Position of the flange")
    pder = RealOutput("m/s", enabled=use_pder, doc="Its first derivative")
    pder2 = RealOutput("m/s2", enabled=use_pder & use_pder2, doc="Its second derivative")
    flange = FlangeA(doc="Flange that is loaded")

    def equations(self) -> Iterable[Any]:
        yield self.p == self.flange.s
        if self.use_pder:
            yield self.pder == der(self.p)
        if self.use_pder and self.use_pder2:
            yield self.pder2 == der(self.p, 2)
        yield self.flange.f == self.f

    def supplied_power(self) -> Expr:
        """Return the power delivered into the driveline, W."""
        return -self.flange.f * der(self.flange.s)
