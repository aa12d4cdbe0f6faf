"""Base class of rigid contacts: impacts, and rest."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import boolean, hold, impact, parameter, pre, variable, where
from drivetrain.rotational.interfaces import CompliantWithRelativeStates
from drivetrain.rotational.interfaces.friction import UNIT_ACCELERATION, UNIT_TORQUE

__all__ = ["RigidContact"]


class RigidContact(CompliantWithRelativeStates):
    """Base of contacts that limit the relative angle rigidly.

    Subclasses define when an upper and a lower limit are reached, `is_above` and `is_below`.

    Notes
    -----
    An impact reverses the relative speed instantaneously, to ``-e`` times the speed before [1]_.
    This is an impulse: momentum is conserved over everything rigidly connected to either side, and
    the energy lost is in the energy audit. A rebound slower than `w_rest` is suppressed: the sides
    stay together, *resting*, until the torque would have to pull. Otherwise a body that comes to
    rest would bounce infinitely often in finite time, and the run would end with an error as soon
    as the bounces are as small as rounding errors.

    References
    ----------
    .. [1] B. Brogliato, "Nonsmooth Mechanics", Springer, 2016.
    """

    e = parameter(0.5, min=0, max=1, doc="Coefficient of restitution")
    w_rest = parameter(
        1e-3,
        unit="rad/s",
        min=sys.float_info.min,
        doc="Speed below which a rebound is suppressed, > 0",
    )
    is_above = boolean(doc="True while the relative angle is at its upper limit or beyond")
    is_below = boolean(doc="True while the relative angle is at its lower limit or beyond")
    touches_above = boolean(doc="True while the sides touch at the upper limit and hardly move")
    touches_below = boolean(doc="True while the sides touch at the lower limit and hardly move")
    resting = boolean(doc="True while the sides stay together")
    sa = variable(doc="Decides whether they stay: torque if they do, else acceleration")

    def equations(self) -> Iterable[Any]:
        w = self.w_rel
        slow = (w < self.w_rest) & (w > -self.w_rest)
        yield self.touches_above == self.is_above & slow
        yield self.touches_below == self.is_below & slow
        stays_above = pre(self.touches_above) & (self.sa >= 0)
        stays_below = pre(self.touches_below) & (self.sa <= 0)
        yield self.resting == stays_above | stays_below
        acceleration, torque = self.a_rel / UNIT_ACCELERATION, self.tau / UNIT_TORQUE
        yield where(self.resting, acceleration, torque) == 0
        yield self.sa == where(self.resting, torque, acceleration)
        yield hold(w, while_=self.resting, load=self.tau)
        yield impact(w, load=self.tau, restitution=self.e, when=self.is_above & (w > 0))
        yield impact(w, load=self.tau, restitution=self.e, when=self.is_below & (w < 0))
