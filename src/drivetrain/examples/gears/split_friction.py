"""A car starts with one wheel on ice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Ramp
from drivetrain.gears import LimitedSlipDifferential
from drivetrain.modeling import Experiment, Model, fixed, parameter
from drivetrain.rotational import Clutch, Inertia, Torque

__all__ = ["SplitFriction"]


class SplitFriction(Model):
    """Car that starts with its left wheel on ice, helped by a limited-slip differential.

    Look at `left.w` and `right.w`: at first the differential is locked, and both wheels roll with
    the car although there is little grip on the ice; the right wheel has to do more. When the
    difference exceeds the friction torque, the left wheel spins: `axle.mode` is *forward*. The
    right one keeps pulling with ``(1 + k) / (1 - k)`` times the torque of the left one, plus the
    share of the preload. With ``k_drive=0`` and ``tau_preload=0`` it pulls no more than the one on
    ice.
    """

    experiment = Experiment(stop_time=3.0, interval=0.01)

    radius = parameter(0.31, unit="m", doc="Radius of the wheels")
    weight = parameter(4500.0, unit="N", doc="Weight on each driven wheel")

    engine = Torque()
    pedal = Ramp(height=240.0, duration=2.0)
    shaft = Inertia(J=0.02, phi=fixed(0.0), w=fixed(0.0))
    axle = LimitedSlipDifferential(ratio=3.5, tau_preload=40.0, k_drive=0.35)
    left = Inertia(J=1.0)
    right = Inertia(J=1.0)
    on_ice = Clutch(cgeo=radius, fn_max=weight, mu_pos=[[0, 0.15]], f_normalized=1.0)
    on_road = Clutch(cgeo=radius, fn_max=weight, mu_pos=[[0, 1.0]], f_normalized=1.0)
    car = Inertia(J=115.0, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.pedal.y >> self.engine.tau
        yield self.engine >> self.shaft >> self.axle.flange_a
        yield self.axle.left >> self.left >> self.on_ice >> self.car
        yield self.axle.right >> self.right >> self.on_road >> self.car.flange_a
