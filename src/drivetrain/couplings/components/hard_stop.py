"""Elastic stops with a spring and a damper."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.couplings.interfaces import Stop
from drivetrain.mechanics.contact import limited_damping
from drivetrain.modeling import Expr, parameter

__all__ = ["HardStop"]


class HardStop(Stop):
    """Stops at both ends of a range of the relative angle, each a spring with a damper.

    Between the stops no torque is transmitted. For a shaft that hits its housing, connect
    `flange_a` to a `rotational.Fixed`.

    Notes
    -----
    The torque of the damper never exceeds that of the spring, as in `rotational.ElastoBacklash`: it
    grows from zero however hard the impact, and a stop never pulls. The damping constant alone does
    not determine the rebound speed; if that is known, use `HuntCrossleyStop`.

    Without damping a free body of the inertia `J` that hits a stop at the speed `w` leaves it at
    the same speed after ``pi * sqrt(J / c)``, and the largest torque is ``w * sqrt(c * J)``.

    Examples
    --------
    >>> from drivetrain.couplings import HardStop
    >>> stop = HardStop(lower=-0.5, upper=0.5, c=1e5, d=10.0)
    """

    c = parameter(unit="N.m/rad", min=sys.float_info.min, doc="Stiffness of a stop, > 0")
    d = parameter(0.0, unit="N.m.s/rad", min=0, doc="Damping constant of a stop")

    def equations(self) -> Iterable[Any]:
        yield self.tau_c == self.c * self.depth
        yield self.push == self.tau_c + limited_damping(self.tau_c, self.d * self.rate)

    def stored_energy(self) -> Expr:
        """Return the energy of the spring, J."""
        energy: Expr = self.c * self.depth**2 / 2
        return energy
