"""Massless components that transmit a torque between two flanges."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import der, parameter, variable, where
from drivetrain.modeling.members import STATE_SELECT
from drivetrain.rotational.interfaces.two_flanges import TwoFlanges

__all__ = ["Compliant", "CompliantWithRelativeStates"]


class Compliant(TwoFlanges):
    """Base of massless components with a relative angle and one torque.

    A positive torque drives `flange_a` forward and holds `flange_b` back.
    """

    phi_rel = variable("rad", start=0.0, doc="Relative angle: flange_b.phi - flange_a.phi")
    tau = variable("N.m", doc="Torque between the flanges: flange_b.tau")

    def equations(self) -> Iterable[Any]:
        yield self.phi_rel == self.flange_b.phi - self.flange_a.phi
        yield self.flange_b.tau == self.tau
        yield self.flange_a.tau == -self.tau


class CompliantWithRelativeStates(Compliant):
    """Base of compliant components whose relative angle and speed are suitable states.

    Relative quantities stay small where absolute angles grow without bound, so error control on
    them is meaningful; `phi_nominal` gives their magnitude.
    """

    phi_nominal = parameter(1e-4, unit="rad", min=0, doc="Typical magnitude of phi_rel")
    state_select = parameter(
        "prefer",
        structural=True,
        choices=STATE_SELECT,
        doc="Priority of phi_rel and w_rel as states",
    )
    phi_rel = variable(
        "rad",
        start=0.0,
        nominal=where(phi_nominal >= sys.float_info.epsilon, phi_nominal, 1.0),
        state_select=state_select,
        doc="Relative angle: flange_b.phi - flange_a.phi",
    )
    w_rel = variable(
        "rad/s", start=0.0, state_select=state_select, doc="Relative speed: der(phi_rel)"
    )
    a_rel = variable("rad/s2", start=0.0, doc="Relative acceleration: der(w_rel)")

    def equations(self) -> Iterable[Any]:
        yield self.w_rel == der(self.phi_rel)
        yield self.a_rel == der(self.w_rel)
