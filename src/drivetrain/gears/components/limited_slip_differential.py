"""Differential with friction between its shafts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final

from drivetrain.gears.interfaces import ThreeShafts
from drivetrain.modeling import Expr, RealInput, der, parameter, variable, where
from drivetrain.rotational.interfaces import Friction
from drivetrain.rotational.interfaces.friction import NEVER, UNIT_TORQUE
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["LimitedSlipDifferential"]

_BELOW_ONE: Final = math.nextafter(1.0, 0.0)


class LimitedSlipDifferential(ThreeShafts, Friction, ConditionalHeatPort):
    """Final drive and differential with friction between the two shafts.

    The friction torque `tau` is the difference between the torques of the shafts: the slower one
    gets ``tau / 2`` more than half of the cage's torque, the faster one ``tau / 2`` less. While the
    shafts slide,

    * ``tau = tau_preload + k_drive * |tau_cage|`` if `tau_cage` is positive,
    * ``tau = tau_preload + k_coast * |tau_cage|`` if it is negative (overrun), because then other
      ramps act on the pins of the planets;

    at rest it is up to `peak` times that, and the shafts turn as one. Without preload the slower
    shaft thus gets ``(1 + k) / (1 - k)`` times the torque of the faster one.

    For plates pressed by ramps [1]_, with `N` faces on each side, the friction coefficient `mu`,
    the mean friction radius `r_f`, the preload force `F_0`, the ramp angle `theta` against the axis
    and the radius `r_p` of the pins, ``tau_preload = 2 N mu r_f F_0`` and
    ``k = 2 N mu r_f / (r_p tan(theta))``. For helical and worm types `k_drive` and `k_coast` are
    measured. For an active differential set ``use_lock_input=True``; its torque is the signal
    `lock`.  The side gears have the inertia `J_side` each, so the shafts may be connected directly
    to springs.

    References
    ----------
    .. [1] H. Naunheimer, B. Bertsche, J. Ryborz, W. Novak, "Automotive Transmissions", 2nd edition,
       Springer, 2011.

    Examples
    --------
    >>> import drivetrain as dt
    >>> axle = dt.gears.LimitedSlipDifferential(ratio=3.5, tau_preload=40, k_drive=0.35)
    """

    symbol = "differential"

    tau_preload = parameter(50.0, unit="N.m", min=0, doc="Friction torque without load")
    k_drive = parameter(
        0.3, min=0, max=_BELOW_ONE, doc="Friction torque over positive torque of the cage, < 1"
    )
    k_coast = parameter(
        0.15, min=0, max=_BELOW_ONE, doc="Friction torque over negative torque of the cage, < 1"
    )
    peak = parameter(1.0, min=1, doc="Largest torque at rest over sliding torque at zero speed")
    d = parameter(0.0, unit="N.m.s/rad", min=0, doc="Viscous share: torque over relative speed")
    J_side = parameter(0.003, unit="kg.m2", min=0, doc="Moment of inertia of each side gear")
    use_lock_input = parameter(
        False, structural=True, doc="True if the signal `lock` adds a friction torque"
    )
    lock = RealInput("N.m", enabled=use_lock_input, doc="Additional friction torque; none up to 0")
    phi_rel = variable(
        "rad", start=0.0, state_select="prefer", doc="Relative angle: left.phi - right.phi"
    )
    w_rel = variable("rad/s", start=0.0, state_select="prefer", doc="Relative speed: der(phi_rel)")
    a_rel = variable("rad/s2", doc="Relative acceleration: der(w_rel)")
    w_left = variable("rad/s", doc="Speed of the left shaft")
    w_right = variable("rad/s", doc="Speed of the right shaft")
    tau = variable("N.m", doc="Friction torque: tau_left - tau_right")

    def equations(self) -> Iterable[Any]:
        yield self.phi_rel == self.left.phi - self.right.phi
        yield self.w_rel == der(self.phi_rel)
        yield self.a_rel == der(self.w_rel)
        yield self.w_left == der(self.left.phi)
        yield self.w_right == der(self.right.phi)
        yield self.tau_left == -self.tau_cage / 2 + self.tau / 2
        yield self.tau_right == -self.tau_cage / 2 - self.tau / 2
        yield self.left.tau == self.tau_left + self.J_side * der(self.w_left)
        yield self.right.tau == self.tau_right + self.J_side * der(self.w_right)
        yield from self.friction()

    def friction(self) -> Iterable[Any]:
        """Yield the law of the friction between the two shafts."""
        load = self.tau_cage
        yield self.free == NEVER
        yield self.w_relfric == self.w_rel
        yield self.a_relfric == self.a_rel
        # Not |load|: this way the torques follow from linear equations, whatever the sign.
        following = where(load >= 0, self.k_drive * load, -self.k_coast * load)
        yield self.tau0 == self.tau_preload + self.in_addition() + following
        yield self.tau0_max == self.peak * self.tau0
        dry = where(self.goes_forward(), self.tau0, -self.tau0)
        yield self.tau == where(self.locked, self.grip * UNIT_TORQUE, dry + self.d * self.w_rel)
        yield self.loss_power == self.tau * self.w_rel / 2

    def in_addition(self) -> Any:
        """Return the friction torque requested by the signal, N·m."""
        if self.use_lock_input:
            return where(self.lock > 0, self.lock, 0)
        return 0

    def stored_energy(self) -> Expr:
        """Return the kinetic energy of the side gears, J."""
        energy: Expr = self.J_side * (self.w_left**2 + self.w_right**2) / 2
        return energy
