"""Boolean step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import BooleanSource
from drivetrain.modeling import parameter, time

__all__ = ["BooleanStep"]


class BooleanStep(BooleanSource):
    """Boolean signal that changes at a given time."""

    start_time = parameter(0.0, unit="s", doc="Time of the change")
    start_value = parameter(False, doc="Output before the change")

    def equations(self) -> Iterable[Any]:
        yield self.y == ((time >= self.start_time) != self.start_value)
