"""Engagement of the teeth of a sleeve with gaps."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from typing import Any, Final

from drivetrain.mechanics import translational_flanges as translational
from drivetrain.mechanics.contact import limited_damping
from drivetrain.modeling import (
    Expr,
    boolean,
    change,
    cos,
    der,
    fixed,
    floor,
    initial,
    integer,
    parameter,
    pre,
    reinit,
    variable,
    when,
    where,
)
from drivetrain.rotational.interfaces import CompliantWithRelativeStates
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["FACING", "INSIDE", "OUT", "DogTeeth"]

OUT, FACING, INSIDE = 0, 1, 2

ENGAGEMENT: Final = {OUT: "out", FACING: "facing", INSIDE: "inside"}
"""Names of the values of `engagement`."""


class DogTeeth(CompliantWithRelativeStates, ConditionalHeatPort):
    """Base of clutches whose sleeve has teeth that engage with those of a wheel.

    Subclasses define the torque `tau` transmitted by tips and flanks, the force of the clutch on
    the sleeve (`sleeve.f`), and the losses. If flanks store energy, `left_by_flanks` returns how
    much is left when the sleeve disengages.

    Notes
    -----
    With the pitch ``p = 2π / teeth`` a tooth faces a gap while ``cos(teeth φ) > cos(teeth b / 2)``,
    where `φ` is the relative angle and `b` the clearance. Beyond the position where the tips meet,
    a tooth is inside if it already was, if there was a gap when it arrived, or if a gap passes
    while the tips face each other. Tips that face each other are an axial spring with a damper; the
    energy stored in the spring when a gap passes is lost.
    """

    symbol = "dog_clutch"

    use_support = parameter(
        False, structural=True, doc="True if the sleeve slides on the flange `support`, else fixed"
    )
    sleeve = translational.FlangeA(doc="Sleeve; its motion to the right engages")
    support = translational.Support(
        enabled=use_support, required=True, doc="Housing that takes the axial force of the sleeve"
    )
    teeth = parameter(min=1, doc="Number of teeth")
    pitch = parameter(
        2 * math.pi / teeth, unit="rad", final=True, doc="Angle from one tooth to the next"
    )
    b = parameter(unit="rad", min=0, max=pitch, doc="Total clearance of a tooth in its gap")
    s_tips = parameter(0.0, unit="m", doc="Position of the sleeve at which the tips meet")
    c_tip = parameter(unit="N/m", min=0, doc="Axial stiffness of tips that face each other")
    d_tip = parameter(0.0, unit="N.s/m", min=0, doc="Axial damping constant of the tips")
    T_ring = parameter(
        1e-3,
        unit="s",
        min=sys.float_info.min,
        doc="Time constant with which the energy of a suddenly ended contact turns into heat",
    )
    beyond = boolean(doc="True while the sleeve is beyond the position where the tips meet")
    gap = boolean(start=fixed(False), doc="True while a tooth is in front of a gap")
    inside = boolean(start=fixed(False), doc="True while the teeth are in the gaps")
    facing = boolean(start=fixed(False), doc="True while the tips face each other")
    engagement = integer(labels=ENGAGEMENT, doc="State of engagement of the teeth")
    number = variable(doc="Number of the gap that a tooth is in, counted from phi_rel = 0")
    delta = variable("rad", doc="Relative angle from the middle of the gap")
    overlap = variable("m", doc="Travel of the sleeve beyond the position where the tips meet")
    v_sleeve = variable("m/s", doc="Speed of the sleeve relative to its support")
    s_support = variable("m", doc="Position of the support of the sleeve")
    f_c = variable("N", doc="Axial force of the spring of the tips, at least 0")
    f_tip = variable("N", doc="Axial contact force of the tips, at least 0")
    ringing = variable(
        "J", start=fixed(0.0), doc="Energy of suddenly ended contacts that is not yet heat"
    )

    def equations(self) -> Iterable[Any]:
        yield self.overlap == self.sleeve.s - self.s_support - self.s_tips
        yield self.v_sleeve == der(self.overlap)
        yield from self._engagement()
        yield from self._tips()
        if self.use_support:
            yield self.support.s == self.s_support
            yield self.support.f == -self.sleeve.f
        else:
            yield self.s_support == 0

    def _engagement(self) -> Iterable[Any]:
        """Yield the state of engagement of the teeth."""
        yield self.beyond == (self.overlap > 0)
        yield self.gap == (cos(self.teeth * self.phi_rel) > cos(self.teeth * self.b / 2))
        came = where(pre(self.facing) | initial(), self.gap, pre(self.gap))
        yield self.inside == self.beyond & (pre(self.inside) | came)
        yield self.facing == self.beyond & ~self.inside
        yield self.engagement == where(self.inside, INSIDE, where(self.facing, FACING, OUT))
        yield when(self.inside | initial(), self.number == floor(self.phi_rel / self.pitch + 0.5))
        yield self.delta == self.phi_rel - self.number * self.pitch

    def _tips(self) -> Iterable[Any]:
        """Yield the contact of the tips, and the energy released when teeth fall into gaps."""
        yield self.f_c == where(self.facing, self.c_tip * self.overlap, 0)
        yield self.f_tip == self.f_c + limited_damping(self.f_c, self.d_tip * self.v_sleeve)
        tips = self.c_tip * self.overlap**2 / 2
        left = where(self.inside, tips, self.left_by_flanks())
        yield der(self.ringing) == -self.ringing / self.T_ring
        yield when(change(self.inside), reinit(self.ringing, pre(self.ringing) + left))

    def tip_loss(self) -> Expr:
        """Return the axial loss of the tips and of the residual vibrations, W."""
        loss: Expr = (self.f_tip - self.f_c) * self.v_sleeve + self.ringing / self.T_ring
        return loss

    def left_by_flanks(self) -> Any:
        """Return the energy of the flanks that is lost when the sleeve disengages, J."""
        return 0

    def stored_energy(self) -> Expr:
        """Return the energy of the springs and of the residual vibrations, J."""
        energy: Expr = where(self.facing, self.c_tip * self.overlap**2 / 2, 0) + self.ringing
        return energy
