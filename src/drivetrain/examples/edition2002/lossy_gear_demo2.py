"""A gear with losses and a bearing with friction on one shaft, as in 2002."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002 import BearingFriction, Inertia, LossyGear, Ramp, Sine, Torque
from drivetrain.modeling import Experiment, Model, guess

__all__ = ["LossyGearDemo2"]


class LossyGearDemo2(Model):
    """Gear with tooth friction and a bearing with dry friction in the 2002 edition.

    Look at `gear.mode` and `bearing_friction.mode`. While both stick, only the sum of their torques
    is determined; the motion does not depend on the split.
    """

    experiment = Experiment(stop_time=0.5, interval=0.001)

    gear = LossyGear(i=2.0, loss_table=[[0, 0.5, 0.5, 0, 0]])
    Inertia1 = Inertia()
    Inertia2 = Inertia(J=1.5, phi=guess(0.0), w=guess(0.0))
    torque1 = Torque()
    torque2 = Torque()
    drive_sine = Sine(amplitude=10.0, freq_hz=1.0)
    load = Ramp(height=5.0, duration=2.0, offset=-10.0)
    bearing_friction = BearingFriction(tau_pos=[[0, 0.5], [1, 1]])

    def equations(self) -> Iterable[Any]:
        yield self.torque1 >> self.bearing_friction >> self.Inertia1 >> self.gear >> self.Inertia2
        yield self.Inertia2.flange_b >> self.torque2.flange_b
        yield self.drive_sine.out_port[0] >> self.torque1.in_port
        yield self.load.out_port[0] >> self.torque2.in_port
