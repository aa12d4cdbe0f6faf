"""Ground."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component
from drivetrain.rotational import FlangeA

__all__ = ["Ground"]


class Ground(Component):
    """Flange that does not move; its torque is the reaction of the ground."""

    symbol = "ground"

    flange_a = FlangeA(doc="Fixed flange")

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.phi == 0
