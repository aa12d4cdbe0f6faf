"""Step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import SignalSource
from drivetrain.modeling import parameter

__all__ = ["Step"]


class Step(SignalSource):
    """Signal that jumps at a given time."""

    height = parameter(1.0, doc="Height of the step")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.after_start(self.height)
