"""Rounding."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    Component,
    Expr,
    IntegerOutput,
    RealInput,
    floor,
    initial,
    maximum,
    minimum,
    no_event,
    pre,
    where,
)

__all__ = ["RealToInteger"]


class RealToInteger(Component):
    """Integer nearest to the input, halves away from zero; changes are events."""

    u = RealInput(doc="Input")
    y = IntegerOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        # The interval of inputs with the same output excludes its end farther from zero.
        last = pre(self.y)
        up = where(last < 0, self.u > last + 0.5, self.u >= last + 0.5)
        down = where(last > 0, self.u < last - 0.5, self.u <= last - 0.5)
        nearest = where(no_event(self.u > 0), self._nearest(1), self._nearest(-1))
        # An event may be found where the input is still a half: the value left does not return.
        above, below = maximum(nearest, last + 1), minimum(nearest, last - 1)
        changed = where(up, above, where(down, below, last))
        yield self.y == where(initial(), nearest, changed)

    def _nearest(self, sign: int) -> Expr:
        """Return the integer nearest to an input of this sign.

        Not ``floor(u + 0.5)``, whose sum is rounded to one just below a half.
        """
        size = sign * self.u
        whole = floor(size)
        return sign * (whole + where(no_event(size - whole >= 0.5), 1, 0))
