"""A gear with losses and a bearing hold a load until the motor lifts it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Ramp
from drivetrain.modeling import Experiment, Model
from drivetrain.rotational import (
    BearingFriction,
    ConstantTorque,
    Inertia,
    LossyGear,
    Torque,
)

__all__ = ["LossyGearAndBearing"]


class LossyGearAndBearing(Model):
    """Motor that lifts a load through a gear with tooth friction, next to a bearing with friction.

    At the start the motor balances the load. Look at `bearing.tau` and `gear.tau_loss`: both stick
    and share the increase of the motor torque equally. The bearing is at its limit of 0.5 N·m after
    1 s, the gear, whose limit grows with its load, after 1.5 s; then the load rises, `load.w`.
    """

    experiment = Experiment(stop_time=2.5, interval=0.01)

    rise = Ramp(offset=1.0, height=2.5, duration=2.5)
    torque = Torque()
    motor = Inertia(J=0.2)
    bearing = BearingFriction(tau_pos=[[0, 0.5]])
    gear = LossyGear(ratio=2.0, loss_table=[[0, 0.5, 0.5, 0, 0]])
    load = Inertia(J=1.5)
    weight = ConstantTorque(tau_constant=-2.0)

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.motor >> self.gear >> self.load
        yield self.motor >> self.bearing
        yield self.load.flange_b >> self.weight.flange
        yield self.rise.y >> self.torque.tau
