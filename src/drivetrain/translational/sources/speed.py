"""Speed given by a signal."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.state_priority import prefer_unless
from drivetrain.modeling import RealInput, der, fixed, parameter, variable
from drivetrain.translational.interfaces import TranslationalSource

__all__ = ["Speed"]


class Speed(TranslationalSource):
    """Speed of the flange given by a signal, regardless of the force required.

    If `exact`, the signal has to be differentiable. Otherwise the flange follows it through a
    filter of first order, which provides the acceleration.
    """

    symbol = "travel"

    exact = parameter(False, structural=True, doc="True if the flange follows without filter")
    f_crit = parameter(
        50.0, unit="Hz", min=sys.float_info.min, doc="Critical frequency of the filter"
    )
    v_ref = RealInput("m/s", doc="Reference speed of the flange relative to the support")
    s = variable(
        "m",
        start=fixed(0.0),
        state_select="prefer",
        doc="Position of the flange relative to the support",
    )
    v = variable(
        "m/s",
        state_select=prefer_unless(exact),
        doc="Speed of the flange relative to the support",
    )
    a = variable("m/s2", doc="Acceleration of the flange relative to the support; 0 if exact")

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.s)
        if self.exact:
            yield self.v == self.v_ref
            yield self.a == 0
        else:
            yield self.a == der(self.v)
            yield self.a == (self.v_ref - self.v) * (2 * math.pi * self.f_crit)

    def initial_equations(self) -> Iterable[Any]:
        if not self.exact:
            yield self.v == self.v_ref
