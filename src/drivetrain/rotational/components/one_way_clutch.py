"""Clutch with a freewheel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from drivetrain.modeling import (
    RealInput,
    boolean,
    constant,
    maximum,
    parameter,
    table,
    variable,
    where,
)
from drivetrain.rotational.interfaces import CompliantWithRelativeStates
from drivetrain.rotational.interfaces.freewheel import Freewheel
from drivetrain.rotational.interfaces.friction import (
    SMOOTHNESS,
    UNIT_TORQUE,
    never_drives,
)
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["OneWayClutch"]

_EPS: Final = constant(1e-4)


class OneWayClutch(Freewheel, CompliantWithRelativeStates, ConditionalHeatPort):
    """Clutch and freewheel in parallel: flange_b can be faster than flange_a, never slower.

    The freewheel locks against negative relative speed with unlimited torque; in the forward
    direction the clutch slips above its friction torque. The two form one element, because the
    torques of two locks of one motion would be undetermined. For a freewheel alone keep the clutch
    open, ``OneWayClutch(fn_max=1, f_normalized=0)``. A negative relative speed at the start is an
    error.

    The peak is at least 1.0001, and the released clutch has a small threshold too. While the clutch
    slides, `sa` is the acceleration shifted by `tau0_max`, as in the other friction elements. With
    `tau0`, as in the Modelica library, the onset of sliding is momentarily contradictory if the
    inertias are large; the motion is the same.
    """

    symbol = "freewheel"

    smoothness = parameter(
        "linear_segments",
        structural=True,
        choices=SMOOTHNESS,
        doc="Interpolation of the friction coefficient between the points",
    )
    mu_pos = table(
        [[0, 0.5]],
        units=("rad/s", "1"),
        min=(None, 0),
        smoothness=smoothness,
        doc="Friction coefficient over positive relative speed",
    )
    peak = parameter(1.0, min=1, doc="Largest torque at rest over sliding torque at zero speed")
    cgeo = parameter(1.0, unit="m", min=0, doc="Geometry: friction torque over friction force")
    fn_max = parameter(unit="N", min=0, doc="Normal force at f_normalized = 1")
    w_small = parameter(
        1e10,
        unit="rad/s",
        min=0,
        doc="Speed near zero; use a small value only if speeds jump by reinitialisation",
    )
    mu0 = parameter(mu_pos(0.0), final=True, doc="Friction coefficient at zero speed")
    tau0_max_low = parameter(
        _EPS * mu0 * cgeo * fn_max, unit="N.m", final=True, doc="Threshold of the released clutch"
    )
    peak2 = parameter(maximum(peak, 1 + _EPS), final=True, doc="Effective peak")
    f_normalized = RealInput(doc="Normal force over fn_max, 0 … 1; the clutch is free up to 0")
    u = variable(doc="Normal force over fn_max, the same as f_normalized")
    fn = variable("N", doc="Normal force")
    mu = variable(doc="Sliding friction coefficient")
    tau0 = variable("N.m", doc="Sliding friction torque at zero speed")
    tau0_max = variable("N.m", doc="Largest forward friction torque at rest")
    free = boolean(doc="True while the clutch is released")
    stuck = boolean(doc="True while locked or about to slide, not yet forward")

    def equations(self) -> Iterable[Any]:
        w = self.w_rel
        yield self.u == self.f_normalized
        yield self.free == (self.f_normalized <= 0)
        yield self.fn == where(self.free, 0, self.fn_max * self.f_normalized)
        yield self.tau0 == self.mu0 * self.cgeo * self.fn
        yield self.tau0_max == where(self.free, self.tau0_max_low, self.peak2 * self.tau0)
        yield from self.locking()
        yield self.mu == self.mu_pos(w)
        sliding = where(self.free, 0, self.mu * self.cgeo * self.fn)
        yield self.tau == where(self.locked, self.grip * UNIT_TORQUE, sliding)
        yield self.loss_power == where(self.stuck, 0, self.tau * w)
        yield never_drives("mu_pos", self.mu, self.mu0, self.free | self.stuck)
        yield self.starts_forward()
