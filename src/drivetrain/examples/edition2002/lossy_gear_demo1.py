"""A gear with losses sticks and slips, as in 2002."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002 import Inertia, LossyGear, Ramp, Sine, Torque
from drivetrain.modeling import Experiment, Model, RealOutput, der, guess

__all__ = ["LossyGearDemo1"]


class LossyGearDemo1(Model):
    """Gear with tooth friction between a motor and a load in the 2002 edition.

    Look at `gear.mode`: driven from alternating sides, the gear turns backward, sticks and turns
    forward. Without bearing torques the driving side is decided as in the current library, and the
    motion is that of the current `LossyGearDemo1`.
    """

    experiment = Experiment(stop_time=0.5, interval=0.001)

    gear = LossyGear(i=2.0, loss_table=[[0, 0.5, 0.5, 0, 0]])
    Inertia1 = Inertia()
    Inertia2 = Inertia(J=1.5, phi=guess(0.0), w=guess(0.0))
    torque1 = Torque()
    torque2 = Torque()
    drive_sine = Sine(amplitude=10.0, freq_hz=1.0)
    load = Ramp(height=5.0, duration=2.0, offset=-10.0)

    power_loss = RealOutput("W", doc="Power taken by the gear from its flanges")

    def equations(self) -> Iterable[Any]:
        yield self.torque1 >> self.Inertia1 >> self.gear >> self.Inertia2
        yield self.Inertia2.flange_b >> self.torque2.flange_b
        yield self.drive_sine.out_port[0] >> self.torque1.in_port
        yield self.load.out_port[0] >> self.torque2.in_port
        a, b = self.gear.flange_a, self.gear.flange_b
        yield self.power_loss == a.tau * der(a.phi) + b.tau * der(b.phi)
