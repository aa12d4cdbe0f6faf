"""Short circuit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import OnePort

__all__ = ["Short"]


class Short(OnePort):
    """Wire between two pins."""

    def equations(self) -> Iterable[Any]:
        yield self.v == 0
