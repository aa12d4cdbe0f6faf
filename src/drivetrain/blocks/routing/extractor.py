"""Element chosen by a signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Miso
from drivetrain.modeling import Expr, IntegerInput, constant, parameter, where

__all__ = ["Extractor"]


class Extractor(Miso):
    """Element of a vector that a signal chooses by its number."""

    allow_out_of_range = parameter(False, doc="True if no such element may be asked for")
    out_of_range_value = parameter(1e10, doc="Output if no such element is asked for")
    index = IntegerInput(doc="Number of the element, from 1")

    def equations(self) -> Iterable[Any]:
        chosen: Expr = where(self.allow_out_of_range, self.out_of_range_value, constant(0.0))
        for number, u in enumerate(self.u, 1):
            chosen = where(self.index == number, u, chosen)
        yield self.y == chosen
