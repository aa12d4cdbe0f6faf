"""Four inertias and three clutches in a row."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain import modeling
from drivetrain.blocks import Sine, Step
from drivetrain.modeling import Experiment, Model, parameter
from drivetrain.rotational import Clutch, Fixed, Inertia, Torque

__all__ = ["CoupledClutches"]


class CoupledClutches(Model):
    """Four inertias and three clutches in a row."""

    experiment = Experiment(stop_time=1.5, interval=0.001)

    f = parameter(0.2, unit="Hz", doc="Frequency of the signal that opens and closes clutch1")
    T2 = parameter(0.4, unit="s", doc="Time when clutch2 closes")
    T3 = parameter(0.9, unit="s", doc="Time when clutch3 closes")

    J1 = Inertia(J=1, phi=modeling.fixed(0), w=modeling.fixed(10))
    torque = Torque(use_support=True)
    clutch1 = Clutch(peak=1.1, fn_max=20)
    sin1 = Sine(amplitude=10, f=5)
    step1 = Step(start_time=T2)
    J2 = Inertia(J=1, phi=modeling.fixed(0), w=modeling.fixed(0))
    clutch2 = Clutch(peak=1.1, fn_max=20)
    J3 = Inertia(J=1, phi=modeling.fixed(0), w=modeling.fixed(0))
    clutch3 = Clutch(peak=1.1, fn_max=20)
    J4 = Inertia(J=1, phi=modeling.fixed(0), w=modeling.fixed(0))
    sin2 = Sine(amplitude=1, f=f, phase=math.pi / 2)
    step2 = Step(start_time=T3)
    fixed = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.J1 >> self.clutch1 >> self.J2 >> self.clutch2 >> self.J3
        yield self.J3 >> self.clutch3 >> self.J4
        yield self.sin1.y >> self.torque.tau
        yield self.sin2.y >> self.clutch1.f_normalized
        yield self.step1.y >> self.clutch2.f_normalized
        yield self.step2.y >> self.clutch3.f_normalized
        yield self.torque.support >> self.fixed
