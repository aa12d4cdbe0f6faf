"""A drum in a band brake under an alternating torque."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain import clutches
from drivetrain.blocks import Constant, Sine
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import Inertia, Torque

__all__ = ["BandBrake"]


class BandBrake(Model):
    """Alternating torque on a drum that is held better against forward than backward motion.

    The band holds 46.4 N·m forward and 14.0 N·m backward, `brake.tau_forward` and
    `brake.tau_backward`. So an alternating torque of 30 N·m moves the drum backward only: look at
    `brake.mode`, `drum.w` and `drum.phi`.
    """

    experiment = Experiment(stop_time=3.0, interval=0.005)

    torque = Torque()
    drum = Inertia(J=0.5, phi=fixed(0.0), w=fixed(0.0))
    brake = clutches.BandBrake(radius=0.2, theta=4.0, mu_pos=[[0, 0.3]], f_max=100.0)
    swing = Sine(amplitude=30.0, f=1.0)
    closed = Constant(k=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.drum >> self.brake
        yield self.swing.y >> self.torque.tau
        yield self.closed.y >> self.brake.f_normalized
