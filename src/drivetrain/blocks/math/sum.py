"""Weighted sum."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import elements
from drivetrain.modeling import Component, RealInput, RealOutput, length, parameter

__all__ = ["Sum"]


class Sum(Component):
    """Weighted sum of several inputs, as many as there are weights if nothing else is said."""

    k = parameter([1.0], doc="Weights, one for all or one for each input")
    nin = parameter(
        length(k), structural=True, kind="integer", min=1, doc="Number of inputs, at least 1"
    )
    u = RealInput(size=nin, doc="Inputs")
    y = RealOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        weights = elements(self.k, len(self.u))
        terms = [k * u for k, u in zip(weights, self.u, strict=True)]
        yield self.y == sum(terms[1:], start=terms[0])
