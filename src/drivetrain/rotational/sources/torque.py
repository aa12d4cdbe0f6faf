"""Torque given by a signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealInput
from drivetrain.rotational.interfaces import RotationalSource

__all__ = ["Torque"]


class Torque(RotationalSource):
    """Torque given by a signal; a positive one accelerates what is connected to the flange."""

    tau = RealInput("N.m", doc="Accelerating torque at the flange")

    def equations(self) -> Iterable[Any]:
        yield self.flange.tau == -self.tau
