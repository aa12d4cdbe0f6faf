"""Massless rod."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.translational.interfaces import Rigid

__all__ = ["Rod"]


class Rod(Rigid):
    """Rigid rod without mass."""

    symbol = "rod"

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.f + self.flange_b.f == 0
