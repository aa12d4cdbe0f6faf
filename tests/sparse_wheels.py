"""A hub with many arms, in which every state may act on every derivative."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Model, fixed, parameter
from drivetrain.rotational import Inertia, SpringDamper

__all__ = ["Star"]


class Star(Model):
    """Arms on a hub. Their twists are states: by way of the hub, each feels what all others do."""

    n = parameter(40, structural=True, kind="integer")
    hub = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
    arm = SpringDamper.array(n, c=1e4, d=1.0)
    disc = Inertia.array(n, J=0.1, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.hub >> self.arm
        yield self.arm >> self.disc
