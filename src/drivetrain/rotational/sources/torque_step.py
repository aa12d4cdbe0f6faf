"""Torque step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter, time, variable, where
from drivetrain.rotational.interfaces import PartialTorque

__all__ = ["TorqueStep"]


class TorqueStep(PartialTorque):
    """Torque that jumps at a given time."""

    step_torque = parameter(unit="N.m", doc="Height of the step")
    offset_torque = parameter(unit="N.m", doc="Torque before the step")
    start_time = parameter(0.0, unit="s", doc="Time of the step")
    tau = variable("N.m", doc="Accelerating torque at the flange")

    def equations(self) -> Iterable[Any]:
        yield self.tau == -self.flange.tau
        step = where(time < self.start_time, 0, self.step_torque)
        yield self.tau == self.offset_torque + step
