"""Gear with losses in teeth and bearings."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Final

from drivetrain.modeling import (
    Expr,
    boolean,
    constant,
    der,
    ensure,
    fixed,
    hold,
    initial,
    integer,
    no_event,
    parameter,
    pre,
    table,
    variable,
    where,
)
from drivetrain.rotational.interfaces import TwoFlangesAndSupport
from drivetrain.rotational.interfaces.friction import (
    BACKWARD,
    FORWARD,
    FREE,
    MODES,
    SMOOTHNESS,
    STUCK,
    UNIT_ACCELERATION,
    UNIT_TORQUE,
)
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["LossyGear"]

_EPS: Final = constant(sys.float_info.epsilon)
_WITHOUT_LOSS: Final = ((0.0, 1.0, 1.0, 0.0, 0.0),)


def _bearing_share(eta1: Expr, eta2: Expr, tau1: Expr, tau2: Expr) -> Expr:
    """Return the bearing torque at flange_a behind the sums of both bearings."""
    no_teeth = (abs(eta1 - 1) <= _EPS) & (abs(eta2 - 1) <= _EPS)
    return no_event(where(no_teeth, tau1 / 2, (tau1 - tau2) / (eta1 - 1 / eta2)))


class LossyGear(TwoFlangesAndSupport, ConditionalHeatPort):
    """Gear whose teeth and bearings lose power and can stick.

    The loss torque `tau_loss`, taken at flange_a, depends on speed and on the torque transmitted,
    and on which side drives. Each row of `loss_table` gives, for a speed of flange_a, the
    efficiencies ``eta1`` (flange_a drives) and ``eta2`` (flange_b drives) of the teeth and the
    bearing torques ``tau_bf1`` and ``tau_bf2`` for these cases, referred to flange_a: with the
    bearing torques ``a``, ``b`` at the two sides, ``|a eta1 + b / ratio|`` and
    ``|a / eta2 + b / ratio|``. A table ``[[0, 1, 1, 0, 0]]`` makes an ideal gear.

    The quadrants are numbered by the sign of the torque; of negative speed, `quadrant4` is that in
    which flange_a pushes forward, `quadrant3` that in which it pulls back. At zero torque the
    running gear counts as pushed, the gear at rest as pulled. There is no peak and no hysteresis
    at the start.

    Notes
    -----
    While flange_a drives forward, ``-tau_b = ratio (eta1 tau_a - tau_bf1)``, while flange_b drives,
    ``-tau_b = ratio (tau_a / eta2 - tau_bf2)``. Whether flange_a drives is judged by its torque
    less the share of its bearing [1]_. At rest the loss torque is whatever keeps the gear at rest,
    between `tau_loss_min_m` and `tau_loss_max_p`; see `Friction` for the modes.

    References
    ----------
    .. [1] C. Pelchen, C. Schweiger, M. Otter, "Modeling and simulating the efficiency of gearboxes
       and of planetary gearboxes", 2nd International Modelica Conference, 2002.
    """

    ratio = parameter(doc="Transmission ratio: speed of flange_a over speed of flange_b")
    smoothness = parameter(
        "linear_segments",
        structural=True,
        choices=SMOOTHNESS,
        doc="How the losses go on between the points",
    )
    loss_table = table(
        [[0, 1, 1, 0, 0]],
        units=("rad/s", "1", "1", "N.m", "N.m"),
        smoothness=smoothness,
        doc="Efficiencies eta1, eta2 and bearing torques tau_bf1, tau_bf2 over |w_a|",
    )
    ideal = parameter(loss_table.matches(_WITHOUT_LOSS), final=True, doc="True without losses")
    eta_mf1_0 = parameter(loss_table(0.0, 2), final=True, doc="eta_mf1 at rest")
    eta_mf2_0 = parameter(loss_table(0.0, 3), final=True, doc="eta_mf2 at rest")
    tau_bf1_0 = parameter(abs(loss_table(0.0, 4)), unit="N.m", final=True, doc="tau_bf1 at rest")
    tau_bf2_0 = parameter(abs(loss_table(0.0, 5)), unit="N.m", final=True, doc="tau_bf2 at rest")
    tau_bf_a_0 = parameter(
        _bearing_share(eta_mf1_0, eta_mf2_0, tau_bf1_0, tau_bf2_0),
        unit="N.m",
        final=True,
        doc="tau_bf_a at rest",
    )
    phi_a = variable("rad", doc="Angle of flange_a relative to the housing")
    phi_b = variable("rad", doc="Angle of flange_b relative to the housing")
    w_a = variable("rad/s", doc="Speed of flange_a relative to the housing")
    a_a = variable("rad/s2", doc="Acceleration of flange_a relative to the housing")
    eta_mf1 = variable(doc="Efficiency of the teeth while flange_a drives")
    eta_mf2 = variable(doc="Efficiency of the teeth while flange_b drives")
    tau_bf1 = variable("N.m", doc="Bearing torque while flange_a drives")
    tau_bf2 = variable("N.m", doc="Bearing torque while flange_b drives")
    tau_bf_a = variable("N.m", doc="Bearing torque at flange_a")
    tau_eta = variable("N.m", doc="Torque that tells which flange drives")
    tau_eta_p = variable("N.m", doc="tau_eta at the start of forward motion")
    tau_eta_m = variable("N.m", doc="tau_eta at the start of backward motion")
    quadrant1 = variable("N.m", doc="Loss torque of forward motion, flange_a drives")
    quadrant2 = variable("N.m", doc="Loss torque of forward motion, flange_b drives")
    quadrant3 = variable("N.m", doc="Loss torque of backward motion, flange_a drives")
    quadrant4 = variable("N.m", doc="Loss torque of backward motion, flange_b drives")
    quadrant1_p = variable("N.m", doc="quadrant1 at rest")
    quadrant2_p = variable("N.m", doc="quadrant2 at rest")
    quadrant3_m = variable("N.m", doc="quadrant3 at rest")
    quadrant4_m = variable("N.m", doc="quadrant4 at rest")
    tau_loss = variable("N.m", doc="Loss torque, referred to flange_a")
    tau_loss_max = variable("N.m", doc="Loss torque of forward motion")
    tau_loss_min = variable("N.m", doc="Loss torque of backward motion")
    tau_loss_max_p = variable("N.m", doc="Loss torque at which forward motion starts")
    tau_loss_min_m = variable("N.m", doc="Loss torque at which backward motion starts")
    tau_eta_pos = boolean(start=True, doc="True while tau_eta is not negative")
    tau_a_pos = boolean(start=True, doc="The same")
    sa = variable(doc="Parameter of the loss curve: torque if stuck, else acceleration")
    start_forward = boolean(doc="True while forward motion starts")
    start_backward = boolean(doc="True while backward motion starts")
    locked = boolean(doc="True while the gear does not move")
    mode = integer(start=fixed(FREE), labels=MODES, doc="State of the gear")

    def equations(self) -> Iterable[Any]:
        yield ensure(abs(self.ratio) > 0, "the ratio of a gear must not be zero")
        yield self.phi_a == self.flange_a.phi - self.phi_support
        yield self.phi_b == self.flange_b.phi - self.phi_support
        yield self.phi_a == self.ratio * self.phi_b
        yield self.w_a == der(self.phi_a)
        yield self.a_a == der(self.w_a)
        yield self.flange_b.tau + self.ratio * (self.flange_a.tau - self.tau_loss) == 0
        yield self.loss_power == self.tau_loss * self.w_a
        yield from self.losses_at_rest()
        yield from self.losses_in_motion()
        yield from self.modes()

    def losses_at_rest(self) -> Iterable[Any]:
        """Yield the loss torques that a gear at rest has to exceed before it moves."""
        tau_a, eta1, eta2 = self.flange_a.tau, self.eta_mf1_0, self.eta_mf2_0
        yield self.tau_eta_p == tau_a - self.tau_bf_a_0
        yield self.tau_eta_m == tau_a + self.tau_bf_a_0
        yield self.quadrant1_p == (1 - eta1) * tau_a + self.tau_bf1_0
        yield self.quadrant2_p == (1 - 1 / eta2) * tau_a + self.tau_bf2_0
        yield self.quadrant4_m == (1 - 1 / eta2) * tau_a - self.tau_bf2_0
        yield self.quadrant3_m == (1 - eta1) * tau_a - self.tau_bf1_0
        yield self.tau_loss_max_p == no_event(
            where(self.tau_eta_p > 0, self.quadrant1_p, self.quadrant2_p)
        )
        yield self.tau_loss_min_m == no_event(
            where(self.tau_eta_m > 0, self.quadrant4_m, self.quadrant3_m)
        )

    def losses_in_motion(self) -> Iterable[Any]:
        """Yield the loss torques of a gear that turns."""
        tau_a, speed, ideal = self.flange_a.tau, abs(self.w_a), self.ideal
        yield self.eta_mf1 == where(ideal, 1, self.loss_table(speed, 2))
        yield self.eta_mf2 == where(ideal, 1, self.loss_table(speed, 3))
        yield self.tau_bf1 == where(ideal, 0, abs(self.loss_table(speed, 4)))
        yield self.tau_bf2 == where(ideal, 0, abs(self.loss_table(speed, 5)))
        yield self.tau_bf_a == _bearing_share(
            self.eta_mf1, self.eta_mf2, self.tau_bf1, self.tau_bf2
        )
        yield self.quadrant1 == (1 - self.eta_mf1) * tau_a + self.tau_bf1
        yield self.quadrant2 == (1 - 1 / self.eta_mf2) * tau_a + self.tau_bf2
        yield self.quadrant4 == (1 - 1 / self.eta_mf2) * tau_a - self.tau_bf2
        yield self.quadrant3 == (1 - self.eta_mf1) * tau_a - self.tau_bf1
        share = where(
            ideal | self.locked, 0, where(self.goes_forward(), -self.tau_bf_a, self.tau_bf_a)
        )
        yield self.tau_eta == tau_a + share
        yield self.tau_eta_pos == (self.tau_eta >= 0)
        yield self.tau_a_pos == self.tau_eta_pos
        yield self.tau_loss_max == where(self.tau_eta_pos, self.quadrant1, self.quadrant2)
        yield self.tau_loss_min == where(self.tau_eta_pos, self.quadrant4, self.quadrant3)

    def modes(self) -> Iterable[Any]:
        """Yield the equations of the modes."""
        was, torque, w = pre(self.mode), self.sa * UNIT_TORQUE, self.w_a
        yield self.start_forward == (
            (was == STUCK) & (torque > self.tau_loss_max_p) | initial() & (w > 0)
        )
        yield self.start_backward == (
            (was == STUCK) & (torque < self.tau_loss_min_m) | initial() & (w < 0)
        )
        forward = (was == FORWARD) | self.start_forward
        backward = (was == BACKWARD) | self.start_backward
        yield self.locked == ~(self.ideal | forward | backward)
        sliding = where(self.goes_forward(), self.tau_loss_max, self.tau_loss_min)
        yield self.tau_loss == where(self.ideal, 0, where(self.locked, torque, sliding))
        free = UNIT_ACCELERATION * (self.sa - self.tau_loss / UNIT_TORQUE)
        yield self.a_a == where(self.locked, 0, free)
        moving = where(forward & (w > 0), FORWARD, where(backward & (w < 0), BACKWARD, STUCK))
        yield self.mode == where(self.ideal, FREE, moving)
        yield hold(self.w_a, while_=self.locked)

    def goes_forward(self) -> Expr:
        """Return the condition that a gear which is not stuck turns forward, not backward."""
        return self.start_forward | (pre(self.mode) == FORWARD)
