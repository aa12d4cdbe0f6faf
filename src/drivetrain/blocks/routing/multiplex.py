"""Signals put together to a vector."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, RealOutput, parameter

__all__ = ["Multiplex"]


class Multiplex(Component):
    """Several signals as the elements of one vector, in their order."""

    n = parameter(1, structural=True, kind="integer", min=1, doc="Number of signals, at least 1")
    u = RealInput(size=n, doc="Signals, connected one by one")
    y = RealOutput(size=n, doc="Vector of the signals")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.u
