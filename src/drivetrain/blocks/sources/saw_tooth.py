"""Saw tooth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import PeriodicSource
from drivetrain.modeling import time

__all__ = ["SawTooth"]


class SawTooth(PeriodicSource):
    """Signal that rises linearly and drops at the end of each period."""

    def equations(self) -> Iterable[Any]:
        yield self.y == self.repeated(self.amplitude * (time - self.t_start) / self.period)
