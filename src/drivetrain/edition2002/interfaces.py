"""Base classes of the 2002 edition, where they differ from the current ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from drivetrain.modeling import (
    Component,
    Expr,
    RealInput,
    der,
    parameter,
    table,
    variable,
    where,
)
from drivetrain.rotational.interfaces import (
    Compliant,
    FlangeA,
    FlangeB,
    Friction,
    Rigid,
    TwoFlanges,
)
from drivetrain.rotational.interfaces.friction import UNIT_TORQUE

__all__ = [
    "AbsoluteSensor",
    "CompliantWithSpeed",
    "FrictionBase",
    "FrictionDisc",
    "FrictionOnShaft",
    "FrictionPlates",
    "Housed",
    "RelativeSensor",
    "Source",
]

SMOOTHNESS: Final = "jumping_linear_segments"
"""Interpolation of tables between their points: two rows with the same speed make a jump."""


class Housed(Component):
    """Base of components that act between the ground and a single flange, `flange_b`."""

    flange_b = FlangeB(doc="Flange of the shaft")


class Source(Housed):
    """Base of sources, which exchange power with the surroundings of the driveline."""

    symbol = "torque"

    def supplied_power(self) -> Expr:
        """Return the power delivered into the driveline, W."""
        return -self.flange_b.tau * der(self.flange_b.phi)


class CompliantWithSpeed(Compliant):
    """Base of compliant components whose torque depends on the relative speed."""

    w_rel = variable("rad/s", doc="Relative speed: der(phi_rel)")

    def equations(self) -> Iterable[Any]:
        yield self.w_rel == der(self.phi_rel)


class FrictionBase(Friction):
    """Base of elements with dry friction: the current law with the offset `tau0`.

    While the surfaces slide, `sa` is the acceleration shifted by `tau0`, in the current library by
    `tau0_max`; the motion does not depend on it. (In the tools of 2002 it did for a break-away with
    ``peak > 1``: heavy shafts neither stuck nor started.) The speed that counts as a jump is 1
    rad/s; in the current library it is practically infinite.
    """

    w_small = parameter(
        1.0, unit="rad/s", min=0, doc="Speed against the direction of sliding that counts as a jump"
    )

    def offset(self) -> Expr:
        """Return the excess of `sa` over the acceleration while the surfaces slide forward, N·m."""
        return self.tau0

    def weight(self) -> Expr:
        """Return the torque that corresponds to 1 rad/s² in `sa`, N·m."""
        return UNIT_TORQUE

    def dissipated_power(self) -> Expr:
        """Return the power dissipated as heat, W."""
        power: Expr = self.tau * self.w_relfric
        return power


class FrictionOnShaft(Rigid, FrictionBase):
    """Base of elements that brake a shaft against the ground."""

    w = variable("rad/s", doc="Absolute speed of the shaft")
    a = variable("rad/s2", doc="Absolute acceleration of the shaft")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.phi)
        yield self.a == der(self.w)
        yield self.w_relfric == self.w
        yield self.a_relfric == self.a
        yield self.flange_a.tau + self.flange_b.tau - self.tau == 0


class FrictionPlates(Component):
    """Base of friction plates pressed together by a signal.

    The friction torque is ``mue(w) * cgeo * fn``. For `N` friction surfaces between the radii `r_i`
    and `r_o` that wear uniformly, ``cgeo = N * (r_o + r_i) / 2``.
    """

    mue_pos = table(
        [[0, 0.5]],
        units=("rad/s", "1"),
        min=(None, 0),
        smoothness=SMOOTHNESS,
        doc="Friction coefficient over positive relative speed",
    )
    peak = parameter(1.0, min=1, doc="Largest torque at rest over sliding torque at zero speed")
    cgeo = parameter(1.0, unit="m", min=0, doc="Geometry: friction torque over friction force")
    fn_max = parameter(1.0, unit="N", min=0, doc="Normal force if the signal is 1")
    mue0 = parameter(mue_pos(0.0), final=True, doc="Friction coefficient at zero speed")
    in_port = RealInput(doc="Normal force over fn_max, 0 … 1; the element is free up to 0")
    mue = variable(doc="Sliding friction coefficient, with the sign of the motion")
    fn = variable("N", doc="Normal force")


class FrictionDisc(FrictionBase, FrictionPlates):
    """Base of clutch and brake; their friction coefficient is odd in the speed in all modes."""

    def equations(self) -> Iterable[Any]:
        w = self.w_relfric
        yield self.mue == where(self.goes_forward(), self.mue_pos(w), -self.mue_pos(-w))
        yield self.fn == self.fn_max * self.in_port
        yield self.free == (self.fn <= 0)
        yield self.tau0 == self.mue0 * self.cgeo * self.fn
        yield self.tau0_max == self.peak * self.tau0
        sliding = where(self.free, 0, self.mue * self.cgeo * self.fn)
        yield self.tau == where(self.locked, self.grip * UNIT_TORQUE, sliding)
        yield self.resists("mue_pos", self.mue, self.mue0)


class AbsoluteSensor(Component):
    """Base of sensors of the motion of one flange; exerts no torque."""

    symbol = "sensor"

    flange_a = FlangeA(doc="Flange whose motion is measured")

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.tau == 0


class RelativeSensor(TwoFlanges):
    """Base of sensors of the motion of flange_b relative to flange_a; exerts no torque."""

    symbol = "sensor"

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.tau == 0
        yield self.flange_b.tau == 0
