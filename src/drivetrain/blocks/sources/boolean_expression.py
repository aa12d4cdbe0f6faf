"""Boolean expression."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import BooleanSource
from drivetrain.modeling import BooleanInput

__all__ = ["BooleanExpression"]


class BooleanExpression(BooleanSource):
    """Boolean signal from an expression of the surrounding model, which binds `expression`."""

    expression = BooleanInput(doc="Value of the output")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.expression
