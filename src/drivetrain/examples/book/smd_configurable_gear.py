"""One gear class for both kinds of mounting."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.book import ConfigurableGear, Damper, Ground, Inertia, Spring
from drivetrain.modeling import Experiment, Model, fixed

__all__ = ["SMDConfigurableGear"]


class SMDConfigurableGear(Model):
    """A gear with its housing fixed by a parameter, and one grounded by a connection.

    Compare `inertia1.phi` with `inertia4.phi`: they are equal. `ground2.flange_a.tau` is the
    reaction torque of the second gear.
    """

    experiment = Experiment(stop_time=5.0, interval=0.01)

    inertia1 = Inertia(J=0.4)
    grounded_gear = ConfigurableGear(ratio=2.0, grounded=True)
    inertia2 = Inertia(J=1.0, phi=fixed(0.2), w=fixed(0.0))
    spring2 = Spring(c=5.0)
    damper2 = Damper(d=1.0)
    ground = Ground()

    inertia4 = Inertia(J=0.4)
    mounted_gear = ConfigurableGear(ratio=2.0, grounded=False)
    inertia3 = Inertia(J=1.0, phi=fixed(0.2), w=fixed(0.0))
    spring3 = Spring(c=5.0)
    damper3 = Damper(d=1.0)
    ground1 = Ground()
    ground2 = Ground()

    def equations(self) -> Iterable[Any]:
        yield self.inertia1 >> self.grounded_gear >> self.inertia2 >> self.spring2 >> self.ground
        yield self.inertia2.flange_b >> self.damper2 >> self.ground
        yield self.inertia4 >> self.mounted_gear >> self.inertia3 >> self.spring3 >> self.ground1
        yield self.inertia3.flange_b >> self.damper3 >> self.ground1
        yield self.mounted_gear.housing >> self.ground2
