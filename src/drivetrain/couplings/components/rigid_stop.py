"""Rigid stops."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.couplings.interfaces import RigidContact
from drivetrain.modeling import parameter

__all__ = ["RigidStop"]


class RigidStop(RigidContact):
    """Rigid stops at both ends of a range of the relative angle, with a coefficient of restitution.

    Between the stops no torque is transmitted. For a shaft that hits its housing, connect
    `flange_a` to a `rotational.Fixed`.

    Notes
    -----
    A body that falls onto a stop for the time `t` under a constant torque bounces with the speeds
    ``w e^k``, down to `w_rest`, and is at rest after ``t (1 + e) / (1 - e)``.

    Examples
    --------
    >>> from drivetrain.couplings import RigidStop
    >>> stop = RigidStop(lower=-0.5, upper=0.5, e=0.6)
    """

    symbol = "stop"

    lower = parameter(unit="rad", doc="Relative angle at the lower stop")
    upper = parameter(unit="rad", min=lower, doc="Relative angle at the upper stop")

    def equations(self) -> Iterable[Any]:
        yield self.is_above == (self.phi_rel >= self.upper)
        yield self.is_below == (self.phi_rel <= self.lower)
