"""Constant force."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter
from drivetrain.translational.interfaces import PartialForce

__all__ = ["ConstantForce"]


class ConstantForce(PartialForce):
    """Constant force; a positive `f_constant` accelerates what is connected to the flange."""

    f_constant = parameter(unit="N", doc="Accelerating force")

    def equations(self) -> Iterable[Any]:
        yield self.f == -self.f_constant
