"""Switch that a signal closes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import IdealSwitch
from drivetrain.modeling import BooleanInput

__all__ = ["IdealClosingSwitch"]


class IdealClosingSwitch(IdealSwitch):
    """Switch that is closed while `control` is true."""

    control = BooleanInput(doc="True closes the switch")

    def equations(self) -> Iterable[Any]:
        yield self.off == ~self.control
