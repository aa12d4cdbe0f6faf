"""Product."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import TwoInputs

__all__ = ["Product"]


class Product(TwoInputs):
    """Product of two inputs."""

    def equations(self) -> Iterable[Any]:
        yield self.y == self.u1 * self.u2
