"""Voltage that a current controls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import ControlledSource
from drivetrain.modeling import parameter

__all__ = ["CCV"]


class CCV(ControlledSource):
    """Source of a voltage at the right port, proportional to the current of the left one.

    The left port is a short circuit.
    """

    trans_resistance = parameter(unit="Ohm", doc="Right voltage over left current")

    def equations(self) -> Iterable[Any]:
        yield self.v2 == self.trans_resistance * self.i1
        yield self.v1 == 0
