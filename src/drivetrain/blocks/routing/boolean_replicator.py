"""Copies of a Boolean signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import BooleanInput, BooleanOutput, Component, parameter

__all__ = ["BooleanReplicator"]


class BooleanReplicator(Component):
    """Several copies of one Boolean signal."""

    nout = parameter(1, structural=True, kind="integer", min=1, doc="Number of copies")
    u = BooleanInput(doc="Signal")
    y = BooleanOutput(size=nout, doc="Copies")

    def equations(self) -> Iterable[Any]:
        for y in self.y:
            yield y == self.u
