"""Driven inertia, freewheel with clutch, second inertia."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain import rotational
from drivetrain.blocks import Pulse, Sine
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import Inertia, Torque

__all__ = ["OneWayClutch"]


class OneWayClutch(Model):
    """Driven inertia, freewheel with clutch, second inertia."""

    experiment = Experiment(stop_time=2.0, interval=0.001)

    inertia_in = Inertia(J=1, phi=fixed(0), w=fixed(-0.5))
    inertia_out = Inertia(J=1, phi=fixed(0), w=fixed(0))
    one_way_clutch = rotational.OneWayClutch(
        peak=25, fn_max=3, start_forward=fixed(False), stuck=fixed(False)
    )
    torque = Torque()
    signal_torque = Sine(amplitude=10, f=3)
    signal_engagement = Pulse(amplitude=1, width=50, period=1.3, start_time=0.3)

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.inertia_in >> self.one_way_clutch >> self.inertia_out
        yield self.signal_torque.y >> self.torque.tau
        yield self.signal_engagement.y >> self.one_way_clutch.f_normalized
