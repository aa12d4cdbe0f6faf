"""Components with a housing that is grounded or on a support flange."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, der, parameter, variable
from drivetrain.rotational.interfaces.connectors import FlangeA, FlangeB, Support
from drivetrain.rotational.interfaces.two_flanges import TwoFlanges

__all__ = [
    "InternalSupport",
    "OneFlangeAndHousing",
    "OneFlangeAndSupport",
    "ShaftOnSupport",
    "TwoFlangesAndHousing",
    "TwoFlangesAndSupport",
]


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


class InternalSupport(Component):
    """Housing of a component whose equations say which torque acts on it."""

    tau = RealInput(unit="N.m", doc="Torque on the housing")
    phi = variable("rad", doc="Angle of the housing")
    flange = FlangeA(doc="Flange for the support, or for what the housing is fixed to")

    def equations(self) -> Iterable[Any]:
        yield self.flange.tau == self.tau
        yield self.flange.phi == self.phi


class _Ground(Component):
    """What a housing is fixed to."""

    flange = FlangeB(doc="Fixed flange")

    def equations(self) -> Iterable[Any]:
        yield self.flange.phi == 0


class OneFlangeAndHousing(Component):
    """Base of components that are made of parts, with one shaft flange and a housing for them."""

    use_support = parameter(
        False, structural=True, doc="True if the housing is the flange `support`, else it is fixed"
    )
    flange = FlangeB(doc="Flange of the shaft")
    support = Support(enabled=use_support, required=True, doc="Housing")
    internal_support = Support(doc="Housing, for the parts inside")
    fixed = _Ground(enabled=~use_support)

    def equations(self) -> Iterable[Any]:
        if self.use_support:
            yield self.support >> self.internal_support
        else:
            yield self.fixed.flange >> self.internal_support


class TwoFlangesAndHousing(TwoFlanges):
    """Base of components that are made of parts, with two shaft flanges and a housing for them."""

    use_support = parameter(
        False, structural=True, doc="True if the housing is the flange `support`, else it is fixed"
    )
    support = Support(enabled=use_support, required=True, doc="Housing")
    internal_support = Support(doc="Housing, for the parts inside")
    fixed = _Ground(enabled=~use_support)

    def equations(self) -> Iterable[Any]:
        if self.use_support:
            yield self.support >> self.internal_support
        else:
            yield self.fixed.flange >> self.internal_support
