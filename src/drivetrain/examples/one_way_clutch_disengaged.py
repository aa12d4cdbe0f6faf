"""A freewheel alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain import rotational
from drivetrain.blocks import Constant, Sine
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import ConstantTorque, Inertia, Torque

__all__ = ["OneWayClutchDisengaged"]


class OneWayClutchDisengaged(Model):
    """Driven inertia, freewheel whose clutch stays open, loaded inertia.

    Look at `inertia_in.w` and `inertia_out.w`: whenever the first would overtake the second, the
    freewheel locks and drives the load.
    """

    experiment = Experiment(stop_time=2.0, interval=0.001)

    inertia_in = Inertia(J=1.0, phi=fixed(0.0), w=fixed(-0.5))
    inertia_out = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    one_way_clutch = rotational.OneWayClutch(
        peak=25.0, fn_max=3.0, start_forward=fixed(False), stuck=fixed(False)
    )
    torque = Torque()
    torque_load = ConstantTorque(tau_constant=-0.3)
    signal_torque = Sine(amplitude=10.0, f=2.0, offset=0.3)
    signal_engagement = Constant(k=0.0)

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.inertia_in >> self.one_way_clutch >> self.inertia_out
        yield self.inertia_out >> self.torque_load
        yield self.signal_torque.y >> self.torque.tau
        yield self.signal_engagement.y >> self.one_way_clutch.f_normalized
