"""Integer expression."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import IntegerSource
from drivetrain.modeling import IntegerInput

__all__ = ["IntegerExpression"]


class IntegerExpression(IntegerSource):
    """Integer signal from an expression of the surrounding model, which binds `expression`."""

    expression = IntegerInput(doc="Value of the output")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.expression
