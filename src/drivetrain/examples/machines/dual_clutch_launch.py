"""A gearbox with two clutches launches a car and shifts under power."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Ramp
from drivetrain.modeling import Experiment, Model, RealOutput, fixed, parameter, table
from drivetrain.rotational import (
    Clutch,
    IdealGear,
    Inertia,
    SpringDamper,
    Torque,
)
from drivetrain.translational import Vehicle

__all__ = ["DualClutchLaunch"]


class DualClutchLaunch(Model):
    """Car with a dual-clutch gearbox: launch in first gear, then a power shift into second.

    Look at `engine.w`, `shaft1.w` and `shaft2.w`: the first clutch slides until shaft 1 has reached
    the engine speed. At the shift it hands the engine over to the second clutch while the car keeps
    accelerating: `half_shafts.tau` never falls to zero.

    Both gears are always engaged, each behind its own clutch. The numbers are those of a compact
    car with about 100 kW.
    """

    experiment = Experiment(stop_time=10.0, interval=0.01)

    t_launch = parameter(0.5, unit="s", doc="Time at which the first clutch begins to close")
    t_shift = parameter(4.0, unit="s", doc="Time at which the shift begins")
    overlap = parameter(0.4, unit="s", doc="Duration of the shift")
    full_load = table(
        [[0, 0], [80, 110], [150, 190], [250, 220], [450, 215], [600, 170], [700, 0]],
        units=("rad/s", "N.m"),
        doc="Torque of the engine at full throttle",
    )

    throttle = Ramp(height=0.55, duration=1.5, offset=0.1, start_time=t_launch)
    combustion = Torque()
    engine = Inertia(J=0.15, phi=fixed(0.0), w=fixed(105.0))
    clutch1 = Clutch(
        mu_pos=[[0, 0.13], [150, 0.11], [300, 0.11]], cgeo=0.85, fn_max=4e3, phi_rel=fixed(0.0)
    )
    clutch2 = Clutch(
        mu_pos=[[0, 0.13], [150, 0.11], [300, 0.11]], cgeo=0.75, fn_max=4e3, phi_rel=fixed(0.0)
    )
    close1 = Ramp(height=0.6, duration=2.5, start_time=t_launch)
    open1 = Ramp(height=-0.6, duration=overlap, start_time=t_shift)
    close2 = Ramp(height=0.8, duration=overlap, start_time=t_shift)
    shaft1 = Inertia(J=0.01)
    shaft2 = Inertia(J=0.012)
    gear1 = IdealGear(ratio=3.77)
    gear2 = IdealGear(ratio=2.09)
    output = Inertia(J=0.02)
    final_drive = IdealGear(ratio=3.85)
    half_shafts = SpringDamper(c=9e3, d=250.0, phi_rel=fixed(0.0), w_rel=fixed(0.0))
    vehicle = Vehicle(m=1450.0, J=3.2, R=0.31, A=2.2, Cd=0.29, cr_constant=0.012)

    v = RealOutput("m/s", doc="Speed of the car")

    def equations(self) -> Iterable[Any]:
        yield self.combustion >> self.engine
        yield self.engine >> self.clutch1 >> self.shaft1 >> self.gear1 >> self.output
        yield self.engine >> self.clutch2 >> self.shaft2 >> self.gear2 >> self.output
        yield self.output >> self.final_drive >> self.half_shafts >> self.vehicle.flange_r
        yield self.combustion.tau == self.throttle.y * self.full_load(self.engine.w)
        yield self.clutch1.f_normalized == self.close1.y + self.open1.y
        yield self.clutch2.f_normalized == self.close2.y
        yield self.v == self.vehicle.mass.v
