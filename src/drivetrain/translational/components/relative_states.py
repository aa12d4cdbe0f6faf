"""Relative distance and speed as states."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import der, parameter, variable
from drivetrain.modeling.members import STATE_SELECT
from drivetrain.translational.interfaces import TwoFlanges

__all__ = ["RelativeStates"]


class RelativeStates(TwoFlanges):
    """Offers the relative distance and speed of two flanges as states; transmits no force.

    They are preferred as states whatever `state_select` is.
    """

    state_select = parameter("prefer", structural=True, choices=STATE_SELECT, doc="No effect")
    s_rel = variable(
        "m",
        start=0.0,
        state_select="prefer",
        doc="Relative distance: flange_b.s - flange_a.s",
    )
    v_rel = variable("m/s", start=0.0, state_select="prefer", doc="Relative speed: der(s_rel)")
    a_rel = variable("m/s2", start=0.0, doc="Relative acceleration: der(v_rel)")

    def equations(self) -> Iterable[Any]:
        yield self.s_rel == self.flange_b.s - self.flange_a.s
        yield self.v_rel == der(self.s_rel)
        yield self.a_rel == der(self.v_rel)
        yield self.flange_a.f == 0
        yield self.flange_b.f == 0
