"""Ideal diode."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import IdealSemiconductor

__all__ = ["IdealDiode"]


class IdealDiode(IdealSemiconductor):
    """Diode with straight characteristics: it conducts above the knee voltage, else it blocks."""

    def equations(self) -> Iterable[Any]:
        yield self.off == (self.s < 0)
