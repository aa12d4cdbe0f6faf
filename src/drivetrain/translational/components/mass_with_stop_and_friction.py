"""Sliding mass with dry friction between two stops."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.friction import Surfaces
from drivetrain.modeling import (
    Expr,
    der,
    ensure,
    exp,
    initial,
    integer,
    no_event,
    parameter,
    reinit,
    variable,
    when,
    where,
)
from drivetrain.thermal.interfaces import ConditionalHeatPort
from drivetrain.translational.interfaces import Friction, Rigid
from drivetrain.translational.interfaces.friction import UNIT_FORCE

__all__ = ["MassWithStopAndFriction"]


class MassWithStopAndFriction(Rigid, Friction, ConditionalHeatPort):
    """Mass that slides with friction between two hard stops.

    The friction force is ``F_prop v ± (F_Coulomb + F_Stribeck exp(-fexp |v|))``. At a stop the mass
    loses its speed instantaneously; that energy is not part of `loss_power`.
    """

    symbol = "mass"

    m = parameter(unit="kg", min=0, doc="Mass")
    smax = parameter(unit="m", doc="Right stop, for the right end of the mass")
    smin = parameter(unit="m", max=smax, doc="Left stop, for the left end of the mass")
    F_prop = parameter(unit="N.s/m", min=0, doc="Friction proportional to the speed")
    F_Coulomb = parameter(unit="N", min=0, doc="Constant friction: Coulomb force")
    F_Stribeck = parameter(
        unit="N", min=0, doc="Friction that vanishes with increasing speed: Stribeck effect"
    )
    fexp = parameter(unit="s/m", min=0, doc="Decay of the Stribeck effect with speed")
    leftmost = parameter(
        smin + Rigid.L / 2, unit="m", final=True, doc="Position of the middle at the left stop"
    )
    rightmost = parameter(
        smax - Rigid.L / 2, unit="m", final=True, doc="Position of the middle at the right stop"
    )
    s = variable("m", start=0.0, state_select="always", doc="Absolute position of the middle")
    v = variable("m/s", start=0.0, state_select="always", doc="Absolute speed")
    a = variable("m/s2", start=0.0, doc="Absolute acceleration")
    stopped = integer(
        labels={-1: "left", 0: "between", 1: "right"}, doc="Stop at which the mass rests"
    )

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.s)
        yield self.a == der(self.v)
        yield self.v_relfric == self.v
        yield self.a_relfric == self.a
        yield self.f0 == self.F_Coulomb + self.F_Stribeck
        yield self.f0_max == 1.001 * self.f0
        smooth_walls = (self.F_Coulomb + self.F_Stribeck <= 0) & (self.F_prop <= 0)
        between = (self.s > self.leftmost) & (self.s < self.rightmost)
        yield self.free == smooth_walls & between
        yield self.flange_a.f + self.flange_b.f - self.f - self.m * der(self.v) == 0
        yield self.f == where(
            self.locked, self.grip * UNIT_FORCE, where(self.free, 0, self.sliding())
        )
        yield self.loss_power == self.f * self.v
        at_right = where(self.s >= self.rightmost, 1, 0)
        yield self.stopped == where(self.s <= self.leftmost, -1, at_right)
        yield when(
            self.stopped != 0,
            reinit(self.s, where(self.stopped < 0, self.leftmost, self.rightmost)),
            reinit(self.v, 0.0),
        )
        yield ensure(
            ~initial() | self.starts_between(),
            "the mass starts beyond a stop, or at a stop and moves into it",
        )

    def surfaces(self) -> Surfaces:
        """Return the friction surfaces; at a stop the mass can only move away from it."""
        rub = super().surfaces()
        return Surfaces(
            **{
                **vars(rub),
                "may_go_forward": self.s < self.rightmost,
                "may_go_backward": self.s > self.leftmost,
            }
        )

    def sliding(self) -> Expr:
        """Return the friction force of the mass in motion or about to move, N."""
        dry = self.F_Coulomb + self.F_Stribeck * exp(-self.fexp * abs(self.v))
        direction = where(self.start_forward, dry, -dry)
        force: Expr = self.F_prop * self.v + direction
        return force

    def starts_between(self) -> Expr:
        """Return the condition that the mass is between the stops or leaves one."""
        left = (self.s > self.leftmost) | (self.s >= self.leftmost) & (self.v >= 0)
        right = (self.s < self.rightmost) | (self.s <= self.rightmost) & (self.v <= 0)
        return no_event(left & right)

    def stored_energy(self) -> Expr:
        """Return the kinetic energy, J."""
        energy: Expr = self.m * self.v**2 / 2
        return energy
