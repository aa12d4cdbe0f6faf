"""Saw tooth of a current."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import CurrentSource
from drivetrain.electrical.interfaces.waves import Teeth
from drivetrain.modeling import parameter

__all__ = ["SawToothCurrent"]


class SawToothCurrent(CurrentSource, Teeth):
    """Source of a current that rises linearly and drops at the end of each period."""

    I = parameter(unit="A", doc="Height of a tooth")

    def equations(self) -> Iterable[Any]:
        yield self.wave == self.teeth(self.I)
