"""Clutch with dry friction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.interfaces import CompliantWithSpeed, FrictionDisc
from drivetrain.modeling import computed, der, variable
from drivetrain.rotational import Friction

__all__ = ["Clutch"]


def _priority(law: str) -> str:
    """Return the priority of the relative speed as a state; without inertia it is not one."""
    return "avoid" if law == "velocity" else "default"


class Clutch(CompliantWithSpeed, FrictionDisc):
    """Dry friction between two shafts under a controlled normal force.

    A positive relative speed (flange_b faster) gives a positive torque, which brakes flange_b and
    drives flange_a.
    """

    symbol = "clutch"

    w_rel = variable(
        "rad/s",
        state_select=computed(_priority, Friction.law),
        doc="Relative speed: der(phi_rel)",
    )
    a_rel = variable("rad/s2", doc="Relative acceleration: der(w_rel)")

    def equations(self) -> Iterable[Any]:
        yield self.a_rel == der(self.w_rel)
        yield self.w_relfric == self.w_rel
        yield self.a_relfric == self.a_rel
