"""Four equal wheels under four braking laws."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Experiment, Model, fixed, parameter
from drivetrain.rotational import (
    Inertia,
    InverseSpeedDependentTorque,
    LinearSpeedDependentTorque,
    QuadraticSpeedDependentTorque,
    SignTorque,
)

__all__ = ["CompareBrakingTorque"]


class CompareBrakingTorque(Model):
    """Four equal wheels under four braking laws."""

    experiment = Experiment(stop_time=5.0, interval=0.0001)

    J = parameter(1, unit="kg.m2", min=0, doc="Moment of inertia of each wheel")
    w_start = parameter(100, unit="rad/s", doc="Speed at the start")
    tau_nominal = parameter(100, unit="N.m", doc="Braking torque at the speed w_nominal")
    w_nominal = parameter(abs(w_start), unit="rad/s", doc="Nominal speed")
    w0 = parameter(1, unit="rad/s", doc="Speed below which the torques are regularised")

    inertia1 = Inertia(J=J, phi=fixed(0), w=fixed(w_start))
    inertia2 = Inertia(J=J, phi=fixed(0), w=fixed(w_start))
    inertia3 = Inertia(J=J, phi=fixed(0), w=fixed(w_start))
    inertia4 = Inertia(J=J, phi=fixed(0), w=fixed(w_start))
    sign_torque = SignTorque(tau_nominal=-tau_nominal, reg="linear", w0=w0)
    linear_speed_dependent_torque = LinearSpeedDependentTorque(
        tau_nominal=-tau_nominal, torque_direction=False, w_nominal=w_nominal
    )
    quadratic_speed_dependent_torque = QuadraticSpeedDependentTorque(
        tau_nominal=-tau_nominal, torque_direction=False, w_nominal=w_nominal
    )
    inverse_speed_dependent_torque = InverseSpeedDependentTorque(
        tau_nominal=-tau_nominal, torque_direction=False, w_nominal=w_nominal, w0=w0
    )

    def equations(self) -> Iterable[Any]:
        yield self.sign_torque >> self.inertia1
        yield self.linear_speed_dependent_torque >> self.inertia2
        yield self.quadratic_speed_dependent_torque >> self.inertia3
        yield self.inverse_speed_dependent_torque >> self.inertia4
