"""Gear with losses in teeth and bearings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from drivetrain.edition2002.interfaces import SMOOTHNESS
from drivetrain.modeling import Expr, der, parameter
from drivetrain.rotational import GearLosses

__all__ = ["LossyGear"]


class LossyGear(GearLosses):
    """Grounded gear whose teeth and bearings lose power and can stick.

    Each row of `loss_table` gives, for a speed of flange_a, the efficiencies ``eta1`` (flange_a
    drives) and ``eta2`` (flange_b drives) of the teeth and the bearing torques ``tau_bf1`` and
    ``tau_bf2`` for these cases. The driving side is decided by the torque of flange_a alone; in the
    current gear the share of the bearings is subtracted first. Where bearing torques mask the
    driving side, there may be no consistent set of modes, and the run ends with an error.
    """

    symbol = "lossy_gear"

    i = parameter(
        1.0, nonzero=True, doc="Transmission ratio: speed of flange_a over speed of flange_b"
    )
    smoothness = parameter(
        SMOOTHNESS, structural=True, final=True, doc="Linear interpolation, with jumps"
    )

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.phi == self.i * self.flange_b.phi
        yield self.w_a == der(self.flange_a.phi)
        yield self.flange_b.tau + self.i * (self.flange_a.tau - self.tau_loss) == 0
        yield self.tau_a_pos == self.ideal | (self.flange_a.tau >= 0)

    @classmethod
    def _without_modes(cls, values: Mapping[str, Any]) -> str:
        """Return the remedy where no modes agree."""
        return (
            "in the edition of 2002 the bearing torque jumps from tau_bf1 to tau_bf2 where the "
            "driving side changes; if tau_bf2 is larger, neither drives in between. Take equal "
            "bearing torques or today's gear (rotational.LossyGear, rotational.Gearbox for Gear2)"
        )

    def dissipated_power(self) -> Expr:
        """Return the power dissipated as heat, W."""
        power: Expr = self.tau_loss * self.w_a
        return power
