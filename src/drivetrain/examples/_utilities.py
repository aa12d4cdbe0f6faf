"""Parts of drivelines with signal interfaces, as exchanged with other programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain import rotational
from drivetrain.modeling import (
    Component,
    Expr,
    RealInput,
    RealOutput,
    der,
    fixed,
    guess,
    parameter,
    variable,
)
from drivetrain.rotational import (
    AngleToTorqueAdaptor,
    Compliant,
    Inertia,
    Torque,
    TorqueToAngleAdaptor,
)
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = [
    "DirectInertia",
    "InverseInertia",
    "Spring",
    "SpringDamper",
    "SpringDamperNoRelativeStates",
]


class SpringDamperNoRelativeStates(Compliant, ConditionalHeatPort):
    """Linear spring and damper in parallel that do not need the accelerations of their ends."""

    c = parameter(unit="N.m/rad", min=0, doc="Spring stiffness")
    d = parameter(unit="N.m.s/rad", min=0, doc="Damping constant")
    phi_rel0 = parameter(0.0, unit="rad", doc="Relative angle of the relaxed spring")
    w_rel = variable("rad/s", start=0.0, doc="Relative speed: der(phi_rel)")

    def equations(self) -> Iterable[Any]:
        yield self.w_rel == der(self.phi_rel)
        yield self.tau == self.c * (self.phi_rel - self.phi_rel0) + self.d * self.w_rel
        yield self.loss_power == self.d * self.w_rel**2

    def stored_energy(self) -> Expr:
        """Return the energy of the spring, J."""
        energy: Expr = self.c * (self.phi_rel - self.phi_rel0) ** 2 / 2
        return energy


class DirectInertia(Component):
    """Inertia with torques as inputs and its motion as output."""

    J = parameter(1.0, unit="kg.m2", min=0, doc="Moment of inertia")
    tau_drive = RealInput("N.m", doc="Accelerating torque")
    tau = RealInput("N.m", doc="Reaction torque of the other part")
    phi = RealOutput("rad", doc="Angle")
    w = RealOutput("rad/s", doc="Speed")
    a = RealOutput("rad/s2", doc="Acceleration")

    source = Torque()
    inertia = Inertia(J=J, phi=fixed(0.0), w=fixed(0.0))
    torque_to_angle = TorqueToAngleAdaptor()

    def equations(self) -> Iterable[Any]:
        yield self.source >> self.inertia >> self.torque_to_angle
        yield self.tau_drive >> self.source.tau
        yield self.tau >> self.torque_to_angle.tau
        yield self.torque_to_angle.phi >> self.phi
        yield self.torque_to_angle.w >> self.w
        yield self.torque_to_angle.a >> self.a


class InverseInertia(Component):
    """Inertia with its motion as input and the required torque as output."""

    J = parameter(1.0, unit="kg.m2", min=0, doc="Moment of inertia")
    phi = RealInput("rad", doc="Angle")
    w = RealInput("rad/s", doc="Speed")
    a = RealInput("rad/s2", doc="Acceleration")
    tau = RealOutput("N.m", doc="Torque required for the motion")

    angle_to_torque = AngleToTorqueAdaptor()
    inertia = Inertia(J=J, phi=guess(0.0), w=guess(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.angle_to_torque >> self.inertia
        yield self.phi >> self.angle_to_torque.phi
        yield self.w >> self.angle_to_torque.w
        yield self.a >> self.angle_to_torque.a
        yield self.angle_to_torque.tau >> self.tau


class Spring(Component):
    """Spring with the angles of its ends as inputs and its torques as outputs."""

    c = parameter(1e4, unit="N.m/rad", min=0, doc="Spring stiffness")
    phi_rel0 = parameter(0.0, unit="rad", doc="Relative angle of the relaxed spring")
    phi1 = RealInput("rad", doc="Angle of the left end")
    phi2 = RealInput("rad", doc="Angle of the right end")
    tau1 = RealOutput("N.m", doc="Torque on the left end")
    tau2 = RealOutput("N.m", doc="Torque on the right end")

    angle_to_torque1 = AngleToTorqueAdaptor(use_w=False, use_a=False)
    spring = rotational.Spring(c=c, phi_rel0=phi_rel0)
    angle_to_torque2 = AngleToTorqueAdaptor(use_w=False, use_a=False)

    def equations(self) -> Iterable[Any]:
        yield self.angle_to_torque1 >> self.spring >> self.angle_to_torque2
        yield self.phi1 >> self.angle_to_torque1.phi
        yield self.phi2 >> self.angle_to_torque2.phi
        yield self.angle_to_torque1.tau >> self.tau1
        yield self.angle_to_torque2.tau >> self.tau2


class SpringDamper(Component):
    """Spring and damper with the motion of their ends as inputs and torques as outputs."""

    c = parameter(1e4, unit="N.m/rad", min=0, doc="Spring stiffness")
    d = parameter(1.0, unit="N.m.s/rad", min=0, doc="Damping constant")
    phi_rel0 = parameter(0.0, unit="rad", doc="Relative angle of the relaxed spring")
    phi1 = RealInput("rad", doc="Angle of the left end")
    w1 = RealInput("rad/s", doc="Speed of the left end")
    phi2 = RealInput("rad", doc="Angle of the right end")
    w2 = RealInput("rad/s", doc="Speed of the right end")
    tau1 = RealOutput("N.m", doc="Torque on the left end")
    tau2 = RealOutput("N.m", doc="Torque on the right end")

    angle_to_torque1 = AngleToTorqueAdaptor(use_a=False)
    spring_damper = SpringDamperNoRelativeStates(c=c, d=d, phi_rel0=phi_rel0)
    angle_to_torque2 = AngleToTorqueAdaptor(use_a=False)

    def equations(self) -> Iterable[Any]:
        yield self.angle_to_torque1 >> self.spring_damper >> self.angle_to_torque2
        yield self.phi1 >> self.angle_to_torque1.phi
        yield self.w1 >> self.angle_to_torque1.w
        yield self.phi2 >> self.angle_to_torque2.phi
        yield self.w2 >> self.angle_to_torque2.w
        yield self.angle_to_torque1.tau >> self.tau1
        yield self.angle_to_torque2.tau >> self.tau2
