"""Flip-flop."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import BooleanInput, BooleanOutput, Component, fixed, parameter, pre

__all__ = ["RSFlipFlop"]


class RSFlipFlop(Component):
    """Flip-flop that S sets and R resets; R dominates."""

    Qini = parameter(False, doc="Output before the start")
    S = BooleanInput(doc="Sets the output")
    R = BooleanInput(doc="Resets the output")
    Q = BooleanOutput(doc="Output")
    QI = BooleanOutput(start=fixed(~Qini), doc="False while the flip-flop is or was set")

    def equations(self) -> Iterable[Any]:
        yield self.QI == ~(self.S | self.Q)
        yield ~(pre(self.QI) | self.R) == self.Q
