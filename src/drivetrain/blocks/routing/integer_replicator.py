"""Copies of an integer signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, IntegerInput, IntegerOutput, parameter

__all__ = ["IntegerReplicator"]


class IntegerReplicator(Component):
    """Several copies of one integer signal."""

    nout = parameter(1, structural=True, kind="integer", min=1, doc="Number of copies")
    u = IntegerInput(doc="Signal")
    y = IntegerOutput(size=nout, doc="Copies")

    def equations(self) -> Iterable[Any]:
        for y in self.y:
            yield y == self.u
