"""Weighted sum of any number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import elements
from drivetrain.modeling import Component, RealInput, RealOutput, parameter

__all__ = ["MultiSum"]


class MultiSum(Component):
    """Weighted sum of any number of inputs; zero if there are none."""

    nu = parameter(0, structural=True, kind="integer", min=0, doc="Number of inputs")
    k = parameter([1.0], doc="Weights, one for all or one for each input")
    u = RealInput(size=nu, doc="Inputs")
    y = RealOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        weights = elements(self.k, len(self.u))
        terms = [k * u for k, u in zip(weights, self.u, strict=True)]
        yield self.y == (sum(terms[1:], start=terms[0]) if terms else 0)
