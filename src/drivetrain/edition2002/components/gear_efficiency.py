"""Losses of a gear expressed as an efficiency."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from drivetrain.modeling import Expr, boolean, der, parameter, variable, where
from drivetrain.rotational.interfaces import Rigid

__all__ = ["GearEfficiency"]


class GearEfficiency(Rigid):
    """Rigid shaft that transmits the fraction `eta` of the power.

    The side that delivers power is the driving one. The shaft cannot stick: at standstill the
    driving side may alternate from event to event. A gear with losses is better described by
    LossyGear, in which friction holds the shaft.
    """

    symbol = "lossy_gear"

    eta = parameter(1.0, min=sys.float_info.min, max=1, doc="Efficiency")
    P = variable("W", doc="Power into flange_a")
    driving_a = boolean(doc="True if flange_a is the driving side")

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.tau * der(self.phi) == self.P
        yield self.driving_a == (self.P >= 0)
        yield self.flange_b.tau == -where(
            self.driving_a, self.eta * self.flange_a.tau, self.flange_a.tau / self.eta
        )

    @classmethod
    def _without_modes(cls, values: Mapping[str, Any]) -> str:
        """Return the remedy where modes toggle."""
        return (
            "it has no mode for rest, so its driving side toggles where friction holds the shaft; "
            "take a gear whose teeth stick (Gear2 instead of Gear, or rotational.LossyGear)"
        )

    def dissipated_power(self) -> Expr:
        """Return the power dissipated as heat, W."""
        power: Expr = (self.flange_a.tau + self.flange_b.tau) * der(self.phi)
        return power
