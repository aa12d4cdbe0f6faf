"""Friction of teeth that slide along each other, as in worms and screws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from drivetrain.gears.interfaces.two_housings import TwoHousings
from drivetrain.mechanics.friction import Surfaces
from drivetrain.modeling import der, parameter, variable, where
from drivetrain.rotational.interfaces import FlangeB, FrictionWithTwoLimits
from drivetrain.rotational.interfaces.friction import NEVER
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["ToothFriction"]


class ToothFriction(TwoHousings, FrictionWithTwoLimits, ConditionalHeatPort):
    """Base of gears whose tooth losses may be so large that flange_b cannot drive.

    Subclasses define the efficiencies `eta1` and `eta2`, and with `eta2_0` the latter at rest. With
    the torque at flange_a that a lossless gear would need, ``tau_ideal = -flange_b.tau / ratio``,

    * flange_a has to supply ``tau_ideal / eta1`` while it drives,
    * ``eta2 * tau_ideal`` remains at flange_a while flange_b drives; if `eta2` is negative, the
      gear is self-locking and flange_a has to help.

    `tau_bearing` is added. At rest the teeth hold any torque between the two.

    Notes
    -----
    The friction depends on the torque of flange_b, which remains meaningful if `eta2` is negative.
    That torque also presses the flanks together while they decelerate a heavy load, so rigid bodies
    may have no consistent motion, or two: Painlevé's paradox [1]_. With ``J_a`` and ``J_b``, the
    inertias that turn with the two flanges, there is exactly one if
    ``J_a + eta2 J_b / ratio**2 > 0``. Otherwise a self-locking gear that lowers a load jams when
    its motor releases it, and has two motions while the motor pushes. Either case ends a run and
    reports the criterion; an elastic part between gear and load makes the motion unique again.

    References
    ----------
    .. [1] B. Brogliato, "Nonsmooth Mechanics", 3rd edition, Springer, 2016, on the paradox of
       Painlevé.
    """

    symbol = "lossy_gear"

    ratio = parameter(
        nonzero=True, doc="Transmission ratio: speed of flange_a over speed of flange_b"
    )
    tau_bearing = parameter(
        0.0, unit="N.m", min=0, doc="Friction torque of the bearings, at flange_a"
    )
    flange_b = FlangeB(doc="Driven shaft")
    phi_a = variable("rad", doc="Angle of flange_a relative to its housing")
    phi_b = variable("rad", doc="Angle of flange_b relative to its housing")
    w_a = variable("rad/s", doc="Speed of flange_a relative to its housing")
    a_a = variable("rad/s2", doc="Acceleration of flange_a relative to its housing")
    eta1 = variable(doc="Efficiency of the teeth while flange_a drives")
    eta2 = variable(doc="Efficiency of the teeth while flange_b drives, negative if self-locking")
    tau_ideal = variable("N.m", doc="Torque at flange_a that a lossless gear would need")
    tau = variable("N.m", doc="Loss torque at flange_a, positive against positive speed")
    eta2_0: Any

    def equations(self) -> Iterable[Any]:
        yield self.phi_a == self.flange_a.phi - self.phi_support_a
        yield self.phi_b == self.flange_b.phi - self.phi_support_b
        yield self.phi_a == self.ratio * self.phi_b
        yield self.w_a == der(self.phi_a)
        yield self.a_a == der(self.w_a)
        yield self.w_relfric == self.w_a
        yield self.a_relfric == self.a_a
        yield self.free == NEVER
        yield self.tau_driven == self.flange_b.tau
        yield self.tau_ideal == -self.flange_b.tau / self.ratio
        yield self.flange_a.tau == self.tau_ideal + self.tau
        yield from self.limits()
        yield self.loss_power == self.tau * self.w_a

    def surfaces(self) -> Surfaces:
        """Return the flanks, which are pressed together by the load they drive."""
        return replace(super().surfaces(), jams=True)

    def limits(self) -> Iterable[Any]:
        """Yield the loss torques of forward and backward motion."""
        y = self.tau_ideal
        driving, driven = 1 / self.eta1 - 1, 1 - self.eta2
        # Not |y|: this way the torques follow from linear equations, whatever the sign.
        yield self.tau_forward == where(y >= 0, driving * y, -driven * y) + self.tau_bearing
        yield self.tau_backward == where(y >= 0, driven * y, -driving * y) + self.tau_bearing

    @classmethod
    def _without_modes(cls, values: Mapping[str, Any]) -> str:
        """Return the remedy where no modes agree: a self-locking gear with a heavy load jams."""
        eta2, ratio = float(values["eta2_0"]), float(values["ratio"])
        if eta2 >= 0:
            return super()._without_modes(values)
        least = -eta2 / ratio**2
        return (
            f"the gear is self-locking (eta2 = {eta2:.6g} at rest), and rigid teeth jam unless "
            "J_a + eta2 J_b / i^2 > 0 for the inertias J_a and J_b that turn with flange_a and "
            f"flange_b: J_a has to be more than {least:.6g} J_b; give flange_a more inertia, or "
            "put an elastic shaft (SpringDamper, ElastoBacklash) between the gear and its load"
        )
