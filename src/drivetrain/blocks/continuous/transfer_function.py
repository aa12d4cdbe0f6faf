"""Transfer function."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from drivetrain.blocks.interfaces import INITIAL, Siso, elements
from drivetrain.errors import ModelError
from drivetrain.modeling import (
    Expr,
    RealOutput,
    constant,
    der,
    ensure,
    length,
    parameter,
    sqrt,
    variable,
    where,
)

__all__ = ["TransferFunction"]


class TransferFunction(Siso):
    """Ratio of two polynomials in s, in controller canonical form.

    With the denominator scaled by its last coefficient, the states equal the input in steady state
    in magnitude. The coefficients refer to s in 1/s.
    """

    b = parameter([1.0], doc="Coefficients of the numerator, highest power first")
    a = parameter([1.0], doc="Coefficients of the denominator, highest power first")
    init_type = parameter("no_init", structural=True, choices=INITIAL, doc="Condition at the start")
    x_start = parameter([0.0], doc="States at the start, one value for all or one for each")
    y_start = parameter(0.0, doc="Output at the start")
    y = RealOutput(start=y_start, doc="Output")
    x = variable(size=length(a) - 1, doc="States")
    x_scaled = variable(size=length(a) - 1, doc="States times the scale of the denominator")

    def equations(self) -> Iterable[Any]:
        missing = len(self.a) - len(self.b)
        if missing < 0:
            raise ModelError(
                f"the numerator b has {len(self.b)} coefficients and the denominator a only "
                f"{len(self.a)}: such a transfer function would differentiate its input"
            )
        b, z, scale = (0.0,) * missing + tuple(self.b), self.x_scaled, self.scale()
        yield ensure(abs(self.a[0]) > 0, "the first coefficient of the denominator is zero")
        direct = b[0] / self.a[0]
        if z:
            fed_back = sum((a * zk for a, zk in zip(self.a[1:], z, strict=True)), start=0)
            yield der(z[0]) == constant(1.0, "1/s") * (scale * self.u - fed_back) / self.a[0]
            for before, after in pairwise(z):
                yield der(after) == constant(1.0, "1/s") * before
        weights = [bk - direct * ak for bk, ak in zip(b[1:], self.a[1:], strict=True)]
        shaped = sum((w * zk for w, zk in zip(weights, z, strict=True)), start=0)
        yield self.y == shaped / scale + direct * self.u
        for x, zk in zip(self.x, z, strict=True):
            yield x == zk / scale

    def scale(self) -> Expr:
        """Return the last coefficient of the denominator, or 1 if that is practically zero."""
        size = sqrt(sum((a * a for a in self.a), start=0))
        last = self.a[-1]
        return where(last > 100 * sys.float_info.epsilon * size, last, 1.0)

    def initial_equations(self) -> Iterable[Any]:
        z = self.x_scaled
        if self.init_type == "steady_state":
            for zk in z:
                yield der(zk) == 0
        elif self.init_type == "initial_state":
            for zk, start in zip(z, elements(self.x_start, len(z)), strict=True):
                yield zk == start * self.scale()
        elif self.init_type == "initial_output" and z:
            yield self.y == self.y_start
            for zk in z[1:]:
                yield der(zk) == 0
