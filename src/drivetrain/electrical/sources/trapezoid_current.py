"""Trapezoids of a current."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import CurrentSource
from drivetrain.electrical.interfaces.waves import Trapezoids
from drivetrain.modeling import parameter

__all__ = ["TrapezoidCurrent"]


class TrapezoidCurrent(CurrentSource, Trapezoids):
    """Source of a current that repeats a trapezoid."""

    I = parameter(unit="A", doc="Height of a trapezoid")

    def equations(self) -> Iterable[Any]:
        yield self.wave == self.trapezoids(self.I)
