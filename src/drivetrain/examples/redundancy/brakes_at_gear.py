"""A gear with a brake on each of its shafts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Constant, Ramp
from drivetrain.modeling import Experiment, Model
from drivetrain.rotational import Brake, IdealGear, Inertia, Torque

__all__ = ["BrakesAtGear"]


class BrakesAtGear(Model):
    """Brakes on both sides of a gear under a torque that rises by 1 N·m per second.

    Each brake holds up to 1 N·m. Referred to the fast shaft the slow brake counts half, since the
    ratio is 2: together they hold 1.5 N·m. Look at `fast_brake.tau` and `slow_brake.tau`: the fast
    one, which has the longer lever arm, takes twice the share and is at its limit after 1.25 s; the
    slow one takes the rest until both slip after 1.5 s: `fast_shaft.w`.
    """

    experiment = Experiment(stop_time=2.5, interval=0.01)

    load = Ramp(height=2.5, duration=2.5)
    torque = Torque()
    fast_shaft = Inertia(J=0.2)
    fast_brake = Brake(fn_max=1.0, mu_pos=[[0, 1.0]])
    gear = IdealGear(ratio=2.0)
    slow_shaft = Inertia(J=1.2)
    slow_brake = Brake(fn_max=1.0, mu_pos=[[0, 1.0]])
    on = Constant(k=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.fast_shaft >> self.gear >> self.slow_shaft
        yield self.fast_shaft >> self.fast_brake
        yield self.slow_shaft >> self.slow_brake
        yield self.load.y >> self.torque.tau
        yield self.on.y >> self.fast_brake.f_normalized
        yield self.on.y >> self.slow_brake.f_normalized
