"""Voltage that a voltage controls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import ControlledSource
from drivetrain.modeling import parameter

__all__ = ["VCV"]


class VCV(ControlledSource):
    """Source of a voltage at the right port, proportional to the voltage of the left one.

    The left port carries no current.
    """

    gain = parameter(doc="Right voltage over left voltage")

    def equations(self) -> Iterable[Any]:
        yield self.v2 == self.gain * self.v1
        yield self.i1 == 0
