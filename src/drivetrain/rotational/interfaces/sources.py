"""Base classes of torque and motion sources."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Expr, der, variable
from drivetrain.rotational.interfaces.support import OneFlangeAndSupport

__all__ = ["PartialTorque", "RotationalSource"]


class RotationalSource(OneFlangeAndSupport):
    """Base of sources, which exchange power with the surroundings of the driveline."""

    symbol = "torque"

    def supplied_power(self) -> Expr:
        """Return the power delivered into the driveline through flange and support, W."""
        power = self.flange.tau * der(self.flange.phi)
        if self.use_support:
            power = power + self.support.tau * der(self.support.phi)
        return -power


class PartialTorque(RotationalSource):
    """Base of sources whose law needs the angle between flange and support."""

    phi = variable("rad", doc="Angle of the flange relative to the support")

    def equations(self) -> Iterable[Any]:
        yield self.phi == self.flange.phi - self.phi_support
