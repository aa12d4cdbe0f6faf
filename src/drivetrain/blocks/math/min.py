"""Smaller of two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import TwoInputs
from drivetrain.modeling import minimum

__all__ = ["Min"]


class Min(TwoInputs):
    """Smaller of two inputs; raises no event."""

    def equations(self) -> Iterable[Any]:
        yield self.y == minimum(self.u1, self.u2)
