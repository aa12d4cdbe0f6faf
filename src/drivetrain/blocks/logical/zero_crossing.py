"""Change of sign."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    BooleanInput,
    BooleanOutput,
    Component,
    RealInput,
    boolean,
    change,
    fixed,
)

__all__ = ["ZeroCrossing"]


class ZeroCrossing(Component):
    """True at the instant at which the input changes its sign, while `enable` is true."""

    u = RealInput(doc="Input")
    enable = BooleanInput(start=fixed(False), doc="True if changes of sign count")
    is_positive = boolean(start=fixed(False), doc="True if the input is enabled and not negative")
    y = BooleanOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.is_positive == (self.enable & (self.u >= 0))
        yield self.y == change(self.is_positive) & ~change(self.enable)
