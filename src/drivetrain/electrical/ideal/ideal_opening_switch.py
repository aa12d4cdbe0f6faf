"""Switch that a signal opens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import IdealSwitch
from drivetrain.modeling import BooleanInput

__all__ = ["IdealOpeningSwitch"]


class IdealOpeningSwitch(IdealSwitch):
    """Switch that is open while `control` is true."""

    control = BooleanInput(doc="True opens the switch")

    def equations(self) -> Iterable[Any]:
        yield self.off == self.control
