"""A gear on an elastic mount."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Ramp
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import (
    Fixed,
    IdealGear,
    Inertia,
    MultiSensor,
    Spring,
    SpringDamper,
    Torque,
)

__all__ = ["ElasticBearing"]


class ElasticBearing(Model):
    """Gear whose housing is mounted on a spring and a damper.

    Look at `spring_damper.phi_rel`: the reaction torque of the gear turns its housing. The sensor
    `multi_sensor` shows torque, speed and power between housing and bearing.
    """

    experiment = Experiment(stop_time=10.0, interval=0.01)

    shaft = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    load = Inertia(J=50.0, w=fixed(0.0))
    spring = Spring(c=1e3, phi_rel=fixed(0.0))
    spring_damper = SpringDamper(c=1e5, d=5.0, phi_rel=fixed(0.0), w_rel=fixed(0.0, nominal=1e-4))
    torque = Torque(use_support=True)
    ramp = Ramp(duration=5.0, height=100.0)
    ideal_gear = IdealGear(ratio=3.0, use_support=True)
    housing = Inertia(J=5.0)
    multi_sensor = MultiSensor()
    # Last, since up to here `fixed` is the function that prescribes start values.
    fixed = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.ramp.y >> self.torque.tau
        yield self.torque >> self.shaft >> self.ideal_gear >> self.spring >> self.load
        yield self.fixed >> self.spring_damper >> self.multi_sensor >> self.housing
        yield self.housing.flange_b >> self.ideal_gear.support
        yield self.torque.support >> self.fixed.flange
