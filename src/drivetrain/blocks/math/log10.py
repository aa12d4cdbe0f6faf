"""Decimal logarithm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import ensure, log10, no_event

__all__ = ["Log10"]


class Log10(Siso):
    """Decimal logarithm of the input, which must be positive."""

    def equations(self) -> Iterable[Any]:
        yield self.y == log10(self.u)
        yield ensure(no_event(self.u > 0), "the input is not positive")
