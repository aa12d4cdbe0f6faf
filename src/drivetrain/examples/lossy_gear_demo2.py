"""A gear with losses and a bearing with friction on one shaft."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Ramp, Sine
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import BearingFriction, Fixed, Inertia, LossyGear, Torque

__all__ = ["LossyGearDemo2"]


class LossyGearDemo2(Model):
    """Gear with tooth friction and a bearing with dry friction, both on one shaft.

    Look at `gear.mode` and `bearing_friction.mode`. While both stick, only the sum of their torques
    is determined; the split with the smallest change is taken, and the motion does not depend on
    it. A separate bearing next to the gear is not recommended: `LossyGear` already has bearings.
    """

    experiment = Experiment(stop_time=0.5, interval=0.001)

    gear = LossyGear(ratio=2.0, loss_table=[[0, 0.5, 0.5, 0, 0]], use_support=True)
    Inertia1 = Inertia(J=1.0)
    Inertia2 = Inertia(J=1.5, phi=fixed(0.0, nominal=0.0001), w=fixed(0.0, nominal=0.001))
    torque1 = Torque(use_support=True)
    torque2 = Torque(use_support=True)
    drive_sine = Sine(amplitude=10.0, f=1.0)
    load = Ramp(height=5.0, duration=2.0, offset=-10.0)
    bearing_friction = BearingFriction(tau_pos=[[0, 0.5], [1, 1]], use_support=True)
    # Last, since up to here `fixed` is the function that prescribes start values.
    fixed = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.torque1 >> self.bearing_friction >> self.Inertia1 >> self.gear >> self.Inertia2
        yield self.Inertia2.flange_b >> self.torque2.flange
        yield self.drive_sine.y >> self.torque1.tau
        yield self.load.y >> self.torque2.tau
        yield self.gear.support >> self.fixed.flange
        yield self.torque1.support >> self.fixed.flange
        yield self.torque2.support >> self.fixed.flange
        yield self.bearing_friction.support >> self.fixed.flange
