"""A driven axle takes a bend."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Ramp
from drivetrain.gears import Differential
from drivetrain.modeling import Experiment, Model, fixed, parameter
from drivetrain.rotational import ConstantTorque, Damper, Inertia, Speed

__all__ = ["Cornering"]


class Cornering(Model):
    """Axle with a differential whose outer wheel travels farther.

    From 1 s on the car enters a bend at constant speed. Look at `left.w` and `right.w`: the wheels
    roll at different speeds, the cage of the differential at their mean, and `left_tyre.tau` and
    `right_tyre.tau`, which drive the car, are equal again once the transient has settled.
    """

    experiment = Experiment(stop_time=4.0, interval=0.01)

    w_straight = parameter(50.0, unit="rad/s", doc="Speed of the wheels straight ahead")
    narrowing = parameter(0.1, doc="Half the track over the radius of the bend")

    engine = ConstantTorque(tau_constant=60.0)
    shaft = Inertia(J=0.1, w=fixed(3.5 * 50.0 + 0.2625), phi=fixed(0.0))
    axle = Differential(ratio=3.5)
    left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(50.075))
    right = Inertia(J=1.0)
    left_tyre = Damper(d=1400.0, phi_rel=fixed(0.0))
    right_tyre = Damper(d=1400.0, phi_rel=fixed(0.0))
    inner = Ramp(height=-narrowing * w_straight, duration=1.0, start_time=1.0, offset=w_straight)
    outer = Ramp(height=narrowing * w_straight, duration=1.0, start_time=1.0, offset=w_straight)
    left_road = Speed(w=fixed(50.0))
    right_road = Speed(w=fixed(50.0))

    def equations(self) -> Iterable[Any]:
        yield self.engine >> self.shaft >> self.axle.flange_a
        yield self.axle.left >> self.left >> self.left_tyre >> self.left_road.flange
        yield self.axle.right >> self.right >> self.right_tyre >> self.right_road.flange
        yield self.inner.y >> self.left_road.w_ref
        yield self.outer.y >> self.right_road.w_ref
