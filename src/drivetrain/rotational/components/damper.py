"""Linear damper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter
from drivetrain.rotational.interfaces import CompliantWithRelativeStates
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["Damper"]


class Damper(CompliantWithRelativeStates, ConditionalHeatPort):
    """Linear damper whose torque is proportional to the relative speed."""

    symbol = "damper"

    d = parameter(unit="N.m.s/rad", min=0, doc="Damping constant")

    def equations(self) -> Iterable[Any]:
        yield self.tau == self.d * self.w_rel
        yield self.loss_power == self.tau * self.w_rel
