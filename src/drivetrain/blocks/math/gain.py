"""Amplifier."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import parameter

__all__ = ["Gain"]


class Gain(Siso):
    """Input times a constant."""

    k = parameter(doc="Factor")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.k * self.u
