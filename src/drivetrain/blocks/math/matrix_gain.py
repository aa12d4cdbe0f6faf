"""Matrix times a vector."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import width
from drivetrain.modeling import Component, RealInput, RealOutput, computed, parameter

__all__ = ["MatrixGain"]


class MatrixGain(Component):
    """Matrix times the vector of inputs.

    The matrix is part of the equations: with a different one the model is retranslated.
    """

    K = parameter(((1.0, 0.0), (0.0, 1.0)), structural=True, doc="Matrix, one row per output")
    u = RealInput(size=computed(width, K), doc="Inputs")
    y = RealOutput(size=computed(len, K), doc="Outputs")

    def equations(self) -> Iterable[Any]:
        for y, row in zip(self.y, self.K, strict=True):
            terms = [float(k) * u for k, u in zip(row, self.u, strict=True)]
            yield y == sum(terms[1:], start=terms[0])
