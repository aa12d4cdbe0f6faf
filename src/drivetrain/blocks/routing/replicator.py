"""Copies of a real signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, RealOutput, parameter

__all__ = ["Replicator"]


class Replicator(Component):
    """Several copies of one real signal."""

    nout = parameter(1, structural=True, kind="integer", min=1, doc="Number of copies")
    u = RealInput(doc="Signal")
    y = RealOutput(size=nout, doc="Copies")

    def equations(self) -> Iterable[Any]:
        for y in self.y:
            yield y == self.u
