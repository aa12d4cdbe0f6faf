"""A motor drives a load through a gear, as in 2002."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002 import Damper, Fixed, IdealGear, Inertia, Sine, Spring, Torque
from drivetrain.modeling import Experiment, Model, guess, parameter

__all__ = ["First"]


class First(Model):
    """Motor, gear and elastic load in the 2002 edition.

    The motor torque is a sine. Look at `inertia2.w` and `inertia3.w`: the load oscillates on its
    spring behind the gear. Start values are hints here; nothing contradicts them, and the motion is
    that of the current `First`.
    """

    experiment = Experiment(stop_time=1.0, interval=0.001)

    amplitude = parameter(10.0, unit="N.m", doc="Amplitude of the motor torque")
    freq_hz = parameter(5.0, unit="Hz", doc="Frequency of the motor torque")
    J_motor = parameter(0.1, unit="kg.m2", min=0, doc="Moment of inertia of the motor")
    J_load = parameter(2.0, unit="kg.m2", min=0, doc="Moment of inertia of the load")
    ratio = parameter(10.0, doc="Gear ratio")
    damping = parameter(10.0, unit="N.m.s/rad", doc="Damping in the bearing of the gear")

    fixed = Fixed()
    torque = Torque()
    inertia1 = Inertia(J=J_motor)
    ideal_gear = IdealGear(ratio=ratio)
    inertia2 = Inertia(J=2.0, phi=guess(0.0), w=guess(0.0))
    spring = Spring(c=1e4)
    inertia3 = Inertia(J=J_load, phi=guess(0.0), w=guess(0.0))
    damper = Damper(d=damping)
    sine = Sine(amplitude=amplitude, freq_hz=freq_hz)

    def equations(self) -> Iterable[Any]:
        yield self.sine.out_port[0] >> self.torque.in_port
        yield self.torque >> self.inertia1 >> self.ideal_gear >> self.inertia2
        yield self.inertia2 >> self.spring >> self.inertia3
        yield self.inertia2.flange_b >> self.damper >> self.fixed
