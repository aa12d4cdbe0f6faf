"""Expression."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Source
from drivetrain.modeling import RealInput

__all__ = ["RealExpression"]


class RealExpression(Source):
    """Signal from an expression of the surrounding model, which binds or equates `expression`."""

    expression = RealInput(doc="Value of the output")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.expression
