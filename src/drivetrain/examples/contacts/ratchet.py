"""A ratchet winds up a load step by step."""

from __future__ import annotations

from collections.abc import Iterable
from math import tau
from typing import Any

from drivetrain import couplings
from drivetrain.blocks import Sine
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import ConstantTorque, Damper, Fixed, Inertia, Torque

__all__ = ["Ratchet"]


class Ratchet(Model):
    """An alternating torque winds up a load; a pawl keeps it from running back.

    Look at `drum.phi` and `ratchet.tooth`: the drum advances with every cycle, returns to the last
    tooth that has passed, and hits the pawl, `ratchet.tau`.
    """

    experiment = Experiment(stop_time=5.0, interval=0.002)

    ground = Fixed()
    ratchet = couplings.Ratchet(pitch=tau / 20, c=2e3, d=5.0)
    drum = Inertia(J=0.2, phi=fixed(0.0), w=fixed(0.0))
    bearing = Damper(d=0.2)
    load = ConstantTorque(tau_constant=-2.0)
    hand = Torque()
    swing = Sine(amplitude=6.0, f=0.8)

    def equations(self) -> Iterable[Any]:
        yield self.ground >> self.ratchet >> self.drum >> self.load
        yield self.ground >> self.bearing >> self.drum
        yield self.hand >> self.drum
        yield self.swing.y >> self.hand.tau
