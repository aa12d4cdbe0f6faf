"""Four inertias and three clutches in a row."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Sine, Step
from drivetrain.modeling import Experiment, Model, fixed, parameter
from drivetrain.rotational import Clutch, Fixed, Inertia, Torque

__all__ = ["CoupledClutches"]


class CoupledClutches(Model):
    """Four inertias in a row, coupled by three clutches that close one after the other.

    Look at `J1.w`, `J2.w`, `J3.w` and `J4.w`, and at `clutch1.mode`, `clutch2.mode` and
    `clutch3.mode`. Each clutch slides forward, slides backward or sticks: 27 states in all, and
    each locked clutch merges its two neighbouring masses.
    """

    experiment = Experiment(stop_time=1.5, interval=0.001)

    f = parameter(0.2, unit="Hz", doc="Frequency of the signal that opens and closes clutch1")
    T2 = parameter(0.4, unit="s", doc="Time when clutch2 closes")
    T3 = parameter(0.9, unit="s", doc="Time when clutch3 closes")

    J1 = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
    torque = Torque(use_support=True)
    clutch1 = Clutch(peak=1.1, fn_max=20.0)
    sin1 = Sine(amplitude=10.0, f=5.0)
    step1 = Step(start_time=T2)
    J2 = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    clutch2 = Clutch(peak=1.1, fn_max=20.0)
    J3 = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    clutch3 = Clutch(peak=1.1, fn_max=20.0)
    J4 = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    sin2 = Sine(amplitude=1.0, f=f, phase=math.pi / 2)
    step2 = Step(start_time=T3)
    # Last, since up to here `fixed` is the function that prescribes start values.
    fixed = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.J1 >> self.clutch1 >> self.J2 >> self.clutch2 >> self.J3
        yield self.J3 >> self.clutch3 >> self.J4
        yield self.sin1.y >> self.torque.tau
        yield self.sin2.y >> self.clutch1.f_normalized
        yield self.step1.y >> self.clutch2.f_normalized
        yield self.step2.y >> self.clutch3.f_normalized
        yield self.torque.support >> self.fixed.flange
