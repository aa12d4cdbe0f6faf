"""Sampled linear system."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.discrete.interfaces import DiscreteBlock
from drivetrain.blocks.interfaces import width
from drivetrain.blocks.matrices import checked_matrices, row_times
from drivetrain.modeling import RealInput, RealOutput, computed, parameter, pre, variable, when

__all__ = ["StateSpace"]


class StateSpace(DiscreteBlock):
    """Linear system whose states jump to A x + B u at each instant, with the outputs C x + D u.

    The matrices are part of the equations: with different ones the model is retranslated.
    """

    A = parameter(((1.0, 0.0), (0.0, 1.0)), structural=True, doc="Effect of states on states")
    B = parameter(((1.0,), (1.0,)), structural=True, doc="Effect of inputs on states")
    C = parameter(((1.0, 1.0),), structural=True, doc="Effect of states on outputs")
    D = parameter(0.0, structural=True, doc="Effect of inputs on outputs; 0 for none")
    u = RealInput(size=computed(width, B), doc="Inputs")
    y = RealOutput(size=computed(len, C), doc="Outputs")
    x = variable(size=computed(len, A), doc="States")

    def equations(self) -> Iterable[Any]:
        A, B, C, D = checked_matrices(self)
        before = [pre(x) for x in self.x]
        states = (row_times(a, before) + row_times(b, self.u) for a, b in zip(A, B, strict=True))
        outputs = (row_times(c, before) + row_times(d, self.u) for c, d in zip(C, D, strict=True))
        yield when(
            self.sample_trigger,
            *(x == new for x, new in zip(self.x, states, strict=True)),
            *(y == new for y, new in zip(self.y, outputs, strict=True)),
        )
