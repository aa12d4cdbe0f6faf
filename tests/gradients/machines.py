"""Small machines whose derivatives are known in closed form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Step
from drivetrain.couplings import RigidStop
from drivetrain.modeling import Experiment, Model, fixed, parameter
from drivetrain.rotational import Clutch, ConstantTorque, Damper, Fixed, Inertia, Torque


class LockUp(Model):
    """An engine whose clutch brings a load up to speed against a viscous brake."""

    experiment = Experiment(stop_time=4.0)

    engine = Inertia(J=0.2, phi=fixed(0.0), w=fixed(100.0))
    clutch = Clutch(mu_pos=[[0, 0.5]], fn_max=40.0)
    pedal = Step(height=1.0, start_time=-1.0)
    load = Inertia(J=0.5, phi=fixed(0.0), w=fixed(0.0))
    brake = Damper(d=0.4)
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.engine >> self.clutch >> self.load >> self.brake >> self.ground
        yield self.pedal.y >> self.clutch.f_normalized


class Falling(Model):
    """A lever that falls from a height on a stop with a coefficient of restitution."""

    experiment = Experiment(stop_time=2.0)

    height = parameter(1.0, unit="rad", doc="Angle from which it falls")
    weight = parameter(2.0, unit="N.m", doc="Torque of its weight")
    ground = Fixed()
    stop_ = RigidStop(lower=0.0, upper=30.0, e=0.6, w_rest=1e-6)
    lever = Inertia(J=1.0, phi=fixed(height), w=fixed(0.0))
    pull = ConstantTorque(tau_constant=-weight)

    def equations(self) -> Iterable[Any]:
        yield self.ground >> self.stop_ >> self.lever >> self.pull


class TwoSteps(Model):
    """Two steps of torque that begin at the same instant, on two wheels."""

    experiment = Experiment(stop_time=1.0)

    first = Step(height=3.0, start_time=0.25)
    second = Step(height=2.0, start_time=0.25)
    motor1, motor2 = Torque(), Torque()
    wheel1 = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    wheel2 = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.first.y >> self.motor1.tau
        yield self.second.y >> self.motor2.tau
        yield self.motor1 >> self.wheel1
        yield self.motor2 >> self.wheel2
