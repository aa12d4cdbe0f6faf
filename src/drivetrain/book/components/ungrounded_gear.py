"""Gear with a housing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter
from drivetrain.rotational import Support, TwoFlanges

__all__ = ["UngroundedGear"]


class UngroundedGear(TwoFlanges):
    """Ideal gear whose housing is a flange that takes the reaction torque."""

    symbol = "gear"

    ratio = parameter(nonzero=True, doc="Transmission ratio in the housing")
    housing = Support(doc="Housing of the gear")

    def equations(self) -> Iterable[Any]:
        a, b, housing = self.flange_a, self.flange_b, self.housing
        yield (1 - self.ratio) * housing.phi == a.phi - self.ratio * b.phi
        yield b.tau == -self.ratio * a.tau
        yield housing.tau == -(1 - self.ratio) * a.tau
