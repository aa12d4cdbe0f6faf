"""Constant speed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import der, parameter, variable
from drivetrain.translational.interfaces import PartialForce

__all__ = ["ConstantSpeed"]


class ConstantSpeed(PartialForce):
    """Constant speed of the flange, regardless of the force required."""

    symbol = "travel"

    v_fixed = parameter(unit="m/s", doc="Speed of the flange relative to the support")
    v = variable("m/s", doc="Speed of the flange relative to the support")

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.s)
        yield self.v == self.v_fixed
