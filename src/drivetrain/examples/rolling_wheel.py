"""A wheel drives a mass against air drag."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import IdealRollingWheel, Inertia, TorqueStep
from drivetrain.translational import Mass, QuadraticSpeedDependentForce

__all__ = ["RollingWheel"]


class RollingWheel(Model):
    """Wheel, driven by a torque, that pulls a mass against a quadratic resistance.

    Look at `mass.v`: it follows ``5 tanh(t - 0.1)`` and approaches 5 m/s, where torque and
    resistance are in balance.
    """

    experiment = Experiment(stop_time=5.0, interval=0.001)

    ideal_rolling_wheel = IdealRollingWheel(radius=1.0)
    inertia = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    torque_step = TorqueStep(step_torque=10.0, offset_torque=0.0, start_time=0.1, use_support=False)
    mass = Mass(m=1.0, L=0.0)
    quadratic_speed_dependent_force = QuadraticSpeedDependentForce(
        f_nominal=-10.0, force_direction=False, v_nominal=5.0
    )

    def equations(self) -> Iterable[Any]:
        yield self.torque_step >> self.inertia >> self.ideal_rolling_wheel.flange_r
        yield self.ideal_rolling_wheel.flange_t >> self.mass
        yield self.mass >> self.quadratic_speed_dependent_force
