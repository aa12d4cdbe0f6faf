"""Controller with limited output."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.continuous.derivative import Derivative
from drivetrain.blocks.continuous.integrator import Integrator
from drivetrain.blocks.continuous.interfaces import derivative_start, integral_start
from drivetrain.blocks.interfaces import INITIAL, LIMITER_HOMOTOPY
from drivetrain.blocks.nonlinear.limiter import Limiter
from drivetrain.modeling import (
    Component,
    Expr,
    RealInput,
    RealOutput,
    computed,
    constant,
    ensure,
    maximum,
    parameter,
    variable,
)

__all__ = ["LimPID"]


def _integrates(controller: str) -> bool:
    return "i" in controller


def _differentiates(controller: str) -> bool:
    return "d" in controller


class LimPID(Component):
    """P, PI, PD or PID controller whose output is limited.

    While the output is at a limit, the integral part is fed back (anti-windup). Set points may be
    weighted, and a feed-forward input added.
    """

    controller_type = parameter(
        "pid", structural=True, choices=("p", "pi", "pd", "pid"), doc="Parts of the controller"
    )
    k = parameter(1.0, nonzero=True, doc="Gain, not zero")
    Ti = parameter(0.5, unit="s", min=sys.float_info.min, doc="Time constant of the integral part")
    Td = parameter(0.1, unit="s", min=0, doc="Time constant of the derivative part")
    y_max = parameter(doc="Upper limit of the output")
    y_min = parameter(-y_max, doc="Lower limit of the output")
    wp = parameter(1.0, min=0, doc="Weight of the set point in the proportional part")
    wd = parameter(0.0, min=0, doc="Weight of the set point in the derivative part")
    Ni = parameter(
        0.9,
        min=100 * sys.float_info.epsilon,
        doc="Time constant of the anti-windup over Ti",
    )
    Nd = parameter(
        10.0,
        min=100 * sys.float_info.epsilon,
        doc="Td over the time constant of the derivative's lag",
    )
    with_feed_forward = parameter(
        False, structural=True, doc="True if there is a feed-forward input"
    )
    k_ff = parameter(1.0, doc="Gain of the feed-forward input")
    init_type = parameter(
        "initial_state", structural=True, choices=INITIAL, doc="Condition at the start"
    )
    xi_start = parameter(0.0, doc="State of the integral part at the start")
    xd_start = parameter(0.0, doc="State of the derivative part at the start")
    y_start = parameter(0.0, doc="Output at the start, within the limits")
    homotopy_type = parameter(
        "linear",
        structural=True,
        choices=LIMITER_HOMOTOPY,
        doc="No effect, no start values need it; kept for compatibility",
    )
    strict = parameter(False, structural=True, doc="True if reaching a limit raises no event")
    u_s = RealInput(doc="Set point")
    u_m = RealInput(doc="Measurement")
    u_ff = RealInput(enabled=with_feed_forward, doc="Feed-forward input")
    y = RealOutput(start=y_start, doc="Output")
    control_error = RealOutput(doc="Set point minus measurement")
    y_linear = variable(doc="Output without limits")
    proportional = variable(doc="Proportional part over the gain")
    I = Integrator(  # noqa: E741
        k=1 / Ti,
        y_start=xi_start,
        init_type=computed(integral_start, init_type),
        enabled=computed(_integrates, controller_type),
    )
    D = Derivative(
        k=Td,
        T=maximum(Td / Nd, constant(1e-14, "s")),
        x_start=xd_start,
        init_type=computed(derivative_start, init_type),
        enabled=computed(_differentiates, controller_type),
    )
    limiter = Limiter(u_max=y_max, u_min=y_min, strict=strict)

    def equations(self) -> Iterable[Any]:
        yield self.control_error == self.u_s - self.u_m
        yield self.proportional == self.wp * self.u_s - self.u_m
        parts: Expr = self.proportional
        if "d" in self.controller_type:
            yield self.D.u == self.wd * self.u_s - self.u_m
            parts = parts + self.D.y
        if "i" in self.controller_type:
            surplus = (self.y - self.y_linear) / (self.k * self.Ni)
            yield self.I.u == self.control_error + surplus
            parts = parts + self.I.y
        forward = self.k_ff * self.u_ff if self.with_feed_forward else 0
        yield self.y_linear == self.k * parts + forward
        yield self.limiter.u == self.y_linear
        yield self.y == self.limiter.y
        if self.init_type == "initial_output":
            inside = (self.y_start >= self.y_min) & (self.y_start <= self.y_max)
            yield ensure(inside, "y_start is outside the limits y_min and y_max of the output")

    def initial_equations(self) -> Iterable[Any]:
        if self.init_type == "initial_output":
            forward = self.k_ff * self.u_ff if self.with_feed_forward else 0
            yield self.y_linear - forward == self.y_start
