"""A gear with losses sticks and slips."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Ramp, Sine
from drivetrain.modeling import Experiment, Model, RealOutput, der, fixed
from drivetrain.rotational import Fixed, Inertia, LossyGear, Torque

__all__ = ["LossyGearDemo1"]


class LossyGearDemo1(Model):
    """Gear with tooth friction between a motor and a load.

    Look at `gear.mode`: driven from alternating sides, the gear turns backward, sticks and turns
    forward. `power_loss`, the power through the flanges, is `gear.loss_power`.
    """

    experiment = Experiment(stop_time=0.5, interval=0.001)

    gear = LossyGear(ratio=2.0, loss_table=[[0, 0.5, 0.5, 0, 0]], use_support=True)
    Inertia1 = Inertia(J=1.0)
    Inertia2 = Inertia(J=1.5, phi=fixed(0.0, nominal=0.001), w=fixed(0.0, nominal=0.01))
    torque1 = Torque(use_support=True)
    torque2 = Torque(use_support=True)
    drive_sine = Sine(amplitude=10.0, f=1.0)
    load = Ramp(height=5.0, duration=2.0, offset=-10.0)
    # Last, since up to here `fixed` is the function that prescribes start values.
    fixed = Fixed()

    power_loss = RealOutput("W", doc="Power taken by the gear from its flanges")

    def equations(self) -> Iterable[Any]:
        yield self.torque1 >> self.Inertia1 >> self.gear >> self.Inertia2
        yield self.Inertia2.flange_b >> self.torque2.flange
        yield self.drive_sine.y >> self.torque1.tau
        yield self.load.y >> self.torque2.tau
        yield self.gear.support >> self.fixed.flange
        yield self.torque1.support >> self.fixed.flange
        yield self.torque2.support >> self.fixed.flange
        a, b = self.gear.flange_a, self.gear.flange_b
        yield self.power_loss == a.tau * der(a.phi) + b.tau * der(b.phi)
