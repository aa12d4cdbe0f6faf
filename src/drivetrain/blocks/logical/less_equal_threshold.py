"""Less than or equal to a number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import ThresholdComparison

__all__ = ["LessEqualThreshold"]


class LessEqualThreshold(ThresholdComparison):
    """True if the input is not greater than the threshold."""

    def equations(self) -> Iterable[Any]:
        yield self.y == (self.u <= self.threshold)
