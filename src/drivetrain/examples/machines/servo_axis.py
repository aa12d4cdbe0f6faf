"""A servo axis with worm gear and backlash moves and reverses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Feedback, Gain, LimPID, Product, Step, Trapezoid
from drivetrain.modeling import Experiment, Model, RealOutput, fixed, parameter
from drivetrain.rotational import (
    AngleSensor,
    BearingFriction,
    ElastoBacklash,
    Inertia,
    LossyGear,
    SpeedSensor,
    Torque,
)

__all__ = ["ServoAxis"]


class ServoAxis(Model):
    """Swivel axis behind a worm gear: the controller sees the motor, not the table.

    Look at `phi_motor`, the angle of the motor referred to the table, and `table.phi`: the
    controller brings the motor to its set point, but the table stops half the backlash short of it,
    on the side from which it came. The difference is the lost motion `lost`. From 3 s on a torque
    acts on the table and the motor is off: `worm.mode` stays *stuck*, because the worm is
    self-locking when the table drives.

    The controller is a cascade, as in most drives: proportional for the angle, and
    proportional-integral for the speed, with its output, the torque, limited. Motor, worm and table
    are those of a small machine tool.
    """

    experiment = Experiment(stop_time=4.0, interval=0.002)

    backlash = parameter(2e-3, unit="rad", min=0, doc="Backlash at the table")
    ratio = parameter(40.0, doc="Transmission ratio of the worm")
    stroke = parameter(0.2, unit="rad", doc="Stroke of the table")
    t_off = parameter(3.0, unit="s", doc="Time at which the motor is switched off")
    tau_pull = parameter(60.0, unit="N.m", doc="Torque on the table at the end")

    set_point = Trapezoid(
        amplitude=ratio * stroke, rising=0.6, width=0.6, falling=0.6, period=10.0, start_time=0.2
    )
    angle_error = Feedback()
    angle_gain = Gain(k=15.0)
    speed_control = LimPID(controller_type="pi", k=0.2, Ti=0.02, y_max=3.0)
    supply = Step(height=-1.0, offset=1.0, start_time=t_off)
    switch = Product()
    motor_torque = Torque()
    motor = Inertia(J=4e-4, phi=fixed(0.0), w=fixed(0.0))
    worm = LossyGear(ratio=ratio, loss_table=[[0, 0.45, 0.05, 0.036, 1.6]])
    wheel = Inertia(J=0.01)
    mesh = ElastoBacklash(c=4e4, d=60.0, b=backlash, phi_rel=fixed(0.0), w_rel=fixed(0.0))
    table = Inertia(J=0.8)
    bearing = BearingFriction(tau_pos=[[0, 5], [1, 6]], peak=1.2)
    pull = Torque()
    load = Step(height=tau_pull, start_time=t_off)
    angle = AngleSensor()
    speed = SpeedSensor()

    phi_motor = RealOutput("rad", doc="Angle of the motor over the transmission ratio")
    lost = RealOutput("rad", doc="Lost motion: angle of the table less that of the motor")

    def equations(self) -> Iterable[Any]:
        yield self.motor_torque >> self.motor >> self.worm >> self.wheel >> self.mesh >> self.table
        yield self.table >> self.bearing >> self.pull.flange
        yield self.motor.flange_b >> self.angle.flange
        yield self.motor.flange_b >> self.speed.flange
        yield from self.controller()
        yield self.load.y >> self.pull.tau
        yield self.phi_motor == self.motor.phi / self.ratio
        yield self.lost == self.table.phi - self.phi_motor

    def controller(self) -> Iterable[Any]:
        """Yield the cascade: angle, speed, torque."""
        yield self.set_point.y >> self.angle_error.u1
        yield self.angle.phi >> self.angle_error.u2
        yield self.angle_error.y >> self.angle_gain.u
        yield self.angle_gain.y >> self.speed_control.u_s
        yield self.speed.w >> self.speed_control.u_m
        yield self.speed_control.y >> self.switch.u1
        yield self.supply.y >> self.switch.u2
        yield self.switch.y >> self.motor_torque.tau
