"""Quotient."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import TwoInputs

__all__ = ["Division"]


class Division(TwoInputs):
    """First input divided by the second."""

    def equations(self) -> Iterable[Any]:
        yield self.y == self.u1 / self.u2
