"""Ratchet with an elastic pawl."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.couplings.interfaces import Pawl
from drivetrain.mechanics.contact import limited_damping
from drivetrain.modeling import Expr, boolean, parameter, variable, where
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["Ratchet"]


class Ratchet(Pawl, ConditionalHeatPort):
    """Toothed wheel with a pawl: flange_b advances freely against flange_a, and is caught back.

    The pawl drops behind every tooth that passes. When the motion reverses, the wheel is free until
    the last of these teeth meets the pawl, at most one pitch away, and is then held by the spring
    and damper of the pawl. `tooth` counts the teeth that have passed.

    Notes
    -----
    The teeth are at the relative angles ``k * pitch``. In contact the torque of the damper never
    exceeds that of the spring: it grows from zero however hard the impact, and the pawl never
    pulls. The pawl has no mass and does not drag on the teeth. Unlike a `rotational.OneWayClutch`,
    a ratchet catches only at teeth, and at a finite speed: a wheel that the torque `T` drives back
    from the angle `φ` hits the pawl with ``J w² / 2 = T (φ - pitch * floor(φ / pitch))``.

    Examples
    --------
    >>> import math
    >>> from drivetrain.couplings import Ratchet
    >>> ratchet = Ratchet(pitch=2 * math.pi / 12, c=1e4, d=5.0)
    """

    c = parameter(unit="N.m/rad", min=sys.float_info.min, doc="Stiffness of the pawl, > 0")
    d = parameter(0.0, unit="N.m.s/rad", min=0, doc="Damping constant of the pawl")
    holds = boolean(doc="True while the pawl holds a tooth")
    depth = variable("rad", doc="Angle by which the pawl yields, at least 0")
    tau_c = variable("N.m", doc="Torque of the spring of the pawl, at least 0")

    def equations(self) -> Iterable[Any]:
        yield self.holds == (self.phi_rel < self.caught)
        yield self.depth == where(self.holds, self.caught - self.phi_rel, 0)
        yield self.tau_c == self.c * self.depth
        damper = limited_damping(self.tau_c, -self.d * self.w_rel)
        yield self.tau == where(self.holds, -self.tau_c - damper, 0)
        yield self.loss_power == where(self.holds, -damper * self.w_rel, 0)

    def stored_energy(self) -> Expr:
        """Return the energy of the spring, J."""
        energy: Expr = self.c * self.depth**2 / 2
        return energy
