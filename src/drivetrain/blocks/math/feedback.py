"""Difference."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import TwoInputs

__all__ = ["Feedback"]


class Feedback(TwoInputs):
    """Difference between a command u1 and a feedback u2."""

    def equations(self) -> Iterable[Any]:
        yield self.y == self.u1 - self.u2
