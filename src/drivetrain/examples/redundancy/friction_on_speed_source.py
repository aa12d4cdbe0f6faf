"""Friction elements on a shaft whose speed is prescribed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Constant, TimeTable
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import BearingFriction, Brake, Clutch, Inertia, Speed

__all__ = ["FrictionOnSpeedSource"]


class FrictionOnSpeedSource(Model):
    """Shaft that a source turns at a given speed, with a bearing, a brake, and a mass on a clutch.

    The source represents an infinitely strong drive: nothing can hold the shaft, so bearing and
    brake only add to the torque of the source, `source.flange.tau`; while the shaft is at rest,
    equilibrium leaves their torques undetermined, and they are zero. The clutch does lock: look at
    `mass.w`, which follows `shaft.w` as fast as the clutch allows.
    """

    experiment = Experiment(stop_time=6.0, interval=0.01)

    speed = TimeTable(table=[[0, 0], [1, 0], [2, 10], [4, 10], [5, 0], [6, 0]])
    source = Speed(exact=True)
    shaft = Inertia(J=0.1)
    bearing = BearingFriction(tau_pos=[[0, 0.5]])
    brake = Brake(fn_max=1.5, mu_pos=[[0, 1.0]])
    clutch = Clutch(fn_max=5.0, mu_pos=[[0, 1.0]])
    mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    on = Constant(k=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.source >> self.shaft >> self.clutch >> self.mass
        yield self.shaft >> self.bearing
        yield self.shaft >> self.brake
        yield self.speed.y >> self.source.w_ref
        yield self.on.y >> self.brake.f_normalized
        yield self.on.y >> self.clutch.f_normalized
