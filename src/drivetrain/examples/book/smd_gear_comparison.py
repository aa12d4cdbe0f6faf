"""Three ways to mount a gear."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.book import Damper, Ground, GroundedGear, Inertia, Spring, UngroundedGear
from drivetrain.modeling import Experiment, Model, fixed

__all__ = ["SMDGearComparison"]


class SMDGearComparison(Model):
    """The same driveline with a gear that is grounded, bolted to the ground, or on a soft mount.

    Compare `inertia1.phi` with `inertia3.phi`, which are equal, and with `inertia5.phi`, which
    differs slightly: there the reaction torque of the gear moves its housing,
    `mount_spring.phi_rel`.
    """

    experiment = Experiment(stop_time=2.0, interval=0.005)

    inertia1 = Inertia(J=1.4)
    grounded_gear = GroundedGear(ratio=2.0)
    inertia2 = Inertia(J=1.0, phi=fixed(2.0), w=fixed(0.0))
    spring2 = Spring(c=5.0)
    damper2 = Damper(d=1.0)
    ground1 = Ground()

    inertia3 = Inertia(J=1.4)
    bolted_gear = UngroundedGear(ratio=2.0)
    inertia4 = Inertia(J=1.0, phi=fixed(2.0), w=fixed(0.0))
    spring4 = Spring(c=5.0)
    damper4 = Damper(d=1.0)
    ground2 = Ground()

    inertia5 = Inertia(J=1.4, phi=fixed(4.0), w=fixed(0.0))
    mounted_gear = UngroundedGear(ratio=2.0)
    mount_spring = Spring(c=80.0)
    mount_damper = Damper(d=0.2)
    inertia6 = Inertia(J=1.0, phi=fixed(2.0), w=fixed(0.0))
    spring6 = Spring(c=5.0)
    damper6 = Damper(d=1.0)
    ground3 = Ground()

    def equations(self) -> Iterable[Any]:
        yield self.inertia1 >> self.grounded_gear >> self.inertia2 >> self.spring2 >> self.ground1
        yield self.inertia2.flange_b >> self.damper2 >> self.ground1
        yield self.inertia3 >> self.bolted_gear >> self.inertia4 >> self.spring4 >> self.ground2
        yield self.inertia4.flange_b >> self.damper4 >> self.ground2
        yield self.bolted_gear.housing >> self.ground2
        yield self.inertia5 >> self.mounted_gear >> self.inertia6 >> self.spring6 >> self.ground3
        yield self.inertia6.flange_b >> self.damper6 >> self.ground3
        yield self.mounted_gear.housing >> self.mount_spring >> self.ground3
        yield self.mounted_gear.housing >> self.mount_damper >> self.ground3
