"""An inertia behind a gear, and the equivalent single inertia."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.book import Damper, Ground, GroundedGear, Inertia, Spring
from drivetrain.modeling import Experiment, Model, fixed

__all__ = ["SMDWithGroundedGear"]


class SMDWithGroundedGear(Model):
    """A gear makes an inertia appear larger by the square of its ratio.

    Compare `inertia2.phi`, which is geared to the small `inertia1`, with `inertia3.phi`, an
    equivalent single inertia: they move in the same way.
    """

    experiment = Experiment(stop_time=5.0, interval=0.01)

    inertia1 = Inertia(J=0.4)
    gear = GroundedGear(ratio=2.0)
    inertia2 = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))
    spring2 = Spring(c=5.0)
    damper2 = Damper(d=1.0)
    ground = Ground()
    inertia3 = Inertia(J=1 + 2**2 * 0.4, phi=fixed(1.0), w=fixed(0.0))
    spring3 = Spring(c=5.0)
    damper3 = Damper(d=1.0)
    ground1 = Ground()

    def equations(self) -> Iterable[Any]:
        yield self.inertia1 >> self.gear >> self.inertia2 >> self.spring2 >> self.ground
        yield self.inertia2.flange_b >> self.damper2 >> self.ground
        yield self.inertia3 >> self.spring3 >> self.ground1
        yield self.inertia3.flange_b >> self.damper3 >> self.ground1
