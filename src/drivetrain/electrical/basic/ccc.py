"""Current that a current controls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import ControlledSource
from drivetrain.modeling import parameter

__all__ = ["CCC"]


class CCC(ControlledSource):
    """Source of a current at the right port, proportional to the current of the left one.

    The left port is a short circuit.
    """

    gain = parameter(doc="Right current over left current")

    def equations(self) -> Iterable[Any]:
        yield self.i2 == self.gain * self.i1
        yield self.v1 == 0
