"""Ground."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import Pin
from drivetrain.modeling import Component

__all__ = ["Ground"]


class Ground(Component):
    """Pin at the potential zero, to which all voltages of a circuit refer.

    Every circuit needs one.
    """

    symbol = "electric_ground"

    p = Pin(doc="Pin at the potential zero")

    def equations(self) -> Iterable[Any]:
        yield self.p.v == 0
