"""Acceleration given by a signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealInput, der, fixed, variable
from drivetrain.translational.interfaces import TranslationalSource

__all__ = ["Accelerate"]


class Accelerate(TranslationalSource):
    """Acceleration of the flange given by a signal, regardless of the force required."""

    symbol = "travel"

    a_ref = RealInput("m/s2", doc="Reference acceleration of the flange relative to the support")
    s = variable(
        "m",
        start=fixed(0.0),
        state_select="prefer",
        doc="Position of the flange relative to the support",
    )
    v = variable(
        "m/s",
        start=fixed(0.0),
        state_select="prefer",
        doc="Speed of the flange relative to the support",
    )
    a = variable("m/s2", doc="Acceleration of the flange relative to the support")

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.s)
        yield self.a == der(self.v)
        yield self.a == self.a_ref
