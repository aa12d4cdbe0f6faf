"""A screw jack lifts one wheel of a car."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import TimeTable
from drivetrain.gears import SelfLockingGear
from drivetrain.modeling import Experiment, Model, fixed, parameter
from drivetrain.rotational import BearingFriction, IdealGearR2T, Inertia, Torque
from drivetrain.translational import ConstantForce, Mass

__all__ = ["ScrewJack"]


class ScrewJack(Model):
    """Screw that lifts 400 kg by hand, and holds the load when the hand lets go.

    The screw is defined by its efficiencies: 0.3 upwards, -0.9 downwards. Look at `car.s` and
    `hand.tau`: it takes 20.8 N·m to lift, none to hold, and 5.6 N·m to lower; from 2 s to 3 s and
    at the end `screw.mode` is *stuck*.
    """

    experiment = Experiment(stop_time=5.0, interval=0.01)

    pitch = parameter(10e-3, unit="m", doc="Lift per turn of the screw")

    command = TimeTable(
        table=[[0, 21], [1.9, 21], [1.9, 0], [3, 0], [3, -6], [4, -6], [4, 0], [6, 0]],
    )
    hand = Torque()
    crank = Inertia(J=0.05, phi=fixed(0.0), w=fixed(0.0))
    drag = BearingFriction(tau_pos=[[0, 0.0], [10, 0.4]])
    screw = SelfLockingGear(ratio=1.0, eta1_0=0.3, eta2_0=-0.9)
    nut = IdealGearR2T(ratio=2 * math.pi / pitch)
    car = Mass(m=400.0)
    weight = ConstantForce(f_constant=-400.0 * 9.81)

    def equations(self) -> Iterable[Any]:
        yield self.command.y >> self.hand.tau
        yield self.hand >> self.crank >> self.drag >> self.screw >> self.nut.flange_r
        yield self.nut.flange_t >> self.car >> self.weight.flange
