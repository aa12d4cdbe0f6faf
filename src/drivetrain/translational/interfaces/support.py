"""Components with a housing that is grounded or on a support flange."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, der, parameter, variable
from drivetrain.translational.interfaces.connectors import FlangeA, FlangeB, Support
from drivetrain.translational.interfaces.two_flanges import TwoFlanges

__all__ = [
    "InternalSupport",
    "OneFlangeAndHousing",
    "OneFlangeAndSupport",
    "RodOnSupport",
    "TwoFlangesAndHousing",
    "TwoFlangesAndSupport",
]


class OneFlangeAndSupport(Component):
    """Base of components with one rod flange and a housing."""

    use_support = parameter(
        False, structural=True, doc="True if the housing is the flange `support`, else it is fixed"
    )
    flange = FlangeB(doc="Flange of the rod")
    support = Support(enabled=use_support, required=True, doc="Housing")
    s_support = variable("m", doc="Absolute position of the housing")
    s = variable("m", doc="Distance of the flange from the support")

    def equations(self) -> Iterable[Any]:
        yield self.s == self.flange.s - self.s_support
        if self.use_support:
            yield self.support.s == self.s_support
            yield self.support.f == -self.flange.f
        else:
            yield self.s_support == 0


class TwoFlangesAndSupport(TwoFlanges):
    """Base of components with two rod flanges and a housing."""

    use_support = parameter(
        False, structural=True, doc="True if the housing is the flange `support`, else it is fixed"
    )
    support = Support(enabled=use_support, required=True, doc="Housing")
    s_support = variable("m", doc="Absolute position of the housing")
    s_a = variable("m", doc="Distance of flange_a from the support")
    s_b = variable("m", doc="Distance of flange_b from the support")

    def equations(self) -> Iterable[Any]:
        yield self.s_a == self.flange_a.s - self.s_support
        yield self.s_b == self.flange_b.s - self.s_support
        if self.use_support:
            yield self.support.s == self.s_support
            yield self.support.f == -self.flange_a.f - self.flange_b.f
        else:
            yield self.s_support == 0


class RodOnSupport(TwoFlangesAndSupport):
    """Base of components that brake a rigid rod against the housing with the force `f`."""

    s = variable("m", doc="Position of the rod relative to the housing")
    f = variable("N", doc="Braking force, positive against positive speed")
    v = variable("m/s", doc="Speed of the rod relative to the housing")
    a = variable("m/s2", doc="Acceleration of the rod relative to the housing")

    def equations(self) -> Iterable[Any]:
        yield self.s == self.s_a
        yield self.s_a == self.s_b
        yield self.v == der(self.s)
        yield self.a == der(self.v)
        yield self.flange_a.f + self.flange_b.f - self.f == 0


class InternalSupport(Component):
    """Housing of a component whose equations say which force acts on it."""

    f = RealInput(unit="N", doc="Force on the housing")
    s = variable("m", doc="Position of the housing")
    flange = FlangeA(doc="Flange for the support, or for what the housing is fixed to")

    def equations(self) -> Iterable[Any]:
        yield self.flange.f == self.f
        yield self.flange.s == self.s


class _Ground(Component):
    """What a housing is fixed to."""

    flange = FlangeB(doc="Fixed flange")

    def equations(self) -> Iterable[Any]:
        yield self.flange.s == 0


class OneFlangeAndHousing(Component):
    """Base of components that are made of parts, with one rod flange and a housing for them."""

    use_support = parameter(
        False, structural=True, doc="True if the housing is the flange `support`, else it is fixed"
    )
    flange = FlangeB(doc="Flange of the rod")
    support = Support(enabled=use_support, required=True, doc="Housing")
    internal_support = Support(doc="Housing, for the parts inside")
    fixed = _Ground(enabled=~use_support)

    def equations(self) -> Iterable[Any]:
        if self.use_support:
            yield self.support >> self.internal_support
        else:
            yield self.fixed.flange >> self.internal_support


class TwoFlangesAndHousing(TwoFlanges):
    """Base of components that are made of parts, with two rod flanges and a housing for them."""

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
