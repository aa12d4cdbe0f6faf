"""Base classes of force and motion sources."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Expr, der, variable
from drivetrain.translational.interfaces.support import OneFlangeAndSupport

__all__ = ["PartialForce", "TranslationalSource"]


class TranslationalSource(OneFlangeAndSupport):
    """Base of sources, which exchange power with the surroundings of the driveline."""

    symbol = "force"

    def supplied_power(self) -> Expr:
        """Return the power delivered into the driveline through flange and support, W."""
        power = self.flange.f * der(self.flange.s)
        if self.use_support:
            power = power + self.support.f * der(self.support.s)
        return -power


class PartialForce(TranslationalSource):
    """Base of force laws; `f` is the force at the flange, positive into the source.

    A positive `f` therefore brakes a positive speed: the sign is opposite to that of `tau` in the
    torque laws of rotation.
    """

    f = variable("N", doc="Force at the flange, positive into the source")

    def equations(self) -> Iterable[Any]:
        yield self.f == self.flange.f
