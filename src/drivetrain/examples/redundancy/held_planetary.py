"""A planetary gear with all three members held."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Constant, Ramp
from drivetrain.modeling import Experiment, Model
from drivetrain.rotational import Brake, IdealPlanetary, Inertia, Torque

__all__ = ["HeldPlanetary"]


class HeldPlanetary(Model):
    """Planetary gear with a brake on each member, under a torque on the sun.

    Two brakes would hold it; with the third the torques are a matter of load sharing. Look at
    `sun_brake.tau`, `ring_brake.tau` and `carrier_brake.tau`: in the ratio 13 to -2 to 3 until the
    brake of the sun is at its limit after 1.4 s. Ring and carrier take the increase until the ring
    breaks away at 1.8 s. Then sun and ring turn, `sun.w` and `ring.w`, while the carrier stays
    held.
    """

    experiment = Experiment(stop_time=2.5, interval=0.01)

    load = Ramp(height=2.5, duration=2.5)
    torque = Torque()
    gear = IdealPlanetary(ratio=2.0)
    sun = Inertia(J=0.1)
    ring = Inertia(J=0.8)
    carrier = Inertia(J=0.3)
    sun_brake = Brake(fn_max=1.3, mu_pos=[[0, 1.0]])
    ring_brake = Brake(fn_max=1.0, mu_pos=[[0, 1.0]])
    carrier_brake = Brake(fn_max=4.0, mu_pos=[[0, 1.0]])
    on = Constant(k=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.sun >> self.gear.sun
        yield self.ring.flange_b >> self.gear.ring
        yield self.carrier.flange_b >> self.gear.carrier
        yield self.sun >> self.sun_brake
        yield self.ring >> self.ring_brake
        yield self.carrier >> self.carrier_brake
        yield self.load.y >> self.torque.tau
        for brake in (self.sun_brake, self.ring_brake, self.carrier_brake):
            yield self.on.y >> brake.f_normalized
