"""Vector taken apart to signals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, RealOutput, parameter

__all__ = ["DeMultiplex"]


class DeMultiplex(Component):
    """The elements of one vector as several signals, in their order."""

    n = parameter(1, structural=True, kind="integer", min=1, doc="Number of signals, at least 1")
    u = RealInput(size=n, doc="Vector of signals")
    y = RealOutput(size=n, doc="Signals, connected one by one")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.u
