"""Base class of elements with backlash."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Final

from drivetrain.modeling import (
    Expr,
    constant,
    initial,
    integer,
    maximum,
    minimum,
    no_event,
    parameter,
    variable,
    where,
)
from drivetrain.modeling.expression import ExprLike
from drivetrain.rotational.interfaces.compliant import CompliantWithRelativeStates
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["Backlash"]

FLANKS: Final = {-1: "backward", 0: "free", 1: "forward", 2: "no gap"}
"""Which flank carries the torque; "free" between the two."""

_NEGLIGIBLE: Final = constant(1e-10, "rad")


class Backlash(CompliantWithRelativeStates, ConditionalHeatPort):
    """Base of spring-dampers that touch only outside a gap of width `b`.

    Subclasses define how much of the damping torque `tau_d` acts in contact.

    Notes
    -----
    In the gap the torque does not determine the angle. During initialisation the spring law is
    therefore replaced by a strictly increasing one: with a third of the stiffness up to
    ``1.5 * b_max``, with the stiffness `c` and the same gap beyond.
    """

    symbol = "backlash"

    c = parameter(unit="N.m/rad", min=sys.float_info.min, doc="Spring stiffness in contact, > 0")
    d = parameter(unit="N.m.s/rad", min=0, doc="Damping constant in contact")
    b = parameter(0.0, unit="rad", min=0, doc="Total backlash")
    phi_rel0 = parameter(0.0, unit="rad", doc="Relative angle in the middle of the gap")
    b_max = parameter(b / 2, unit="rad", final=True, doc="End of the gap")
    b_min = parameter(-b / 2, unit="rad", final=True, doc="Beginning of the gap")
    phi_diff = variable("rad", doc="Relative angle from the middle of the gap")
    contact = integer(labels=FLANKS, doc="Flank in contact")
    tau_c = variable("N.m", doc="Torque of the spring")
    tau_d = variable("N.m", doc="Torque of the damper as if it were always in contact")

    def equations(self) -> Iterable[Any]:
        delta = self.phi_diff
        yield delta == self.phi_rel - self.phi_rel0
        yield self.tau_d == self.d * self.w_rel
        yield self.contact == self.by_contact(2, 1, -1)
        beyond, before = self.c * (delta - self.b_max), self.c * (delta - self.b_min)
        rising = no_event(
            where(
                delta > 1.5 * self.b_max,
                beyond,
                where(delta < 1.5 * self.b_min, before, self.c / 3 * delta),
            )
        )
        yield self.tau_c == where(
            initial(), rising, self.by_contact(self.c * delta, beyond, before)
        )

    def by_contact(self, without_gap: ExprLike, beyond: ExprLike, before: ExprLike) -> Expr:
        """Return the expression that holds for the contact at hand, 0 in the gap.

        Parameters
        ----------
        without_gap : expression or number
            Law if the backlash is negligible.
        beyond, before : expression or number
            Laws beyond the end and before the beginning of the gap.
        """
        in_contact = where(
            self.phi_diff > self.b_max, beyond, where(self.phi_diff < self.b_min, before, 0)
        )
        return where(abs(self.b) <= _NEGLIGIBLE, without_gap, in_contact)

    def stored_energy(self) -> Expr:
        """Return the energy of the spring, J."""
        deflection = maximum(self.phi_diff - self.b_max, 0) + minimum(self.phi_diff - self.b_min, 0)
        energy: Expr = self.c * deflection**2 / 2
        return energy

    def dissipated_power(self) -> Expr:
        """Return the power that leaves the mechanical domain, W.

        It is `loss_power` plus, when the damper opens the contact, the power lost by the spring
        while it relaxes without a torque on the flanges.
        """
        return (self.tau - self.tau_c) * self.w_rel
