"""Gear with or without a housing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter, variable
from drivetrain.rotational import Support, TwoFlanges

__all__ = ["ConfigurableGear"]


class ConfigurableGear(TwoFlanges):
    """Ideal gear whose housing is either fixed or a flange."""

    symbol = "gear"

    ratio = parameter(nonzero=True, doc="Transmission ratio in the housing")
    grounded = parameter(
        structural=True, kind="boolean", doc="True if the housing is fixed, else it is `housing`"
    )
    housing = Support(enabled=~grounded, required=True, doc="Housing of the gear")
    phi_housing = variable("rad", doc="Absolute angle of the housing")

    def equations(self) -> Iterable[Any]:
        a, b = self.flange_a, self.flange_b
        yield (1 - self.ratio) * self.phi_housing == a.phi - self.ratio * b.phi
        yield b.tau == -self.ratio * a.tau
        if self.grounded:
            yield self.phi_housing == 0
        else:
            yield self.housing.phi == self.phi_housing
            yield self.housing.tau == -(1 - self.ratio) * a.tau
