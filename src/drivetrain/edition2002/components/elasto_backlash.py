"""Backlash with elastic contact."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

from drivetrain.edition2002.interfaces import CompliantWithSpeed
from drivetrain.modeling import Expr, constant, parameter, where

__all__ = ["ElastoBacklash"]

_NEGLIGIBLE: Final = constant(1e-10, "rad")


class ElastoBacklash(CompliantWithSpeed):
    """Backlash in series with a spring-damper that damps fully and may pull.

    The torque jumps by ``d * w_rel`` when contact is made, and pulls before contact is lost. The
    gap is centred at ``phi_rel = 0``: `phi_rel0` shifts the spring but not the gap, so with a
    nonzero value the torque jumps at both ends.
    """

    symbol = "backlash"

    b = parameter(0.0, unit="rad", min=0, doc="Total backlash")
    c = parameter(1e5, unit="N.m/rad", min=sys.float_info.min, doc="Stiffness in contact, > 0")
    phi_rel0 = parameter(0.0, unit="rad", doc="Relative angle of the relaxed spring")
    d = parameter(0.0, unit="N.m.s/rad", min=0, doc="Damping constant in contact")
    b2 = parameter(b / 2, unit="rad", final=True, doc="End of the gap")

    def equations(self) -> Iterable[Any]:
        yield self.tau == self.by_contact(
            lambda gap: self.c * (self.phi_rel - self.phi_rel0 - gap) + self.d * self.w_rel
        )

    def by_contact(self, law: Callable[[Expr], Expr]) -> Expr:
        """Return the expression for the current contact, 0 in the gap.

        Parameters
        ----------
        law : callable
            Law in contact at the given end of the gap (or at 0 without one).
        """
        at_the_beginning = where(self.phi_rel < -self.b2, law(-self.b2), 0)
        in_contact = where(self.phi_rel > self.b2, law(self.b2), at_the_beginning)
        return where(self.b2 > _NEGLIGIBLE, in_contact, law(constant(0.0, "rad")))

    def stored_energy(self) -> Expr:
        """Return the energy that the spring can release, J; 0 in the gap."""
        phi0 = where(self.b2 > _NEGLIGIBLE, self.phi_rel0, 0)
        return self.by_contact(
            lambda gap: self.c / 2 * ((self.phi_rel - self.phi_rel0 - gap) ** 2 - phi0**2)
        )

    def dissipated_power(self) -> Expr:
        """Return the power dissipated as heat, W."""
        return self.by_contact(lambda gap: self.d * self.w_rel**2)
