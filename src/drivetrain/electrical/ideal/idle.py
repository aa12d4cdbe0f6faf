"""Open circuit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import OnePort

__all__ = ["Idle"]


class Idle(OnePort):
    """Two pins between which no current flows."""

    def equations(self) -> Iterable[Any]:
        yield self.i == 0
