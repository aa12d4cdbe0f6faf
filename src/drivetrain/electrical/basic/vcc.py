"""Current that a voltage controls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import ControlledSource
from drivetrain.modeling import parameter

__all__ = ["VCC"]


class VCC(ControlledSource):
    """Source of a current at the right port, proportional to the voltage of the left one.

    The left port carries no current.
    """

    trans_conductance = parameter(unit="S", doc="Right current over left voltage")

    def equations(self) -> Iterable[Any]:
        yield self.i2 == self.trans_conductance * self.v1
        yield self.i1 == 0
