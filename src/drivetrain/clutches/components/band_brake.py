"""Band brake."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from drivetrain.modeling import (
    SMOOTHNESS,
    Expr,
    RealInput,
    ensure,
    exp,
    no_event,
    parameter,
    table,
    variable,
    where,
)
from drivetrain.rotational.interfaces import FrictionWithTwoLimits, ShaftOnSupport
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["BandBrake"]

_ROUNDING: Final = 1e-9
"""Fraction of the arms by which the lever must stay clear of self-locking."""

_SELF_LOCKING: Final = (
    "the band locks itself in one direction: the arm of one end is at least that of the other "
    "times exp(mu * theta), so that no force is needed and no torque is too large; reduce that "
    "arm, or take a rotational.OneWayClutch for a brake that locks in one direction"
)


class BandBrake(ShaftOnSupport, FrictionWithTwoLimits, ConditionalHeatPort):
    r"""Band around a drum, tightened by a force on a lever.

    The drum pulls the band tight at one end, so the brake holds more against forward than against
    backward motion. In a differential band brake both ends are attached to the lever, at the arms
    `arm_taut` and `arm_slack` on either side of its pivot: one end assists the force. In the simple
    brake the end that forward motion pulls taut is fixed to the housing, which is ``arm_taut = 0``,
    and the force `f` acts on the other end. For a brake that holds more against backward motion
    take ``-arm_slack`` and ``-arm_taut`` for `arm_taut` and `arm_slack`. The brake is free while no
    force acts.

    Notes
    -----
    With the wrap angle `θ` the tensions of a sliding band are in the ratio
    ``E = exp(μ θ)`` [1]_, and moments about the pivot of the lever of length `L` give the torques
    against forward and backward motion,

    .. math::
       T_p = \frac{F L R\,(E - 1)}{b - a E}, \qquad T_m = \frac{F L R\,(E - 1)}{b E - a}

    with ``a = arm_taut`` and ``b = arm_slack``; with ``a = 0`` and ``b = L`` they are
    ``F R (E - 1)`` and ``F R (1 - 1/E)``. At rest the brake holds any torque from ``-T_m`` to
    ``T_p``, computed with the coefficient of friction at rest. In terms of the load
    ``τ - (T_p - T_m) / 2`` this is dry friction with the single limit ``(T_p + T_m) / 2``.

    Where ``b ≤ a E`` or ``b E ≤ a`` the band is self-locking: the shaft turns in one direction
    only, and motion in the other direction stops instantly. Such a brake is rejected. The mass and
    stiffness of the band are neglected.

    References
    ----------
    .. [1] R. G. Budynas, J. K. Nisbett, "Shigley's Mechanical Engineering Design", chapter on
       clutches, brakes, couplings and flywheels.

    Examples
    --------
    >>> from drivetrain.clutches import BandBrake
    >>> brake = BandBrake(radius=0.2, theta=4.0, mu_pos=[[0, 0.3]], f_max=100.0)
    """

    symbol = "brake"

    smoothness = parameter(
        "linear_segments",
        structural=True,
        choices=SMOOTHNESS,
        doc="Interpolation of the friction coefficient between the points",
    )
    mu_pos = table(
        [[0, 0.3]],
        units=("rad/s", "1"),
        min=(None, 0),
        smoothness=smoothness,
        doc="Friction coefficient over speed, for both directions",
    )
    peak = parameter(
        1.0, min=1, doc="Friction coefficient at rest over sliding coefficient at zero speed"
    )
    radius = parameter(unit="m", min=0, doc="Radius of the drum, R")
    theta = parameter(unit="rad", min=0, doc="Wrap angle of the band, θ")
    lever = parameter(1.0, unit="m", min=0, doc="Arm of the force, L")
    arm_taut = parameter(
        0.0,
        unit="m",
        doc="Arm of the end that is taut in forward motion; positive: assists",
    )
    arm_slack = parameter(
        lever, unit="m", doc="Arm of the end that is slack in forward motion; negative: assists"
    )
    f_max = parameter(unit="N", min=0, doc="Force on the lever at f_normalized = 1")
    f_normalized = RealInput(doc="Force over f_max, 0 … 1; the brake is free up to 0")
    f = variable("N", doc="Force on the lever")
    mu = variable(doc="Sliding friction coefficient")

    def equations(self) -> Iterable[Any]:
        at_zero = self.mu_pos(0.0)
        yield self.free == (self.f_normalized <= 0)
        yield self.f == where(self.free, 0, self.f_max * self.f_normalized)
        yield self.tau_forward == self.forward(self.peak * at_zero)
        yield self.tau_backward == self.backward(self.peak * at_zero)
        yield self.w_relfric == self.w
        yield self.a_relfric == self.a
        yield self.mu == where(self.goes_forward(), self.mu_pos(self.w), self.mu_pos(-self.w))
        yield self.loss_power == self.tau * self.w_relfric
        yield self.resists("mu_pos", where(self.goes_forward(), self.mu, -self.mu), at_zero)
        lets_go = self.lets_go(self.peak * at_zero) & self.lets_go(self.mu)
        yield ensure(no_event(lets_go), _SELF_LOCKING)

    def sliding_limits(self) -> tuple[Expr, Expr]:
        """Return the friction torques against forward and backward sliding, N·m."""
        return self.forward(self.mu), self.backward(self.mu)

    def forward(self, mu: Expr) -> Expr:
        """Return the torque against forward motion, N·m.

        Parameters
        ----------
        mu : Expr
            Friction coefficient.
        """
        ratio = exp(mu * self.theta)
        arm: Expr = self.arm_slack - self.arm_taut * ratio
        torque: Expr = self.f * self.lever * self.radius * (ratio - 1) / arm
        return torque

    def backward(self, mu: Expr) -> Expr:
        """Return the torque against backward motion, N·m.

        Parameters
        ----------
        mu : Expr
            Friction coefficient.
        """
        ratio = exp(mu * self.theta)
        arm: Expr = self.arm_slack * ratio - self.arm_taut
        torque: Expr = self.f * self.lever * self.radius * (ratio - 1) / arm
        return torque

    def lets_go(self, mu: Expr) -> Expr:
        """Return the condition under which the band is not self-locking.

        Parameters
        ----------
        mu : Expr
            Friction coefficient.
        """
        ratio = exp(mu * self.theta)
        taut, slack = self.arm_taut, self.arm_slack
        least = _ROUNDING * (abs(taut) + abs(slack))
        free: Expr = (slack - taut * ratio > least) & (slack * ratio - taut > least)
        return free
