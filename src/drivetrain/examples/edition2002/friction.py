"""A motor, a clutch and a brake on one shaft line, as in 2002."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Product
from drivetrain.edition2002 import (
    Brake,
    Clutch,
    Constant,
    Inertia,
    Sine,
    SpringDamper,
    Step,
    Torque,
)
from drivetrain.modeling import Experiment, Model, RealOutput, guess, parameter

__all__ = ["Friction"]


class Friction(Model):
    """Motor, slipping clutch, elastic shaft and brake in the 2002 edition.

    The motor torque oscillates until `start_time`, when it ends and the brake closes. Look at
    `clutch.mode` and `brake.mode`, and at the torques `t_motor`, `t_clutch`, `t_brake` and
    `t_spring`. Since no ``peak`` exceeds 1, the motion is that of the current `Friction`.
    """

    experiment = Experiment(stop_time=3.0, interval=0.001)

    start_time = parameter(0.5, unit="s", doc="End of the motor torque and begin of braking")

    torque = Torque()
    inertia3 = Inertia(J=1.0, phi=guess(0.0), w=guess(100.0))
    clutch = Clutch(fn_max=160.0)
    inertia2 = Inertia(J=0.05, phi=guess(0.0), w=guess(90.0))
    spring = SpringDamper(c=160.0, d=1.0)
    inertia1 = Inertia(J=1.0, phi=guess(0.0), w=guess(90.0))
    brake = Brake(fn_max=1600.0)
    const = Constant(k=1.0)
    step = Step(start_time=start_time)
    step2 = Step(height=-1.0, offset=1.0, start_time=start_time)
    sine = Sine(amplitude=200.0, freq_hz=50.0 / math.pi)
    product = Product()

    t_motor = RealOutput("N.m", doc="Torque of the motor")
    t_clutch = RealOutput("N.m", doc="Torque of the clutch")
    t_brake = RealOutput("N.m", doc="Torque of the brake")
    t_spring = RealOutput("N.m", doc="Torque of the elastic shaft")

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.inertia3 >> self.clutch >> self.inertia2
        yield self.inertia2 >> self.spring >> self.brake >> self.inertia1
        yield self.sine.out_port[0] >> self.product.u1
        yield self.step2.out_port[0] >> self.product.u2
        yield self.product.y >> self.torque.in_port
        yield self.const.out_port[0] >> self.clutch.in_port
        yield self.step.out_port[0] >> self.brake.in_port
        yield self.t_motor == self.torque.tau
        yield self.t_clutch == self.clutch.tau
        yield self.t_brake == self.brake.tau
        yield self.t_spring == self.spring.tau
