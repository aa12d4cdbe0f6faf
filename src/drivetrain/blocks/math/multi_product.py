"""Product of any number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, RealOutput, parameter

__all__ = ["MultiProduct"]


class MultiProduct(Component):
    """Product of any number of inputs; zero if there are none."""

    nu = parameter(0, structural=True, kind="integer", min=0, doc="Number of inputs")
    u = RealInput(size=nu, doc="Inputs")
    y = RealOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        product: Any = self.u[0] if self.nu else 0
        for u in self.u[1:]:
            product = product * u
        yield self.y == product
