"""Four inertias and three clutches in a row, as in 2002."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002 import Clutch, Inertia, Sine, Step, Torque
from drivetrain.modeling import Experiment, Model, guess, parameter

__all__ = ["CoupledClutches"]


class CoupledClutches(Model):
    """Four inertias in a row, coupled by three clutches, in the 2002 edition.

    Look at `J1.w`, `J2.w`, `J3.w` and `J4.w`, and at `clutch1.mode`, `clutch2.mode` and
    `clutch3.mode`. The first clutch is actuated by a wave with the phase 1.57, slightly less than
    π/2, and the run ends before it opens.
    """

    experiment = Experiment(stop_time=1.2, interval=0.001)

    freq_hz = parameter(0.2, unit="Hz", doc="Frequency of the signal that actuates clutch1")
    T2 = parameter(0.4, unit="s", doc="Time when clutch2 closes")
    T3 = parameter(0.9, unit="s", doc="Time when clutch3 closes")

    J1 = Inertia(J=1.0, phi=guess(0.0), w=guess(10.0))
    torque = Torque()
    clutch1 = Clutch(peak=1.1, fn_max=20.0)
    sin1 = Sine(amplitude=10.0, freq_hz=5.0)
    step1 = Step(start_time=T2)
    J2 = Inertia(J=1.0, phi=guess(0.0), w=guess(0.0))
    clutch2 = Clutch(peak=1.1, fn_max=20.0)
    J3 = Inertia(J=1.0, phi=guess(0.0), w=guess(0.0))
    clutch3 = Clutch(peak=1.1, fn_max=20.0)
    J4 = Inertia(J=1.0, phi=guess(0.0), w=guess(0.0))
    sin2 = Sine(amplitude=1.0, freq_hz=freq_hz, phase=1.57)
    step2 = Step(start_time=T3)

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.J1 >> self.clutch1 >> self.J2 >> self.clutch2 >> self.J3
        yield self.J3 >> self.clutch3 >> self.J4
        yield self.sin1.out_port[0] >> self.torque.in_port
        yield self.sin2.out_port[0] >> self.clutch1.in_port
        yield self.step1.out_port[0] >> self.clutch2.in_port
        yield self.step2.out_port[0] >> self.clutch3.in_port
