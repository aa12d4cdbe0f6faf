"""Elastic stop."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    Expr,
    boolean,
    constant,
    maximum,
    minimum,
    no_event,
    parameter,
    smooth,
    variable,
    where,
)
from drivetrain.thermal.interfaces import ConditionalHeatPort
from drivetrain.translational.interfaces import CompliantWithRelativeStates

__all__ = ["ElastoGap"]


class ElastoGap(CompliantWithRelativeStates, ConditionalHeatPort):
    """Spring and damper that act only while the flanges are closer than `s_rel0`.

    The contact never pulls: the damping force never exceeds that of the spring. The spring force is
    ``f_ref * (gap / s_ref)**n``; ``n = 1`` is a linear spring of stiffness `c`, ``n = 1.5`` a
    Hertzian contact.
    """

    symbol = "backlash"

    c = parameter(unit="N/m", min=0, doc="Spring stiffness")
    d = parameter(unit="N.s/m", min=0, doc="Damping constant")
    s_rel0 = parameter(0.0, unit="m", doc="Relative distance at which contact begins")
    s_ref = parameter(1.0, unit="m", min=sys.float_info.epsilon, doc="Penetration at f_ref")
    f_ref = parameter(c * s_ref, unit="N", min=0, doc="Spring force at s_ref")
    n = parameter(1.0, min=1, doc="Exponent of the spring force")
    contact = boolean(doc="True while the flanges touch")
    f_c = variable("N", doc="Force of the spring")
    f_d2 = variable("N", doc="Force of the damper before it is limited")
    f_d = variable("N", doc="Force of the damper")

    def equations(self) -> Iterable[Any]:
        yield self.contact == (self.s_rel < self.s_rel0)
        power = abs(self.deflection()) ** self.n
        yield self.f_c == smooth(1, where(self.contact, -self.f_ref * power, 0))
        yield self.f_d2 == where(self.contact, self.d * self.v_rel, 0)
        limited = minimum(maximum(self.f_d2, self.f_c), -self.f_c)
        yield self.f_d == no_event(where(self.contact, limited, 0))
        yield self.f == self.f_c + self.f_d
        yield self.loss_power == self.f_d * self.v_rel

    def deflection(self) -> Expr:
        """Return the deflection of the contact over `s_ref`."""
        ratio: Expr = (self.s_rel - self.s_rel0) / self.s_ref
        return ratio

    def stored_energy(self) -> Expr:
        """Return the energy of the spring, J."""
        depth = maximum(-self.deflection(), constant(0.0))
        energy: Expr = self.f_ref * self.s_ref * depth ** (self.n + 1) / (self.n + 1)
        return energy
