"""Power with a constant exponent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import parameter

__all__ = ["Exponentiation"]


class Exponentiation(Siso):
    """Input to the power of a constant exponent."""

    exponent = parameter(2.0, doc="Exponent")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.u**self.exponent
