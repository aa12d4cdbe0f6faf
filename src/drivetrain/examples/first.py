"""A motor drives a load through a gear."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Sine
from drivetrain.modeling import Experiment, Model, fixed, parameter
from drivetrain.rotational import Damper, Fixed, IdealGear, Inertia, Spring, Torque

__all__ = ["First"]


class First(Model):
    """Motor, gear and elastic load on explicit supports.

    The motor torque is a sine. Look at `inertia2.w` and `inertia3.w`: the load oscillates on its
    spring behind the gear. `FirstGrounded` is the same with implicitly fixed housings and gives the
    same motion.
    """

    experiment = Experiment(stop_time=1.0, interval=0.001)

    amplitude = parameter(10.0, unit="N.m", doc="Amplitude of the motor torque")
    f = parameter(5.0, unit="Hz", doc="Frequency of the motor torque")
    J_motor = parameter(0.1, unit="kg.m2", min=0, doc="Moment of inertia of the motor")
    J_load = parameter(2.0, unit="kg.m2", min=0, doc="Moment of inertia of the load")
    ratio = parameter(10.0, doc="Gear ratio")
    damping = parameter(10.0, unit="N.m.s/rad", doc="Damping in the bearing of the gear")

    torque = Torque(use_support=True)
    inertia1 = Inertia(J=J_motor)
    ideal_gear = IdealGear(ratio=ratio, use_support=True)
    inertia2 = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))
    spring = Spring(c=1e4, phi_rel=fixed(0.0))
    inertia3 = Inertia(J=J_load, w=fixed(0.0))
    damper = Damper(d=damping)
    sine = Sine(amplitude=amplitude, f=f)
    # Last, since up to here `fixed` is the function that prescribes start values.
    fixed = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.sine.y >> self.torque.tau
        yield self.torque >> self.inertia1 >> self.ideal_gear >> self.inertia2
        yield self.inertia2 >> self.spring >> self.inertia3
        yield self.inertia2.flange_b >> self.damper >> self.fixed
        yield self.torque.support >> self.fixed.flange
        yield self.ideal_gear.support >> self.fixed.flange
