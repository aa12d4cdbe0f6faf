"""Levers that fall onto stops."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.couplings import HardStop, HuntCrossleyStop, RigidStop
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import ConstantTorque, Fixed, Inertia

__all__ = ["Stops"]


class Stops(Model):
    """Three levers fall onto stops: a spring with a damper, a Hunt–Crossley contact, a rigid stop.

    Look at `lever1.phi`, `lever2.phi` and `lever3.phi`. The second hits its stop at 2 rad/s and
    leaves it at 1.2 rad/s, as required by ``e = 0.6`` at `w_nominal`; slower impacts lose a smaller
    fraction. The third does the same without any penetration, and loses the same fraction in every
    impact. It bounces ever lower and faster, and rests from 4 s on, `stop3.resting`.
    """

    experiment = Experiment(stop_time=5.0, interval=0.002)

    weight1 = ConstantTorque(tau_constant=-2.0)
    weight2 = ConstantTorque(tau_constant=-2.0)
    weight3 = ConstantTorque(tau_constant=-2.0)
    lever1 = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))
    lever2 = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))
    lever3 = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))
    stop1 = HardStop(lower=0.0, upper=1.5, c=1e4, d=30.0)
    stop2 = HuntCrossleyStop(lower=0.0, upper=1.5, tau_ref=1e6, e=0.6, w_nominal=2.0)
    stop3 = RigidStop(lower=0.0, upper=1.5, e=0.6)
    ground1 = Fixed()
    ground2 = Fixed()
    ground3 = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.ground1 >> self.stop1 >> self.lever1 >> self.weight1
        yield self.ground2 >> self.stop2 >> self.lever2 >> self.weight2
        yield self.ground3 >> self.stop3 >> self.lever3 >> self.weight3
