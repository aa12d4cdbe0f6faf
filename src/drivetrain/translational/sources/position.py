"""Position given by a signal."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.bessel import follow
from drivetrain.mechanics.state_priority import prefer_unless
from drivetrain.modeling import RealInput, der, parameter, variable
from drivetrain.translational.interfaces import TranslationalSource

__all__ = ["Position"]


class Position(TranslationalSource):
    """Position of the flange given by a signal, regardless of the force required.

    If `exact`, the signal has to be twice differentiable. Otherwise the flange follows it through a
    critically damped filter of second order (Bessel), which provides speed and acceleration; then
    `v` needs a start value.
    """

    symbol = "travel"

    exact = parameter(False, structural=True, doc="True if the flange follows without filter")
    f_crit = parameter(
        50.0, unit="Hz", min=sys.float_info.min, doc="Critical frequency of the filter"
    )
    s_ref = RealInput("m", doc="Reference position of the flange relative to the support")
    s = variable(
        "m",
        state_select=prefer_unless(exact),
        doc="Position of the flange relative to the support",
    )
    v = variable(
        "m/s",
        start=0.0,
        state_select=prefer_unless(exact),
        doc="Speed of the flange relative to the support; 0 if exact",
    )
    a = variable(
        "m/s2", start=0.0, doc="Acceleration of the flange relative to the support; 0 if exact"
    )

    def equations(self) -> Iterable[Any]:
        if self.exact:
            yield self.s == self.s_ref
            yield self.v == 0
            yield self.a == 0
        else:
            yield self.v == der(self.s)
            yield self.a == der(self.v)
            yield self.a == follow(self.s_ref - self.s, self.v, self.f_crit)

    def initial_equations(self) -> Iterable[Any]:
        if not self.exact:
            yield self.s == self.s_ref
