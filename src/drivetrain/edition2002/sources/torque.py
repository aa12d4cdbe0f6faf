"""Torque given by a signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.interfaces import Source
from drivetrain.modeling import RealInput, variable

__all__ = ["Torque"]


class Torque(Source):
    """Torque given by a signal; a positive one accelerates what is connected to the flange."""

    in_port = RealInput("N.m", doc="Accelerating torque at the flange")
    tau = variable("N.m", doc="Accelerating torque at the flange")

    def equations(self) -> Iterable[Any]:
        yield self.tau == self.in_port
        yield self.flange_b.tau == -self.tau
