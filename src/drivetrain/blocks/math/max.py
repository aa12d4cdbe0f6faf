"""Larger of two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import TwoInputs
from drivetrain.modeling import maximum

__all__ = ["Max"]


class Max(TwoInputs):
    """Larger of two inputs; raises no event."""

    def equations(self) -> Iterable[Any]:
        yield self.y == maximum(self.u1, self.u2)
