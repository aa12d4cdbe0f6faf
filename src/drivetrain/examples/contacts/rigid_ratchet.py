"""A ratchet with a rigid pawl winds up a load."""

from __future__ import annotations

from collections.abc import Iterable
from math import tau
from typing import Any

from drivetrain import couplings
from drivetrain.blocks import Sine
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import ConstantTorque, Damper, Fixed, Inertia, Torque

__all__ = ["RigidRatchet"]


class RigidRatchet(Model):
    """An alternating torque winds up a load; a rigid pawl catches it at teeth.

    Look at `drum.phi`, `ratchet.tooth` and `ratchet.resting`: whenever the drum returns to the last
    tooth that has passed, it stops instantly, and rests until the torque lifts it off.
    """

    experiment = Experiment(stop_time=5.0, interval=0.002)

    ground = Fixed()
    ratchet = couplings.RigidRatchet(pitch=tau / 20)
    drum = Inertia(J=0.2, phi=fixed(0.1), w=fixed(0.0))
    bearing = Damper(d=0.2)
    load = ConstantTorque(tau_constant=-2.0)
    hand = Torque()
    swing = Sine(amplitude=6.0, f=0.8)

    def equations(self) -> Iterable[Any]:
        yield self.ground >> self.ratchet >> self.drum >> self.load
        yield self.ground >> self.bearing >> self.drum
        yield self.hand >> self.drum
        yield self.swing.y >> self.hand.tau
