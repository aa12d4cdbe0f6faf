"""Dog clutch with elastic flanks."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.clutches.interfaces import DogTeeth
from drivetrain.mechanics.contact import limited_damping
from drivetrain.modeling import Expr, computed, maximum, parameter, tan, variable, where
from drivetrain.rotational.interfaces import CompliantWithRelativeStates, Friction
from drivetrain.rotational.interfaces.friction import UNIT_TORQUE, priority_of_speed

__all__ = ["DogClutch"]


class DogClutch(DogTeeth, Friction):
    r"""Teeth of a sliding sleeve that engage with those of a wheel.

    A positive motion of `sleeve` engages. While it is *out*, no torque is transmitted. When the
    sleeve reaches `s_tips`, either a tooth finds a gap, and the sleeve moves *inside*, or the tips
    are *facing* each other: the sleeve is pushed back, and rubs on the wheel until a gap passes.
    Inside, the flanks transmit torque after a clearance. The sleeve disengages when it returns to
    `s_tips`, whatever the torque.

    Notes
    -----
    With the pitch ``p = 2π / teeth`` a tooth faces a gap while ``cos(teeth φ) > cos(teeth b / 2)``,
    where `φ` is the relative angle and `b` the clearance. So at rest, if all angles are equally
    likely, a gap is found immediately with the probability ``b / p``. If the teeth slide past each
    other at the speed `ω` and the sleeve moves in at the speed `v`, a tooth that has just found a
    gap is ``b v / ω`` deep when it meets the flank [1]_ [2]_.

    *Flanks* are springs with dampers on both sides of the clearance. With an `undercut` angle `α`
    they recede outwards: with the mean `radius` `r` and the overlap `x` of the teeth their distance
    is ``b / 2 + x tan(α) / r`` on either side, and a torque `τ` pulls the sleeve inwards by
    ``τ tan(α) / r``. Sides that meet at the speed difference `Δω` give the torque ``Δω sqrt(c J)``,
    with the reduced inertia `J` of both sides and without damping.

    *Tips* are a spring with a damper along the axis. Their friction torque ``mu f_tip r`` sticks
    and slips like that of a `rotational.Clutch`. No damper is stronger than its spring, so no
    contact pulls. The friction of loaded flanks against the motion of the sleeve is neglected.

    *Energy.* When the teeth fall into the gaps, the energy stored in the springs of the tips is
    lost, and so is that of the flanks when the sleeve disengages under load. It turns into heat
    with the time constant `T_ring`, which has no influence on the motion.

    References
    ----------
    .. [1] G. Bóka, J. Márialigeti, L. Lovas, B. Trencséni, "Face dog clutch engagement at low
       mismatch speed", Periodica Polytechnica Transportation Engineering 38, 2010.
    .. [2] M. Andersson, K. Goetz, "FE analysis of a dog clutch for trucks with all-wheel-drive",
       Linnaeus University, 2010.

    Examples
    --------
    >>> from math import radians
    >>> from drivetrain.clutches import DogClutch
    >>> clutch = DogClutch(teeth=12, b=radians(4), c=2e4, d=5, c_tip=1e6, radius=0.04)
    """

    c = parameter(unit="N.m/rad", min=sys.float_info.min, doc="Stiffness of the flanks, > 0")
    d = parameter(0.0, unit="N.m.s/rad", min=0, doc="Damping constant of the flanks")
    undercut = parameter(
        0.0, unit="rad", min=0, max=1, doc="Angle by which the flanks recede outwards"
    )
    radius = parameter(unit="m", min=sys.float_info.min, doc="Mean radius of the teeth, > 0")
    mu_tip = parameter(0.1, min=0, doc="Friction coefficient of the tips")
    slope = parameter(
        tan(undercut) / radius, unit="rad/m", final=True, doc="Clearance over overlap, on one side"
    )
    w_rel = variable(
        "rad/s",
        state_select=computed(
            priority_of_speed, Friction.law, CompliantWithRelativeStates.state_select
        ),
        doc="Relative speed: der(phi_rel)",
    )
    half = variable("rad", doc="Clearance to either side")
    depth = variable("rad", doc="Angle by which the flanks yield, at least 0")
    rate = variable("rad/s", doc="Speed at which `depth` grows")
    tau_c = variable("N.m", doc="Torque of the spring of the flanks, at least 0")
    push = variable("N.m", doc="Contact torque of the flanks, at least 0")

    def equations(self) -> Iterable[Any]:
        yield from self._rubbing()
        yield from self._flanks()
        held = self.grip * UNIT_TORQUE
        sliding = where(self.goes_forward(), self.tau0, -self.tau0)
        rubs = where(self.locked, held, where(self.free, 0, sliding))
        yield self.tau == where(self.inside, self.by_flank(self.push, -self.push), rubs)
        yield self.sleeve.f == self.f_tip - self.slope * self.push
        flanks = (self.push - self.tau_c) * self.rate
        tips = where(self.inside, 0, self.tau * self.w_rel) + self.tip_loss()
        yield self.loss_power == flanks + tips

    def _rubbing(self) -> Iterable[Any]:
        """Yield the friction limit of the tips."""
        yield self.free == ~self.facing
        yield self.tau0 == self.mu_tip * self.radius * self.f_tip
        yield self.tau0_max == self.tau0
        yield self.w_relfric == self.w_rel
        yield self.a_relfric == self.a_rel

    def _flanks(self) -> Iterable[Any]:
        """Yield the contact of the flanks."""
        yield self.half == self.b / 2 + self.slope * self.overlap
        yield self.depth == self.by_flank(self.delta - self.half, -self.delta - self.half)
        closing = self.slope * self.v_sleeve
        yield self.rate == self.by_flank(self.w_rel - closing, -self.w_rel - closing)
        yield self.tau_c == self.c * self.depth
        yield self.push == self.tau_c + limited_damping(self.tau_c, self.d * self.rate)

    def by_flank(self, forward: Expr, backward: Expr) -> Expr:
        """Return the expression for the flank in contact, 0 if none is.

        Parameters
        ----------
        forward, backward : Expr
            Expressions for flange_b ahead of flange_a, and behind it.
        """
        ahead, behind = self.delta > self.half, self.delta < -self.half
        touching = where(ahead, forward, where(behind, backward, 0))
        return where(self.inside, touching, 0)

    def left_by_flanks(self) -> Expr:
        """Return the energy of the flanks that is lost when the sleeve disengages, J."""
        energy: Expr = self.c * maximum(abs(self.delta) - self.half, 0) ** 2 / 2
        return energy

    def stored_energy(self) -> Expr:
        """Return the energy of the springs and of the residual vibrations, J."""
        energy: Expr = self.c * self.depth**2 / 2 + super().stored_energy()
        return energy
