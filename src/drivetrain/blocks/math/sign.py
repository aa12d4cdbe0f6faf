"""Sign."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import parameter, sign, where

__all__ = ["Sign"]


class Sign(Siso):
    """Sign of the input: -1, 0 or 1."""

    generate_event = parameter(
        False, structural=True, doc="True if an event is raised when the input changes sign"
    )

    def equations(self) -> Iterable[Any]:
        with_event = where(self.u > 0, 1.0, where(self.u < 0, -1.0, 0.0))
        yield self.y == (with_event if self.generate_event else sign(self.u))
