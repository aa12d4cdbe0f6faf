"""Two clutches in parallel between two shafts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Ramp
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import Clutch, ConstantTorque, Inertia

__all__ = ["ParallelClutches"]


class ParallelClutches(Model):
    """Clutches in parallel, opened one after the other under load.

    Motor and load accelerate together, so the clutches have to transmit 3 N·m. Look at `first.tau`
    and `second.tau`: half each. The first begins to open at 1 s; from 2.25 s on it is at its limit
    and hands over to the second. That one opens from 3.5 s on, slips at 4 s, `second.w_rel`, and is
    free at 5.5 s.
    """

    experiment = Experiment(stop_time=6.0, interval=0.01)

    drive = ConstantTorque(tau_constant=4.0)
    motor = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    first = Clutch(fn_max=4.0, mu_pos=[[0, 1.0]])
    second = Clutch(fn_max=4.0, mu_pos=[[0, 1.0]])
    load = Inertia(J=3.0, phi=fixed(0.0), w=fixed(0.0))
    open_first = Ramp(height=-1.0, offset=1.0, start_time=1.0, duration=2.0)
    open_second = Ramp(height=-1.0, offset=1.0, start_time=3.5, duration=2.0)

    def equations(self) -> Iterable[Any]:
        yield self.drive >> self.motor >> self.first >> self.load
        yield self.motor >> self.second >> self.load
        yield self.open_first.y >> self.first.f_normalized
        yield self.open_second.y >> self.second.f_normalized
