"""Two masses, two springs and two dampers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.book import Damper, Ground, Inertia, Spring
from drivetrain.modeling import Experiment, Model, fixed

__all__ = ["SMD"]


class SMD(Model):
    """Two inertias on springs and dampers between them and to the ground.

    Look at `inertia1.phi` and `inertia2.phi`, which oscillate and come to rest, and at
    `ground.flange_a.tau`, the reaction torque of the ground.
    """

    experiment = Experiment(stop_time=5.0, interval=0.01)

    inertia1 = Inertia(J=0.4, phi=fixed(0.0), w=fixed(0.0))
    spring1 = Spring(c=11.0)
    damper1 = Damper(d=0.2)
    inertia2 = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))
    spring2 = Spring(c=5.0)
    damper2 = Damper(d=1.0)
    ground = Ground()

    def equations(self) -> Iterable[Any]:
        yield self.inertia1 >> self.spring1 >> self.inertia2 >> self.spring2 >> self.ground
        yield self.inertia1.flange_b >> self.damper1 >> self.inertia2.flange_a
        yield self.inertia2.flange_b >> self.damper2 >> self.ground
