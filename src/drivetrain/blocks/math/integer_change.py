"""Change of an integer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import BooleanOutput, Component, IntegerInput, change, fixed, parameter

__all__ = ["IntegerChange"]


class IntegerChange(Component):
    """True at the instant at which the input changes."""

    pre_u_start = parameter(0, kind="integer", doc="Input before the start")
    u = IntegerInput(start=fixed(pre_u_start), doc="Input")
    y = BooleanOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.y == change(self.u)
