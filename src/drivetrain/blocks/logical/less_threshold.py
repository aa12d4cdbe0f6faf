"""Less than a number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import ThresholdComparison

__all__ = ["LessThreshold"]


class LessThreshold(ThresholdComparison):
    """True if the input is less than the threshold."""

    def equations(self) -> Iterable[Any]:
        yield self.y == (self.u < self.threshold)
