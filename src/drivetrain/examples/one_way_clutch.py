"""A freewheel with a clutch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain import rotational
from drivetrain.blocks import Pulse, Sine
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import Inertia, Torque

__all__ = ["OneWayClutch"]


class OneWayClutch(Model):
    """Driven inertia, freewheel with clutch, second inertia.

    Look at `inertia_in.w` and `inertia_out.w`: the second inertia is never slower than the first.
    While the clutch is closed, `one_way_clutch.stuck` shows whether it also holds the faster one.
    """

    experiment = Experiment(stop_time=2.0, interval=0.001)

    inertia_in = Inertia(J=1.0, phi=fixed(0.0), w=fixed(-0.5))
    inertia_out = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    one_way_clutch = rotational.OneWayClutch(
        peak=25.0, fn_max=3.0, start_forward=fixed(False), stuck=fixed(False)
    )
    torque = Torque()
    signal_torque = Sine(amplitude=10.0, f=3.0)
    signal_engagement = Pulse(amplitude=1.0, width=50.0, period=1.3, start_time=0.3)

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.inertia_in >> self.one_way_clutch >> self.inertia_out
        yield self.signal_torque.y >> self.torque.tau
        yield self.signal_engagement.y >> self.one_way_clutch.f_normalized
