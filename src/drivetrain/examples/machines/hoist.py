"""A hoist whose brake fails: the worm holds the load."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import LimPID, Product, Step, TimeTable
from drivetrain.gears import WormGear
from drivetrain.modeling import Experiment, Model, fixed, parameter
from drivetrain.rotational import Brake, IdealGearR2T, Inertia, SpeedSensor, Torque
from drivetrain.translational import ConstantForce, ElastoGap, Fixed, Mass

__all__ = ["Hoist"]


class Hoist(Model):
    """Hoist that lifts a ton, stops, loses its brake, and sets the load down again.

    Look at `load.s`: the load leaves the floor when the slack of the rope is taken up, hangs from 5
    s on, and stands on the floor again at the end. The motor is off from 6 s to 8 s, and at 7 s the
    brake loses its force: `brake.mode` becomes *free*, but `worm.mode` stays *stuck* and `motor.w`
    zero. `rope.f` is zero while the rope is slack, `floor.f` while the load hangs.

    The flanks of the worm have less friction in motion than at rest: it holds the load without the
    brake, but lowering at full speed takes almost no motor torque, `motor_torque.tau`, because
    there `worm.eta2` is near zero. The drive controls the speed, and its torque is limited. Rope
    and floor are one-way springs: a slack rope does not push, the floor does not pull. The numbers
    are those of a common builder's hoist.
    """

    experiment = Experiment(stop_time=14.0, interval=0.01)

    m = parameter(1000.0, unit="kg", min=0, doc="Mass of the load")
    g = parameter(9.81, unit="m/s2", doc="Acceleration of gravity")
    slack = parameter(0.1, unit="m", min=0, doc="Slack of the rope at the start")
    t_failure = parameter(7.0, unit="s", doc="Time at which the brake loses its force")

    speed = TimeTable(
        table=[
            [0, 0], [1, 0], [1.5, 100], [4.5, 100], [5, 0], [8, 0], [8.5, -100], [11.8, -100],
            [12.3, 0], [20, 0],
        ],
    )  # fmt: skip
    supply = TimeTable(
        table=[
            [0, 0], [0.9, 0], [0.9, 1], [6, 1], [6, 0], [8, 0], [8, 1], [13, 1], [13, 0], [20, 0],
        ],
    )  # fmt: skip
    control = LimPID(controller_type="pi", k=4.0, Ti=0.1, y_max=250.0)
    switch = Product()
    sensor = SpeedSensor()
    motor_torque = Torque()
    motor = Inertia(J=0.08, w=fixed(0.0))
    brake = Brake(cgeo=0.08, fn_max=4000.0, mu_pos=[[0, 0.35]])
    command = TimeTable(table=[[0, 1], [0.9, 1], [1, 0], [5.2, 0], [5.3, 1], [20, 1]])
    spring = Step(height=-1.0, offset=1.0, start_time=t_failure)
    force = Product()
    worm = WormGear(
        ratio=40.0,
        gamma=math.radians(4.0),
        d1=0.06,
        mu_table=[[0, 0.1], [1, 0.075], [3, 0.065], [10, 0.06]],
        tau_bearing=0.5,
    )
    wheel = Inertia(J=5.0)
    drum = IdealGearR2T(ratio=5.0)
    rope_end = Mass(m=5.0, s=fixed(-slack))
    rope = ElastoGap(c=1e6, d=1e4)
    load = Mass(m=m, s=fixed(-1e-3), v=fixed(0.0))
    weight = ConstantForce(f_constant=-g * m)
    floor = ElastoGap(c=9.81e6, d=1e5)
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.motor_torque >> self.motor >> self.brake >> self.worm >> self.wheel
        yield self.wheel >> self.drum.flange_r
        yield self.drum.flange_t >> self.rope_end >> self.rope >> self.load >> self.weight.flange
        yield self.ground.flange >> self.floor >> self.load.flange_a
        yield self.command.y >> self.force.u1
        yield self.spring.y >> self.force.u2
        yield self.force.y >> self.brake.f_normalized
        yield from self.drive()

    def drive(self) -> Iterable[Any]:
        """Yield the speed control."""
        yield self.motor.flange_b >> self.sensor.flange
        yield self.speed.y >> self.control.u_s
        yield self.sensor.w >> self.control.u_m
        yield self.control.y >> self.switch.u1
        yield self.supply.y >> self.switch.u2
        yield self.switch.y >> self.motor_torque.tau
