"""A bearing with dry friction and a brake hold one shaft."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Step, TimeTable
from drivetrain.modeling import Experiment, Model
from drivetrain.rotational import BearingFriction, Brake, Inertia, Torque

__all__ = ["BearingAndBrake"]


class BearingAndBrake(Model):
    """Brake that closes on a shaft already held by its bearing.

    The bearing holds up to 1 N·m, the brake 2 N·m. Look at `bearing.tau` and `brake.tau`: when the
    brake closes, at 1 s, it takes over nothing; from 1.5 s on the two share the increase equally,
    until at 1.9 s the bearing is at its limit and the brake alone takes the rest. At 3.7 s both are
    at their limits, and the shaft breaks away: `shaft.w`.
    """

    experiment = Experiment(stop_time=4.5, interval=0.01)

    load = TimeTable(table=[[0.0, 0.0], [0.8, 0.8], [1.5, 0.8], [4.5, 3.8]])
    torque = Torque()
    shaft = Inertia(J=0.5)
    bearing = BearingFriction(tau_pos=[[0, 1.0]])
    brake = Brake(fn_max=2.0, mu_pos=[[0, 1.0]])
    close = Step(start_time=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.shaft >> self.bearing
        yield self.shaft >> self.brake
        yield self.load.y >> self.torque.tau
        yield self.close.y >> self.brake.f_normalized
