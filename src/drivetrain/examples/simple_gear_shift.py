"""A planetary gear shifts from one gear to the next."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Constant, Feedback, Ramp
from drivetrain.modeling import Experiment, Model, RealOutput, constant, fixed, maximum
from drivetrain.rotational import (
    Brake,
    Clutch,
    IdealPlanetary,
    Inertia,
    QuadraticSpeedDependentTorque,
    TorqueStep,
)

__all__ = ["SimpleGearShift"]


class SimpleGearShift(Model):
    """Two-speed gear: a brake opens while a clutch closes.

    Look at `gear_ratio`: with the ring held by the brake it is 1 / (1 + 75/50) = 0.4; after the
    shift at 2 s the clutch joins sun and ring, and it is 1.
    """

    experiment = Experiment(stop_time=5.0, interval=0.01)

    torque_step = TorqueStep(offset_torque=0.0, start_time=0.5, step_torque=20.0)
    engine = Inertia(J=1.0)
    ideal_planetary = IdealPlanetary(ratio=75 / 50)
    load = Inertia(J=10.0, phi=fixed(0.0), w=fixed(0.0))
    quadratic_speed_dependent_torque = QuadraticSpeedDependentTorque(
        w_nominal=100 * math.pi / 30, tau_nominal=-20.0
    )
    clutch = Clutch(cgeo=2.0, fn_max=100.0, phi_rel=fixed(0.0), w_rel=fixed(0.0))
    brake = Brake(cgeo=2.0, fn_max=100.0)
    feedback = Feedback()
    const1 = Constant(k=1.0)
    ramp = Ramp(height=1.0, offset=0.0, start_time=2.0, duration=0.1)

    w_engine = RealOutput("rad/s", doc="Speed of the engine")
    w_load = RealOutput("rad/s", doc="Speed of the load")
    gear_ratio = RealOutput(doc="Speed of the load over speed of the engine")

    def equations(self) -> Iterable[Any]:
        gear = self.ideal_planetary
        yield self.torque_step >> self.engine >> gear.sun
        yield gear.sun >> self.clutch >> gear.ring
        yield gear.ring >> self.brake
        yield gear.carrier >> self.load >> self.quadratic_speed_dependent_torque
        yield self.const1.y >> self.feedback.u1
        yield self.ramp.y >> self.feedback.u2
        yield self.ramp.y >> self.clutch.f_normalized
        yield self.feedback.y >> self.brake.f_normalized
        yield self.w_engine == self.engine.w
        yield self.w_load == self.load.w
        yield self.gear_ratio == self.w_load / maximum(self.w_engine, constant(1e-6, "rad/s"))
