"""Relative angle and speed as states."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import der, parameter, variable, where
from drivetrain.modeling.members import STATE_SELECT
from drivetrain.rotational.interfaces import TwoFlanges

__all__ = ["RelativeStates"]


class RelativeStates(TwoFlanges):
    """Offers the relative angle and speed of two flanges as states; transmits no torque."""

    state_select = parameter(
        "prefer",
        structural=True,
        choices=STATE_SELECT,
        doc="Priority of phi_rel and w_rel as states",
    )
    phi_nominal = parameter(1.0, unit="rad", min=0, doc="Typical magnitude of phi_rel")
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
        yield self.phi_rel == self.flange_b.phi - self.flange_a.phi
        yield self.w_rel == der(self.phi_rel)
        yield self.a_rel == der(self.w_rel)
        yield self.flange_a.tau == 0
        yield self.flange_b.tau == 0
