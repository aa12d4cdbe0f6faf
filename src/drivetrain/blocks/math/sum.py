"""Weighted sum."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, RealOutput, length, parameter

__all__ = ["Sum"]


class Sum(Component):
    """Weighted sum of several inputs, as many as there are weights."""

    k = parameter([1.0], doc="Weights")
    u = RealInput(size=length(k), doc="Inputs")
    y = RealOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        terms = [k * u for k, u in zip(self.k, self.u, strict=True)]
        yield self.y == sum(terms[1:], start=terms[0])
