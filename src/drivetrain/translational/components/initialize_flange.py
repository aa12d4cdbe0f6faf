"""Start values given by signals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, der, parameter, variable
from drivetrain.modeling.members import STATE_SELECT
from drivetrain.translational.interfaces import FlangeB

__all__ = ["InitializeFlange"]


class InitializeFlange(Component):
    """Starts a flange with prescribed position, speed and acceleration; exerts no force.

    Each of the three applies only if it is enabled; the signals are used only at the start.
    """

    use_s_start = parameter(True, structural=True, doc="True if the position starts with s_start")
    use_v_start = parameter(True, structural=True, doc="True if the speed starts with v_start")
    use_a_start = parameter(
        True, structural=True, doc="True if the acceleration starts with a_start"
    )
    state_select = parameter(
        "default",
        structural=True,
        choices=STATE_SELECT,
        doc="Priority of s_flange and v_flange as states",
    )
    s_start = RealInput("m", enabled=use_s_start, doc="Position at the start")
    v_start = RealInput("m/s", enabled=use_v_start, doc="Speed at the start")
    a_start = RealInput("m/s2", enabled=use_a_start, doc="Acceleration at the start")
    flange = FlangeB(doc="Flange to be initialised")
    s_flange = variable("m", state_select=state_select, doc="Position of the flange")
    v_flange = variable("m/s", state_select=state_select, doc="Speed of the flange")

    def equations(self) -> Iterable[Any]:
        yield self.s_flange == self.flange.s
        yield self.v_flange == der(self.s_flange)
        yield self.flange.f == 0

    def initial_equations(self) -> Iterable[Any]:
        if self.use_s_start:
            yield self.s_flange == self.s_start
        if self.use_v_start:
            yield self.v_flange == self.v_start
        if self.use_a_start:
            yield der(self.v_flange) == self.a_start
