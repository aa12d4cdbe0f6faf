"""Linear damper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter
from drivetrain.thermal.interfaces import ConditionalHeatPort
from drivetrain.translational.interfaces import CompliantWithRelativeStates

__all__ = ["Damper"]


class Damper(CompliantWithRelativeStates, ConditionalHeatPort):
    """Linear damper whose force is proportional to the relative speed."""

    symbol = "damper"

    d = parameter(unit="N.s/m", min=0, doc="Damping constant")

    def equations(self) -> Iterable[Any]:
        yield self.f == self.d * self.v_rel
        yield self.loss_power == self.f * self.v_rel
