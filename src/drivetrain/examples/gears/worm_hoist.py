"""A motor raises, holds and lowers a load through a self-locking worm."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import TimeTable
from drivetrain.gears import WormGear
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import ConstantTorque, Inertia, SpringDamper, Torque

__all__ = ["WormHoist"]


class WormHoist(Model):
    """Load on a self-locking worm whose motor pulls up, releases and pushes down.

    The load requires 5 N·m at the worm; raising it takes 12.7 N·m, so `worm.eta1` is 0.39. Without
    `motor.tau` it does not move at all: `worm.mode` is *stuck*, and `worm.tau` carries the 5 N·m.
    From 1 s on the motor pushes down with increasing torque; below 2.59 N·m nothing moves.
    `shaft.w` shows when the load starts to move. The elastic `mesh` keeps the worm from jamming,
    however light its motor.
    """

    experiment = Experiment(stop_time=2.0, interval=0.005)

    command = TimeTable(
        table=[[0, 16], [0.1, 16], [0.1, 0], [1, 0], [1.5, -4], [3, -4]],
    )
    motor = Torque()
    shaft = Inertia(J=0.002, phi=fixed(0.0), w=fixed(0.0))
    worm = WormGear(ratio=40.0, gamma=math.radians(4.0), d1=0.05, mu_table=[[0, 0.1]])
    mesh = SpringDamper(c=2e4, d=30.0, phi_rel=fixed(-0.01), w_rel=fixed(0.0))
    wheel = Inertia(J=1.0)
    load = ConstantTorque(tau_constant=-200.0)

    def equations(self) -> Iterable[Any]:
        yield self.command.y >> self.motor.tau
        yield self.motor >> self.shaft >> self.worm >> self.mesh >> self.wheel
        yield self.wheel >> self.load.flange
