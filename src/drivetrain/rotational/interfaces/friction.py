"""Dry friction that sticks and slips exactly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from drivetrain.modeling import (
    Component,
    Expr,
    boolean,
    constant,
    fixed,
    hold,
    initial,
    integer,
    parameter,
    pre,
    variable,
    where,
)
from drivetrain.modeling.expression import as_expr

__all__ = ["MODES", "NEVER", "SMOOTHNESS", "UNIT_TORQUE", "Friction"]

BACKWARD, STUCK, FORWARD, FREE, UNKNOWN = -1, 0, 1, 2, 3

MODES: Final = {
    BACKWARD: "backward",
    STUCK: "stuck",
    FORWARD: "forward",
    FREE: "free",
    UNKNOWN: "unknown",
}
"""Names of the values of `mode`."""

SMOOTHNESS: Final = (
    "linear_segments",
    "continuous_derivative",
    "constant_segments",
    "monotone_continuous_derivative1",
    "monotone_continuous_derivative2",
    "modified_continuous_derivative",
)
"""How a friction table goes on between its points."""

UNIT_TORQUE: Final = constant(1.0, "N.m")
UNIT_ACCELERATION: Final = constant(1.0, "rad/s2")

NEVER: Final = as_expr(False)
"""The condition that does not come true."""


class Friction(Component):
    """Base of elements with dry friction between two surfaces.

    An heir defines the motion `w_relfric`, `a_relfric`, the torques `tau0`, `tau0_max`, the
    condition `free`, and its friction torque: ``sa`` (in N·m) while `locked`, nothing while
    `free`, the sliding law otherwise.

    Notes
    -----
    Friction torque and acceleration at rest lie on a curve with the parameter `sa`. While stuck,
    `sa` is the torque that holds the surfaces together; while they slide or start to, it is the
    acceleration, shifted by ``tau0_max``. So a change of mode exchanges one scalar equation and
    the relative speed remains a state in all modes [1]_. An element that starts to slide waits,
    still in mode *stuck*, until its speed has a sign. It goes on waiting while nothing moves it
    (an element beside it may hold the shaft), and sticks again when it would be moved the other
    way; [1]_ lets it wait as long as ``sa > tau0``, so that with ``peak > 1`` it can push a shaft
    that has turned back already.

    References
    ----------
    .. [1] M. Otter, H. Elmqvist, S. E. Mattsson, "Hybrid modeling in Modelica based on the
       synchronous data flow principle", CACSD'99, 1999.
    """

    w_small = parameter(
        1e10,
        unit="rad/s",
        doc="Speed near zero; a small value is wanted only if speeds jump by reinitialisation",
    )
    w_relfric = variable("rad/s", doc="Relative speed of the friction surfaces")
    a_relfric = variable("rad/s2", doc="Relative acceleration of the friction surfaces")
    tau0 = variable("N.m", doc="Sliding friction torque at zero speed, forward")
    tau0_max = variable("N.m", doc="Largest friction torque at rest")
    free = boolean(doc="True while the surfaces do not touch")
    sa = variable(doc="Parameter of the friction curve: torque if stuck, else acceleration")
    start_forward = boolean(start=fixed(False), doc="True while forward sliding starts")
    start_backward = boolean(start=fixed(False), doc="True while backward sliding starts")
    locked = boolean(doc="True while the surfaces do not move against each other")
    mode = integer(start=fixed(UNKNOWN), labels=MODES, doc="State of the friction element")

    def equations(self) -> Iterable[Any]:
        w, was = self.w_relfric, pre(self.mode)
        torque = self.sa * UNIT_TORQUE
        yield self.start_forward == (
            (was == STUCK)
            & ((torque > self.tau0_max) | (pre(self.start_forward) & (torque >= self.offset())))
            | (was == BACKWARD) & (w > self.w_small)
            | initial() & (w > 0)
        )
        yield self.start_backward == (
            (was == STUCK)
            & ((torque < -self.tau0_max) | (pre(self.start_backward) & (torque <= -self.offset())))
            | (was == FORWARD) & (w < -self.w_small)
            | initial() & (w < 0)
        )
        yield self.locked == (
            ~self.free
            & ~((was == FORWARD) | self.start_forward | (was == BACKWARD) | self.start_backward)
        )
        offset = self.offset() / UNIT_TORQUE
        shift = where(self.free, 0, where(self.goes_forward(), offset, -offset))
        yield self.a_relfric == where(self.locked, 0, UNIT_ACCELERATION * (self.sa - shift))
        yield self.mode == where(
            self.free,
            FREE,
            where(
                ((was == FORWARD) | (was == FREE) | self.start_forward) & (w > 0),
                FORWARD,
                where(
                    ((was == BACKWARD) | (was == FREE) | self.start_backward) & (w < 0),
                    BACKWARD,
                    STUCK,
                ),
            ),
        )
        yield hold(self.w_relfric, while_=self.locked)

    def offset(self) -> Expr:
        """Return what `sa` exceeds the acceleration by while the surfaces slide forward, N·m."""
        return self.tau0_max

    def goes_forward(self) -> Expr:
        """Return the condition that an element which is not stuck slides forward, not backward."""
        return self.start_forward | ~self.start_backward & (pre(self.mode) == FORWARD)
