"""Massless components that transmit a force between two flanges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import der, parameter, variable
from drivetrain.modeling.members import STATE_SELECT
from drivetrain.translational.interfaces.two_flanges import TwoFlanges

__all__ = ["Compliant", "CompliantWithRelativeStates"]


class Compliant(TwoFlanges):
    """Base of massless components with a relative distance and one force.

    A positive force drives `flange_a` forward and holds `flange_b` back.
    """

    s_rel = variable("m", start=0.0, doc="Relative distance: flange_b.s - flange_a.s")
    f = variable("N", doc="Force between the flanges: flange_b.f")

    def equations(self) -> Iterable[Any]:
        yield self.s_rel == self.flange_b.s - self.flange_a.s
        yield self.flange_b.f == self.f
        yield self.flange_a.f == -self.f


class CompliantWithRelativeStates(Compliant):
    """Base of compliant components whose relative distance and speed are suitable states.

    Relative quantities stay small where absolute positions grow without bound, so error control on
    them is meaningful; `s_nominal` gives their magnitude. There is no relative acceleration.
    """

    state_select = parameter(
        "prefer",
        structural=True,
        choices=STATE_SELECT,
        doc="Priority of s_rel and v_rel as states",
    )
    s_nominal = parameter(1e-4, unit="m", min=0, doc="Typical magnitude of s_rel")
    s_rel = variable(
        "m",
        start=0.0,
        nominal=s_nominal,
        state_select=state_select,
        doc="Relative distance: flange_b.s - flange_a.s",
    )
    v_rel = variable("m/s", start=0.0, state_select=state_select, doc="Relative speed: der(s_rel)")

    def equations(self) -> Iterable[Any]:
        yield self.v_rel == der(self.s_rel)
