"""Components with a housing that is grounded or on a support flange."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, der, parameter, variable
from drivetrain.rotational.interfaces.connectors import FlangeB, Support
from drivetrain.rotational.interfaces.two_flanges import TwoFlanges

__all__ = ["OneFlangeAndSupport", "ShaftOnSupport", "TwoFlangesAndSupport"]


class OneFlangeAndSupport(Component):
    """Base of components with one shaft flange and a housing."""

    use_support = parameter(
        False, structural=True, doc="True if the housing is the flange `support`, else it is fixed"
    )
    flange = FlangeB(doc="Flange of the shaft")
    support = Support(enabled=use_support, required=True, doc="Housing")
    phi_support = variable("rad", doc="Absolute angle of the housing")

    def equations(self) -> Iterable[Any]:
        if self.use_support:
            yield self.support.phi == self.phi_support
            yield self.support.tau == -self.flange.tau
        else:
            yield self.phi_support == 0


class TwoFlangesAndSupport(TwoFlanges):
    """Base of components with two shaft flanges and a housing."""

    use_support = parameter(
        False, structural=True, doc="True if the housing is the flange `support`, else it is fixed"
    )
    support = Support(enabled=use_support, required=True, doc="Housing")
    phi_support = variable("rad", doc="Absolute angle of the housing")

    def equations(self) -> Iterable[Any]:
        if self.use_support:
            yield self.support.phi == self.phi_support
            yield self.support.tau == -self.flange_a.tau - self.flange_b.tau
        else:
            yield self.phi_support == 0


class ShaftOnSupport(TwoFlangesAndSupport):
    """Base of components that brake a rigid shaft against the housing with the torque `tau`."""

    phi = variable("rad", doc="Angle of the shaft relative to the housing")
    tau = variable("N.m", doc="Braking torque, positive against positive speed")
    w = variable("rad/s", doc="Speed of the shaft relative to the housing")
    a = variable("rad/s2", doc="Acceleration of the shaft relative to the housing")

    def equations(self) -> Iterable[Any]:
        yield self.phi == self.flange_a.phi - self.phi_support
        yield self.flange_b.phi == self.flange_a.phi
        yield self.w == der(self.phi)
        yield self.a == der(self.w)
        yield self.flange_a.tau + self.flange_b.tau - self.tau == 0
