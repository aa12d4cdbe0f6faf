"""Two-speed gear: a brake opens while a clutch closes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Constant, Feedback, Ramp
from drivetrain.modeling import Experiment, Model, fixed
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
    """Two-speed gear: a brake opens while a clutch closes."""

    experiment = Experiment(stop_time=5.0, interval=0.01)

    torque_step = TorqueStep(offset_torque=0, start_time=0.5, step_torque=20)
    engine = Inertia(J=1)
    ideal_planetary = IdealPlanetary(ratio=75 / 50)
    load = Inertia(J=10, phi=fixed(0), w=fixed(0))
    quadratic_speed_dependent_torque = QuadraticSpeedDependentTorque(
        w_nominal=100 * math.pi / 30, tau_nominal=-20
    )
    clutch = Clutch(cgeo=2, fn_max=100, phi_rel=fixed(0.0), w_rel=fixed(0.0))
    brake = Brake(cgeo=2, fn_max=100)
    feedback = Feedback()
    const1 = Constant(k=1)
    ramp = Ramp(height=1, offset=0, start_time=2, duration=0.1)

    def equations(self) -> Iterable[Any]:
        yield self.torque_step >> self.engine >> self.ideal_planetary.sun >> self.clutch
        yield self.clutch >> self.ideal_planetary.ring >> self.brake
        yield self.ideal_planetary.carrier >> self.load >> self.quadratic_speed_dependent_torque
        yield self.const1.y >> self.feedback.u1
        yield self.ramp.y >> self.feedback.u2
        yield self.ramp.y >> self.clutch.f_normalized
        yield self.feedback.y >> self.brake.f_normalized
