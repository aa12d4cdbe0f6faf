"""All dissipative components, and the heat they generate."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Constant, Sine
from drivetrain.modeling import Experiment, Model, fixed
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
    """Long shaft line with every element that converts motion into heat.

    Look at `convection.Q_flow`: the losses of all elements leave through one surface to the
    surroundings at 25 °C. `convection.solid.T` is the temperature of the housing.
    """

    experiment = Experiment(stop_time=1.0, interval=0.0001)

    sine = Sine(f=5.0, amplitude=20.0)
    torque = Torque()
    inertia1 = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))
    damper = Damper(d=10.0, use_heat_port=True)
    spring_damper = SpringDamper(c=1e4, d=20.0, use_heat_port=True)
    inertia2 = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))
    elasto_backlash = ElastoBacklash(c=1e5, d=100.0, b=0.001, use_heat_port=True)
    inertia3 = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))
    bearing_friction = BearingFriction(use_heat_port=True)
    spring3 = Spring(c=1e4)
    inertia4 = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))
    lossy_gear = LossyGear(
        ratio=2.0, loss_table=[[0, 0.8, 0.8, 1, 1], [1, 0.7, 0.7, 2, 2]], use_heat_port=True
    )
    clutch = Clutch(fn_max=10.0, phi_rel=fixed(0.0), w_rel=fixed(0.0), use_heat_port=True)
    inertia5 = Inertia(J=2.0)
    one_way_clutch = OneWayClutch(
        fn_max=1.0,
        phi_rel=fixed(0.0),
        w_rel=fixed(0.0),
        start_forward=fixed(False),
        stuck=fixed(False),
        use_heat_port=True,
    )
    inertia6 = Inertia(J=2.0)
    brake = Brake(fn_max=2.0, use_heat_port=True)
    sine2 = Sine(f=0.2, amplitude=1.0)
    convection = Convection()
    T_ambient = FixedTemperature(T=25.0)
    const = Constant(k=20.0)
    # Last, since up to here `fixed` is the function that prescribes start values.
    fixed = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.sine.y >> self.torque.tau
        yield self.fixed >> self.damper >> self.inertia1.flange_b
        yield self.torque >> self.inertia1 >> self.spring_damper >> self.inertia2
        yield self.inertia2 >> self.elasto_backlash >> self.inertia3 >> self.bearing_friction
        yield self.bearing_friction >> self.spring3 >> self.inertia4 >> self.lossy_gear
        yield self.lossy_gear >> self.clutch >> self.inertia5 >> self.one_way_clutch
        yield self.one_way_clutch >> self.inertia6 >> self.brake
        for pressed in (self.clutch, self.one_way_clutch, self.brake):
            yield self.sine2.y >> pressed.f_normalized
        for element in (
            self.damper,
            self.spring_damper,
            self.elasto_backlash,
            self.bearing_friction,
            self.lossy_gear,
            self.clutch,
            self.one_way_clutch,
            self.brake,
        ):
            yield element.heat_port >> self.convection.solid
        yield self.convection.fluid >> self.T_ambient.port
        yield self.const.y >> self.convection.Gc
