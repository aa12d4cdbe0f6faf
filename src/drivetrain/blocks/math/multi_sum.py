"""Weighted sum of any number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import element
from drivetrain.modeling import Component, RealInput, RealOutput, parameter

__all__ = ["MultiSum"]


class MultiSum(Component):
    """Weighted sum of any number of inputs, zero of none."""

    nu = parameter(0, structural=True, kind="integer", min=0, doc="Number of inputs")
    k = parameter([1.0], doc="Weights, one for all or one for each input")
    u = RealInput(size=nu, doc="Inputs")
    y = RealOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        terms = [element(self.k, i) * u for i, u in enumerate(self.u)]
        yield self.y == (sum(terms[1:], start=terms[0]) if terms else 0)
