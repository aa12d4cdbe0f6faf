"""Proportional-integral-derivative controller."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.continuous.derivative import Derivative
from drivetrain.blocks.continuous.integrator import Integrator
from drivetrain.blocks.continuous.interfaces import derivative_start, integral_start
from drivetrain.blocks.interfaces import INITIAL, Siso
from drivetrain.modeling import RealOutput, computed, constant, maximum, parameter

__all__ = ["PID"]


class PID(Siso):
    """Proportional-integral-derivative controller, k (1 + 1 / (Ti s) + Td s)."""

    k = parameter(1.0, doc="Gain")
    Ti = parameter(unit="s", min=sys.float_info.min, doc="Time constant of the integral part")
    Td = parameter(unit="s", min=0, doc="Time constant of the derivative part")
    Nd = parameter(
        10.0, min=sys.float_info.min, doc="Td over the time constant of the derivative's lag"
    )
    init_type = parameter(
        "initial_state", structural=True, choices=INITIAL, doc="Condition at the start"
    )
    xi_start = parameter(0.0, doc="State of the integral part at the start")
    xd_start = parameter(0.0, doc="State of the derivative part at the start")
    y_start = parameter(0.0, doc="Output at the start")
    y = RealOutput(start=y_start, doc="Output")
    I = Integrator(  # noqa: E741
        k=1 / Ti, y_start=xi_start, init_type=computed(integral_start, init_type)
    )
    D = Derivative(
        k=Td,
        T=maximum(Td / Nd, constant(100 * sys.float_info.epsilon, "s")),
        x_start=xd_start,
        init_type=computed(derivative_start, init_type),
    )

    def equations(self) -> Iterable[Any]:
        yield self.I.u == self.u
        yield self.D.u == self.u
        yield self.y == self.k * (self.u + self.I.y + self.D.y)

    def initial_equations(self) -> Iterable[Any]:
        if self.init_type == "initial_output":
            yield self.y == self.y_start
