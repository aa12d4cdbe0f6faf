"""Eddy-current brake."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.eddy_current import EddyCurrent
from drivetrain.modeling import Expr, constant, der, parameter, variable
from drivetrain.translational.interfaces import PartialForce

__all__ = ["EddyCurrentForce"]


class EddyCurrentForce(PartialForce, EddyCurrent):
    """Eddy-current brake between a rod and its housing.

    The braking force `f` has its maximum ``f_nominal * excitation**2`` at the speed `v_nominal`, if
    the conductor has the temperature `T_ref`.
    """

    f_nominal = parameter(unit="N", doc="Largest braking force at excitation 1")
    v_nominal = parameter(
        unit="m/s", min=sys.float_info.epsilon, doc="Speed of the largest force, > 0"
    )
    v = variable("m/s", doc="Speed of the flange relative to the support")
    v_normalized = variable(doc="Speed over that of the largest force")

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.s)
        yield self.v_normalized == self.warmed(self.v) / self.v_nominal
        yield self.f == self.f_nominal * self.characteristic(self.v_normalized)
        yield self.loss_power == self.f * self.v

    def supplied_power(self) -> Expr:
        """Return 0: the power taken from the driveline is the loss of the brake."""
        return constant(0.0, "W")
