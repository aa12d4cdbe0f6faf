"""Losses of gears that can stick."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Final

from drivetrain.modeling import (
    Expr,
    boolean,
    constant,
    contact,
    der,
    ensure,
    fixed,
    integer,
    no_event,
    parameter,
    table,
    variable,
    where,
)
from drivetrain.rotational.interfaces.friction import (
    BACKWARD,
    FORWARD,
    FREE,
    MODES,
    NEVER,
    SMOOTHNESS,
    STUCK,
    UNIT_ACCELERATION,
    UNIT_TORQUE,
    never_drives,
)
from drivetrain.rotational.interfaces.two_flanges import TwoFlanges

__all__ = ["GearLosses"]

_ROUNDING: Final = 1e-9
_WITHOUT_LOSS: Final = ((0.0, 1.0, 1.0, 0.0, 0.0),)


class GearLosses(TwoFlanges):
    """Base of gears with losses in teeth and bearings: loss torque and modes.

    Subclasses define the motion of flange_a (`w_a`), the driving side (`tau_a_pos`), the torque
    left for flange_b, and with `thresholds` when a gear at rest begins to move.

    The quadrants are numbered by the sign of the torque; at negative speed, flange_a pushes forward
    in `quadrant4` and pulls back in `quadrant3`. There is no peak and no hysteresis at break-away.

    Where a source prescribes the speed, nothing can stick: the mode is the sign of the speed, and
    the loss torque at rest, which is undetermined, is taken as zero. Between elastic shafts without
    inertia the speed follows from the torque balance: beyond the loss torque at rest `sa` is the
    speed, shifted by it. The compiler finds such places.
    """

    symbol = "lossy_gear"

    law = parameter(
        "acceleration",
        structural=True,
        choices=("acceleration", "velocity", "prescribed"),
        doc="Abscissa of the loss curve; velocity without inertia on both sides, "
        "prescribed where a source gives the speed",
    )
    smoothness = parameter(
        "linear_segments",
        structural=True,
        choices=SMOOTHNESS,
        doc="Interpolation of the losses between the points",
    )
    loss_table = table(
        [[0, 1, 1, 0, 0]],
        units=("rad/s", "1", "1", "N.m", "N.m"),
        min=(None, sys.float_info.min, sys.float_info.min, 0, 0),
        max=(None, 1, 1),
        smoothness=smoothness,
        doc="Efficiencies eta1, eta2 and bearing torques tau_bf1, tau_bf2 over |w_a|",
    )
    ideal = parameter(loss_table.matches(_WITHOUT_LOSS), final=True, doc="True without losses")
    w_a = variable("rad/s", doc="Speed of flange_a relative to the housing")
    a_a = variable("rad/s2", doc="Acceleration of flange_a relative to the housing")
    eta_mf1 = variable(doc="Efficiency of the teeth while flange_a drives")
    eta_mf2 = variable(doc="Efficiency of the teeth while flange_b drives")
    tau_bf1 = variable("N.m", doc="Bearing torque while flange_a drives")
    tau_bf2 = variable("N.m", doc="Bearing torque while flange_b drives")
    quadrant1 = variable("N.m", doc="Loss torque of forward motion, flange_a drives")
    quadrant2 = variable("N.m", doc="Loss torque of forward motion, flange_b drives")
    quadrant3 = variable("N.m", doc="Loss torque of backward motion, flange_a drives")
    quadrant4 = variable("N.m", doc="Loss torque of backward motion, flange_b drives")
    tau_loss = variable("N.m", doc="Loss torque, referred to flange_a")
    tau_loss_max = variable("N.m", doc="Loss torque of forward motion")
    tau_loss_min = variable("N.m", doc="Loss torque of backward motion")
    tau_a_pos = boolean(start=True, doc="True while flange_a drives forward motion")
    grip = variable(least_change=True, doc="Holding torque while stuck, else torque in motion")
    sa = variable(doc="Parameter of the loss curve: torque if stuck, else acceleration")
    start_forward = boolean(doc="True while it moves forward")
    start_backward = boolean(doc="True while it moves backward")
    locked = boolean(doc="True while the gear does not move")
    mode = integer(start=fixed(FREE), labels=MODES, doc="State of the gear")

    def equations(self) -> Iterable[Any]:
        tau_a, speed, ideal = self.flange_a.tau, abs(self.w_a), self.ideal
        yield self.a_a == der(self.w_a)
        yield self.eta_mf1 == where(ideal, 1, self.loss_table(speed, 2))
        yield self.eta_mf2 == where(ideal, 1, self.loss_table(speed, 3))
        yield self.tau_bf1 == where(ideal, 0, self.loss_table(speed, 4))
        yield self.tau_bf2 == where(ideal, 0, self.loss_table(speed, 5))
        yield self.quadrant1 == (1 - self.eta_mf1) * tau_a + self.tau_bf1
        yield self.quadrant2 == (1 - 1 / self.eta_mf2) * tau_a + self.tau_bf2
        yield self.quadrant4 == (1 - 1 / self.eta_mf2) * tau_a - self.tau_bf2
        yield self.quadrant3 == (1 - self.eta_mf1) * tau_a - self.tau_bf1
        yield self.tau_loss_max == where(self.tau_a_pos, self.quadrant1, self.quadrant2)
        yield self.tau_loss_min == where(self.tau_a_pos, self.quadrant4, self.quadrant3)
        for eta in (self.eta_mf1, self.eta_mf2):
            yield ensure(
                no_event((eta > 0) & (eta <= 1 + _ROUNDING)),
                "an efficiency of the teeth is not between 0 and 1; outside its rows loss_table "
                "goes on as between the two nearest: a row for the speed 0 or for the largest "
                "speed may be missing",
            )
        for column, torque in ((4, self.tau_bf1), (5, self.tau_bf2)):
            yield never_drives("loss_table", torque, self.loss_table(0.0, column), NEVER)
        yield from self.modes()

    def modes(self) -> Iterable[Any]:
        """Yield the force law of the losses."""
        unit, acceleration = UNIT_TORQUE, self.a_a / UNIT_ACCELERATION
        slip = self.w_a / (UNIT_ACCELERATION * constant(1.0, "s"))
        sliding = where(self.goes_forward(), self.tau_loss_max, self.tau_loss_min)
        upper, lower = self.thresholds()
        limits = (lower / unit, upper / unit)
        loss = where(self.locked, self.grip * unit, sliding)
        yield self.tau_loss == where(self.ideal, 0, loss)
        yield contact(
            slip,
            acceleration=acceleration,
            load=self.grip,
            at_rest=limits,
            sliding=limits,
            law=self.tau_loss / unit,
            free=self.ideal,
            locked=self.locked,
            forward=self.start_forward,
            backward=self.start_backward,
            level=self.law,
            massless={"law": "velocity"},
            prescribed={"law": "prescribed"},
        )
        yield self.sa == where(
            self.locked, self.grip, acceleration if self.law == "acceleration" else slip
        )
        direction = where(self.start_forward, FORWARD, where(self.start_backward, BACKWARD, STUCK))
        yield self.mode == where(self.ideal, FREE, direction)

    def goes_forward(self) -> Expr:
        """Return the condition under which a gear that is not stuck turns forward, not backward."""
        return self.start_forward

    def thresholds(self) -> tuple[Expr, Expr]:
        """Return the loss torques beyond which a gear at rest starts forward and backward, N·m."""
        return self.tau_loss_max, self.tau_loss_min
