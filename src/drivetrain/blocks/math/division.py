"""Quotient."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import TwoInputs
from drivetrain.modeling import ensure, no_event

__all__ = ["Division"]


class Division(TwoInputs):
    """First input divided by the second, which must not be zero."""

    def equations(self) -> Iterable[Any]:
        yield self.y == self.u1 / self.u2
        yield ensure(no_event(abs(self.u2) > 0), "the divisor u2 is zero")
