"""Clutch with a freewheel."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Final

from drivetrain.edition2002.interfaces import CompliantWithSpeed, FrictionPlates
from drivetrain.modeling import (
    Expr,
    boolean,
    constant,
    der,
    fixed,
    maximum,
    parameter,
    variable,
    where,
)
from drivetrain.rotational.interfaces.freewheel import Freewheel
from drivetrain.rotational.interfaces.friction import UNIT_TORQUE, never_drives

__all__ = ["OneWayClutch"]

EPS0: Final = constant(1e-4)


class OneWayClutch(Freewheel, CompliantWithSpeed, FrictionPlates):
    """Clutch and freewheel in parallel: flange_b can be faster than flange_a, never slower.

    The equations are the current ones, including the shift of `sa`: with the sliding torque, as in
    the other friction elements of 2002, a clutch at its limit next to a holding lock would toggle.
    Only the speed that counts as a jump is 1 rad/s here, and `stuck` always starts with False.
    """

    symbol = "freewheel"

    w_small = parameter(
        1.0,
        unit="rad/s",
        min=sys.float_info.epsilon,
        doc="Relative speed of a stuck clutch that counts as a jump",
    )
    peak2 = parameter(maximum(FrictionPlates.peak, 1 + EPS0), final=True, doc="Effective peak")
    tau0_max_low = parameter(
        EPS0 * FrictionPlates.mue0 * FrictionPlates.cgeo * FrictionPlates.fn_max,
        unit="N.m",
        final=True,
        doc="Threshold of the released clutch",
    )
    a_rel = variable("rad/s2", doc="Relative acceleration: der(w_rel)")
    tau0 = variable("N.m", doc="Sliding friction torque at zero speed")
    tau0_max = variable("N.m", doc="Largest forward friction torque at rest")
    free = boolean(doc="True while the clutch is released")
    stuck = boolean(start=fixed(False), doc="True while locked or about to slide, not yet forward")

    def equations(self) -> Iterable[Any]:
        w = self.w_rel
        yield self.a_rel == der(self.w_rel)
        yield self.free == (self.in_port <= 0)
        yield self.fn == where(self.free, 0, self.fn_max * self.in_port)
        yield self.tau0 == self.mue0 * self.cgeo * self.fn
        yield self.tau0_max == where(self.free, self.tau0_max_low, self.peak2 * self.tau0)
        yield from self.locking()
        yield self.mue == self.mue_pos(w)
        sliding = where(self.free, 0, self.mue * self.cgeo * self.fn)
        yield self.tau == where(self.locked, self.grip * UNIT_TORQUE, sliding)
        yield never_drives("mue_pos", self.mue, self.mue0, self.free | self.stuck)
        yield self.starts_forward()

    def dissipated_power(self) -> Expr:
        """Return the power dissipated as heat, W."""
        return where(self.stuck, 0, self.tau * self.w_rel)
