"""A dog clutch with rigid teeth engages a gear."""

from __future__ import annotations

from collections.abc import Iterable
from math import radians
from typing import Any

from drivetrain import clutches
from drivetrain.blocks import Step
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import ConstantTorque, IdealGear, Inertia
from drivetrain.translational import Fixed as Housing
from drivetrain.translational import Force, Mass, SpringDamper

__all__ = ["RigidDogClutch"]


class RigidDogClutch(Model):
    """A sleeve is pushed against a wheel, and its teeth bring both sides to one speed by impacts.

    The tips bounce until a gap passes, `clutch.engagement`. Flanks meet and rebound within the
    clearance, `clutch.delta`, until the torque of the motor holds them together, `clutch.resting`.
    The event log lists the speeds and impulses of all impacts.
    """

    experiment = Experiment(stop_time=0.4, interval=5e-4)

    motor = ConstantTorque(tau_constant=4.0)
    left = Inertia(J=0.05, phi=fixed(0.0), w=fixed(16.0))
    clutch = clutches.RigidDogClutch(
        teeth=12, b=radians(4.0), s_tips=0.002, c_tip=1e6, d_tip=200.0, e=0.4
    )
    right = Inertia(J=0.01, phi=fixed(0.25), w=fixed(10.0))
    gear = IdealGear(ratio=3.0)
    load = Inertia(J=2.0)
    fork = Force()
    sleeve = Mass(m=0.3, s=fixed(0.0), v=fixed(0.0))
    detent = SpringDamper(c=1e4, d=100.0)
    housing = Housing()
    shift = Step(height=60.0, start_time=0.01)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.left >> self.clutch >> self.right >> self.gear >> self.load
        yield self.shift.y >> self.fork.f
        yield self.fork.flange >> self.sleeve.flange_a
        yield self.housing.flange >> self.detent.flange_a
        yield self.detent.flange_b >> self.sleeve.flange_a
        yield self.sleeve.flange_b >> self.clutch.sleeve
