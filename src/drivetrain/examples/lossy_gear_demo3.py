"""A gear with losses that runs down freely."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Step
from drivetrain.modeling import Experiment, Model, fixed, guess
from drivetrain.rotational import Inertia, LossyGear, Torque

__all__ = ["LossyGearDemo3"]


class LossyGearDemo3(Model):
    """Two small inertias run down through a gear with losses in teeth and bearings.

    Look at `gear.mode` and `gear.tau_loss`. The driving side is not obvious here: it is decided by
    the torque at flange_a less the share of the bearing there. At 0.5 s a torque is applied at
    flange_b, too small to move the gear.
    """

    experiment = Experiment(stop_time=1.0, interval=0.001)

    gear = LossyGear(ratio=1.0, loss_table=[[0, 0.25, 0.25, 0.625, 2.5]], use_support=False)
    Inertia1 = Inertia(J=0.001, w=guess(10.0))
    Inertia2 = Inertia(J=0.001, phi=fixed(0.0), w=fixed(10.0))
    torque1 = Torque(use_support=False)
    torque2 = Torque(use_support=False)
    step = Step(height=0.0)
    step1 = Step(start_time=0.5, height=1.0, offset=0.0)

    def equations(self) -> Iterable[Any]:
        yield self.torque1 >> self.Inertia1 >> self.gear >> self.Inertia2 >> self.torque2
        yield self.step.y >> self.torque1.tau
        yield self.step1.y >> self.torque2.tau
