"""Oscillators with and without backlash."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import ElastoBacklash, ElastoBacklash2, Fixed, Inertia, SpringDamper

__all__ = ["Backlash"]


class Backlash(Model):
    """Three oscillators: without backlash, with soft contact and with full damping in contact.

    Compare the torques `spring_damper.tau`, `elasto_backlash.tau` and `elasto_backlash2.tau` as
    functions of the relative angles: the first is a line with damping, the second is continuous at
    contact, the third jumps.
    """

    experiment = Experiment(stop_time=1.0, interval=0.001)

    inertia1 = Inertia(J=5.0, phi=fixed(math.pi / 2), w=fixed(0.0))
    inertia2 = Inertia(J=5.0, phi=fixed(math.pi / 2), w=fixed(0.0))
    inertia3 = Inertia(J=5.0, phi=fixed(math.pi / 2), w=fixed(0.0))
    spring_damper = SpringDamper(c=20e3, d=50.0, phi_nominal=1.0)
    elasto_backlash = ElastoBacklash(c=20e3, d=50.0, b=math.pi / 4, phi_nominal=1.0)
    elasto_backlash2 = ElastoBacklash2(c=20e3, d=50.0, b=math.pi / 4, phi_nominal=1.0)
    fixed1 = Fixed()
    fixed2 = Fixed()
    fixed3 = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.fixed1 >> self.spring_damper >> self.inertia1
        yield self.fixed2 >> self.elasto_backlash >> self.inertia2
        yield self.fixed3 >> self.elasto_backlash2 >> self.inertia3
