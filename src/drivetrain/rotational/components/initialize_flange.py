"""Start values given by signals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, der, parameter, variable
from drivetrain.modeling.members import STATE_SELECT
from drivetrain.rotational.interfaces import FlangeB

__all__ = ["InitializeFlange"]


class InitializeFlange(Component):
    """Starts a flange with prescribed angle, speed and acceleration; exerts no torque.

    Each of the three applies only if it is enabled; the signals are used only at the start.
    """

    use_phi_start = parameter(True, structural=True, doc="True if the angle starts with phi_start")
    use_w_start = parameter(True, structural=True, doc="True if the speed starts with w_start")
    use_a_start = parameter(
        True, structural=True, doc="True if the acceleration starts with a_start"
    )
    state_select = parameter(
        "default",
        structural=True,
        choices=STATE_SELECT,
        doc="Priority of phi_flange and w_flange as states",
    )
    phi_start = RealInput("rad", enabled=use_phi_start, doc="Angle at the start")
    w_start = RealInput("rad/s", enabled=use_w_start, doc="Speed at the start")
    a_start = RealInput("rad/s2", enabled=use_a_start, doc="Acceleration at the start")
    flange = FlangeB(doc="Flange to be initialised")
    phi_flange = variable("rad", state_select=state_select, doc="Angle of the flange")
    w_flange = variable("rad/s", state_select=state_select, doc="Speed of the flange")

    def equations(self) -> Iterable[Any]:
        yield self.phi_flange == self.flange.phi
        yield self.w_flange == der(self.phi_flange)
        yield self.flange.tau == 0

    def initial_equations(self) -> Iterable[Any]:
        if self.use_phi_start:
            yield self.phi_flange == self.phi_start
        if self.use_w_start:
            yield self.w_flange == self.w_start
        if self.use_a_start:
            yield der(self.w_flange) == self.a_start
