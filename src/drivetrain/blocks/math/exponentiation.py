"""Power with a constant exponent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Growing
from drivetrain.modeling import ensure, floor, no_event, parameter

__all__ = ["Exponentiation"]


class Exponentiation(Growing):
    """Input to the power of a constant exponent.

    A negative input requires an integer exponent, a negative exponent a nonzero input.
    """

    exponent = parameter(2.0, doc="Exponent")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.u**self.exponent
        is_whole = floor(self.exponent) >= self.exponent
        has_root = no_event(self.u >= 0) | is_whole
        yield ensure(has_root, "the input is negative and the exponent is not a whole number")
