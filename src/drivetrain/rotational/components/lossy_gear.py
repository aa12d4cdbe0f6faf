"""Gear with losses in teeth and bearings."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any, Final

from drivetrain.modeling import (
    Expr,
    boolean,
    constant,
    der,
    no_event,
    parameter,
    variable,
    where,
)
from drivetrain.rotational.interfaces import GearLosses, TwoFlangesAndSupport
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["LossyGear"]

_EPS: Final = constant(sys.float_info.epsilon)


def _bearing_share(eta1: Expr, eta2: Expr, tau1: Expr, tau2: Expr) -> Expr:
    """Return the bearing torque at flange_a that follows from the sums of both bearings."""
    no_teeth = (abs(eta1 - 1) <= _EPS) & (abs(eta2 - 1) <= _EPS)
    difference = where(no_teeth, 1, eta1 - 1 / eta2)
    return no_event(where(no_teeth, tau1 / 2, (tau1 - tau2) / difference))


class LossyGear(TwoFlangesAndSupport, GearLosses, ConditionalHeatPort):
    """Gear whose teeth and bearings lose power and can stick.

    The loss torque `tau_loss`, referred to flange_a, depends on the speed, the transmitted torque
    and the driving side. Each row of `loss_table` gives, for a speed of flange_a, the efficiencies
    ``eta1`` (flange_a drives) and ``eta2`` (flange_b drives) of the teeth and the bearing torques
    ``tau_bf1`` and ``tau_bf2`` for these cases, referred to flange_a: with the bearing torques
    ``a``, ``b`` on the two sides, ``|a eta1 + b / ratio|`` and ``|a / eta2 + b / ratio|``. A table
    ``[[0, 1, 1, 0, 0]]`` makes an ideal gear.

    Outside its rows the table is extrapolated from the two nearest. If an efficiency there is not
    between 0 and 1, or a bearing torque is below 0, the run ends with an error.

    At zero torque the running gear counts as pushed, the gear at rest as pulled. There is no peak
    and no hysteresis at break-away.

    Notes
    -----
    While flange_a drives forward, ``-tau_b = ratio (eta1 tau_a - tau_bf1)``, while flange_b drives,
    ``-tau_b = ratio (tau_a / eta2 - tau_bf2)``. Whether flange_a drives is decided by its torque
    less the share of its bearing [1]_. At rest the loss torque takes the value that keeps the gear
    at rest, between `tau_loss_min_m` and `tau_loss_max_p`; see `Friction` for the modes.

    References
    ----------
    .. [1] C. Pelchen, C. Schweiger, M. Otter, "Modeling and simulating the efficiency of gearboxes
       and of planetary gearboxes", 2nd International Modelica Conference, 2002.
    """

    symbol = "lossy_gear"

    ratio = parameter(
        nonzero=True, doc="Transmission ratio: speed of flange_a over speed of flange_b"
    )
    loss_table = GearLosses.loss_table
    eta_mf1_0 = parameter(loss_table(0.0, 2), final=True, doc="eta_mf1 at rest")
    eta_mf2_0 = parameter(loss_table(0.0, 3), final=True, doc="eta_mf2 at rest")
    tau_bf1_0 = parameter(loss_table(0.0, 4), unit="N.m", final=True, doc="tau_bf1 at rest")
    tau_bf2_0 = parameter(loss_table(0.0, 5), unit="N.m", final=True, doc="tau_bf2 at rest")
    tau_bf_a_0 = parameter(
        _bearing_share(eta_mf1_0, eta_mf2_0, tau_bf1_0, tau_bf2_0),
        unit="N.m",
        final=True,
        doc="tau_bf_a at rest",
    )
    phi_a = variable("rad", doc="Angle of flange_a relative to the housing")
    phi_b = variable("rad", doc="Angle of flange_b relative to the housing")
    tau_bf_a = variable("N.m", doc="Bearing torque at flange_a")
    tau_eta = variable("N.m", doc="Torque that decides which flange drives")
    tau_eta_p = variable("N.m", doc="tau_eta at the start of forward motion")
    tau_eta_m = variable("N.m", doc="tau_eta at the start of backward motion")
    quadrant1_p = variable("N.m", doc="quadrant1 at rest")
    quadrant2_p = variable("N.m", doc="quadrant2 at rest")
    quadrant3_m = variable("N.m", doc="quadrant3 at rest")
    quadrant4_m = variable("N.m", doc="quadrant4 at rest")
    tau_loss_max_p = variable("N.m", doc="Loss torque at which forward motion starts")
    tau_loss_min_m = variable("N.m", doc="Loss torque at which backward motion starts")
    tau_eta_pos = boolean(start=True, doc="True while tau_eta is not negative")

    def equations(self) -> Iterable[Any]:
        yield self.phi_a == self.flange_a.phi - self.phi_support
        yield self.phi_b == self.flange_b.phi - self.phi_support
        yield self.phi_a == self.ratio * self.phi_b
        yield self.w_a == der(self.phi_a)
        yield self.flange_b.tau + self.ratio * (self.flange_a.tau - self.tau_loss) == 0
        yield self.loss_power == self.tau_loss * self.w_a
        yield from self.losses_at_rest()
        yield from self.driving_side()

    def losses_at_rest(self) -> Iterable[Any]:
        """Yield the loss torques that a gear at rest has to exceed before it moves."""
        tau_a, eta1, eta2 = self.flange_a.tau, self.eta_mf1_0, self.eta_mf2_0
        yield self.tau_eta_p == tau_a - self.tau_bf_a_0
        yield self.tau_eta_m == tau_a + self.tau_bf_a_0
        yield self.quadrant1_p == (1 - eta1) * tau_a + self.tau_bf1_0
        yield self.quadrant2_p == (1 - 1 / eta2) * tau_a + self.tau_bf2_0
        yield self.quadrant4_m == (1 - 1 / eta2) * tau_a - self.tau_bf2_0
        yield self.quadrant3_m == (1 - eta1) * tau_a - self.tau_bf1_0
        yield self.tau_loss_max_p == where(self.tau_eta_p > 0, self.quadrant1_p, self.quadrant2_p)
        yield self.tau_loss_min_m == where(self.tau_eta_m > 0, self.quadrant4_m, self.quadrant3_m)

    def driving_side(self) -> Iterable[Any]:
        """Yield the equations that decide which flange drives a gear in motion."""
        yield self.tau_bf_a == _bearing_share(
            self.eta_mf1, self.eta_mf2, self.tau_bf1, self.tau_bf2
        )
        share = where(
            self.ideal | self.locked, 0, where(self.goes_forward(), -self.tau_bf_a, self.tau_bf_a)
        )
        yield self.tau_eta == self.flange_a.tau + share
        yield self.tau_eta_pos == (self.tau_eta >= 0)
        yield self.tau_a_pos == self.tau_eta_pos

    @classmethod
    def _without_modes(cls, values: Mapping[str, Any]) -> str:
        """Return the remedy where no modes agree."""
        return (
            "where the teeth lose nothing (eta1 = eta2 = 1), the bearing torques tau_bf1 and "
            "tau_bf2 have to be equal: at no torque would the one pass into the other"
        )

    def thresholds(self) -> tuple[Expr, Expr]:
        """Return the loss torques beyond which a gear at rest starts forward and backward, N·m."""
        return self.tau_loss_max_p, self.tau_loss_min_m
