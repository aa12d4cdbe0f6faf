"""Ratchet with a rigid pawl."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.couplings.interfaces import Pawl, RigidContact
from drivetrain.modeling import parameter
from drivetrain.rotational.interfaces.friction import NEVER

__all__ = ["RigidRatchet"]


class RigidRatchet(Pawl, RigidContact):
    """Toothed wheel with a rigid pawl: flange_b advances freely against flange_a, and is caught.

    The pawl drops behind every tooth that passes. When the motion reverses, the wheel is free until
    the last of these teeth meets the pawl, at most one pitch away. Both sides then continue at a
    common speed, or rebound; `tooth` counts the teeth that have passed.

    Notes
    -----
    The teeth are at the relative angles ``k * pitch``. Two bodies `J_a` and `J_b` that are caught
    without rebound continue at ``(J_a w_a + J_b w_b) / (J_a + J_b)``. `Ratchet` has an elastic
    pawl.

    Examples
    --------
    >>> import math
    >>> from drivetrain.couplings import RigidRatchet
    >>> ratchet = RigidRatchet(pitch=2 * math.pi / 12)
    """

    e = parameter(0.0, min=0, max=1, doc="Coefficient of restitution")

    def equations(self) -> Iterable[Any]:
        yield self.is_above == NEVER
        yield self.is_below == (self.phi_rel <= self.caught)
