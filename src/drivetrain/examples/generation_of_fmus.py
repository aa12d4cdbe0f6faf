"""Drivelines cut into parts that exchange signals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Sine
from drivetrain.examples._utilities import DirectInertia, InverseInertia, Spring, SpringDamper
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import Inertia, Torque, TorqueToAngleAdaptor

__all__ = ["GenerationOfFMUs"]


class GenerationOfFMUs(Model):
    """Three drivelines, cut so that their parts could be exchanged with other programs.

    In the first, two inertias act as one: look at `direct_inertia.inertia.w`, which equals that of
    a single inertia of 3.3 kg·m². The others are oscillators of two inertias, `inertia2a.w` and
    `inertia2b.w` with a spring and a damper, `inertia3a.w` and `inertia3b.w` with a spring, whose
    parts exchange angles, speeds and torques only as signals.
    """

    experiment = Experiment(stop_time=1.0, interval=0.001)

    sine1 = Sine(f=2.0, amplitude=10.0)

    direct_inertia = DirectInertia(J=1.1)
    inverse_inertia = InverseInertia(J=2.2)

    torque2 = Torque()
    inertia2a = Inertia(J=1.1, phi=fixed(0.0), w=fixed(0.0))
    torque_to_angle2a = TorqueToAngleAdaptor(use_a=False)
    spring_damper = SpringDamper(c=1e4, d=100.0)
    torque_to_angle2b = TorqueToAngleAdaptor(use_a=False)
    inertia2b = Inertia(J=2.2, phi=fixed(0.0), w=fixed(0.0))

    force3 = Torque()
    inertia3a = Inertia(J=1.1, phi=fixed(0.0), w=fixed(0.0))
    torque_to_angle3a = TorqueToAngleAdaptor(use_w=False, use_a=False)
    spring = Spring(c=1e4)
    torque_to_angle3b = TorqueToAngleAdaptor(use_w=False, use_a=False)
    inertia3b = Inertia(J=2.2, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.sine1.y >> self.direct_inertia.tau_drive
        yield self.direct_inertia.phi >> self.inverse_inertia.phi
        yield self.direct_inertia.w >> self.inverse_inertia.w
        yield self.direct_inertia.a >> self.inverse_inertia.a
        yield self.inverse_inertia.tau >> self.direct_inertia.tau

        yield self.sine1.y >> self.torque2.tau
        yield self.torque2 >> self.inertia2a >> self.torque_to_angle2a
        yield self.torque_to_angle2b.flange >> self.inertia2b
        yield self.torque_to_angle2a.phi >> self.spring_damper.phi1
        yield self.torque_to_angle2a.w >> self.spring_damper.w1
        yield self.spring_damper.tau1 >> self.torque_to_angle2a.tau
        yield self.torque_to_angle2b.phi >> self.spring_damper.phi2
        yield self.torque_to_angle2b.w >> self.spring_damper.w2
        yield self.spring_damper.tau2 >> self.torque_to_angle2b.tau

        yield self.sine1.y >> self.force3.tau
        yield self.force3 >> self.inertia3a >> self.torque_to_angle3a
        yield self.torque_to_angle3b.flange >> self.inertia3b
        yield self.torque_to_angle3a.phi >> self.spring.phi1
        yield self.spring.tau1 >> self.torque_to_angle3a.tau
        yield self.torque_to_angle3b.phi >> self.spring.phi2
        yield self.spring.tau2 >> self.torque_to_angle3b.tau
