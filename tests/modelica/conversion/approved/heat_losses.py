"""Long shaft line with every element that converts motion into heat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain import modeling
from drivetrain.blocks import Constant, Sine
from drivetrain.modeling import Experiment, Model
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    Damper,
    ElastoBacklash,
    Fixed,
    Inertia,
    LossyGear,
    OneWayClutch,
    Spring,
    SpringDamper,
    Torque,
)
from drivetrain.thermal import Convection
from drivetrain.thermal.celsius import FixedTemperature

__all__ = ["HeatLosses"]


class HeatLosses(Model):
    """Long shaft line with every element that converts motion into heat."""

    experiment = Experiment(stop_time=1.0, interval=0.0001)

    sine = Sine(f=5, amplitude=20)
    torque = Torque()
    inertia1 = Inertia(J=2, phi=modeling.fixed(0), w=modeling.fixed(0))
    damper = Damper(d=10, use_heat_port=True)
    spring_damper = SpringDamper(c=10000.0, d=20, use_heat_port=True)
    inertia2 = Inertia(J=2, phi=modeling.fixed(0), w=modeling.fixed(0))
    elasto_backlash = ElastoBacklash(c=100000.0, d=100, b=0.001, use_heat_port=True)
    inertia3 = Inertia(J=2, phi=modeling.fixed(0), w=modeling.fixed(0))
    bearing_friction = BearingFriction(use_heat_port=True)
    spring3 = Spring(c=10000.0)
    inertia4 = Inertia(J=2, phi=modeling.fixed(0), w=modeling.fixed(0))
    lossy_gear = LossyGear(
        ratio=2, loss_table=[[0, 0.8, 0.8, 1, 1], [1, 0.7, 0.7, 2, 2]], use_heat_port=True
    )
    clutch = Clutch(
        fn_max=10, phi_rel=modeling.fixed(0.0), w_rel=modeling.fixed(0.0), use_heat_port=True
    )
    inertia5 = Inertia(J=2)
    one_way_clutch = OneWayClutch(
        fn_max=1,
        phi_rel=modeling.fixed(0.0),
        w_rel=modeling.fixed(0.0),
        start_forward=modeling.fixed(False),
        stuck=modeling.fixed(False),
        use_heat_port=True,
    )
    inertia6 = Inertia(J=2)
    brake = Brake(fn_max=2, use_heat_port=True)
    sine2 = Sine(f=0.2, amplitude=1)
    convection = Convection()
    TAmbient = FixedTemperature(T=25)
    const = Constant(k=20)
    fixed = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.sine.y >> self.torque.tau
        yield self.fixed >> self.damper >> self.inertia1.flange_b
        yield self.torque >> self.inertia1 >> self.spring_damper >> self.inertia2
        yield self.inertia2 >> self.elasto_backlash >> self.inertia3 >> self.bearing_friction
        yield self.bearing_friction >> self.spring3 >> self.inertia4 >> self.lossy_gear
        yield self.lossy_gear >> self.clutch >> self.inertia5 >> self.one_way_clutch
        yield self.one_way_clutch >> self.inertia6 >> self.brake
        yield self.sine2.y >> self.clutch.f_normalized
        yield self.sine2.y >> self.one_way_clutch.f_normalized
        yield self.sine2.y >> self.brake.f_normalized
        yield self.damper.heat_port >> self.convection.solid
        yield self.spring_damper.heat_port >> self.convection.solid
        yield self.elasto_backlash.heat_port >> self.convection.solid
        yield self.bearing_friction.heat_port >> self.convection.solid
        yield self.lossy_gear.heat_port >> self.convection.solid
        yield self.clutch.heat_port >> self.convection.solid
        yield self.one_way_clutch.heat_port >> self.convection.solid
        yield self.brake.heat_port >> self.convection.solid
        yield self.convection.fluid >> self.TAmbient
        yield self.const.y >> self.convection.Gc
