"""Absolute value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import parameter, where

__all__ = ["Abs"]


class Abs(Siso):
    """Absolute value of the input."""

    generate_event = parameter(
        False, structural=True, doc="True if an event is raised when the input changes sign"
    )

    def equations(self) -> Iterable[Any]:
        with_event = where(self.u >= 0, self.u, -self.u)
        yield self.y == (with_event if self.generate_event else abs(self.u))
