"""Base class of unit conversions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import constant

__all__ = ["Conversion"]


class Conversion(Siso):
    """Base of conversions: the output is a factor times the input, plus an offset."""

    factor: ClassVar[float] = 1.0
    shift: ClassVar[float] = 0.0

    def equations(self) -> Iterable[Any]:
        given, made = type(self).declarations()["u"].unit, type(self).declarations()["y"].unit
        number = self.factor * self.u / constant(1.0, given)
        yield self.y == (number + self.shift) * constant(1.0, made)
