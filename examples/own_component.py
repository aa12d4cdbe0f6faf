"""A component of one's own: a torsional damper that grows stiffer the more it is twisted.

It is written like those that ship, and nothing else has to know of it. Its energy, told by
`stored_energy`, takes part in the audit of every run.

Run me: ``python examples/own_component.py``
"""

import drivetrain as dt
from drivetrain.modeling import Expr, parameter, variable
from drivetrain.rotational import Fixed, Inertia
from drivetrain.rotational.interfaces import CompliantWithRelativeStates
from drivetrain.thermal import ConditionalHeatPort


class ProgressiveSpring(CompliantWithRelativeStates, ConditionalHeatPort):
    """Spring with a cubic characteristic, and a damper beside it."""

    c = parameter(unit="N.m/rad", min=0, doc="Stiffness of the relaxed spring")
    c3 = parameter(0.0, unit="N.m/rad3", min=0, doc="Growth of the torque with the cube")
    d = parameter(0.0, unit="N.m.s/rad", min=0, doc="Damping constant")
    tau_c = variable("N.m", doc="Torque of the spring")

    def equations(self) -> dt.Equations:
        yield self.tau_c == self.c * self.phi_rel + self.c3 * self.phi_rel**3
        yield self.tau == self.tau_c + self.d * self.w_rel
        yield self.loss_power == self.d * self.w_rel**2

    def stored_energy(self) -> Expr:
        return self.c * self.phi_rel**2 / 2 + self.c3 * self.phi_rel**4 / 4


class Oscillator(dt.Model):
    """An inertia on the spring."""

    wall = Fixed()
    spring = ProgressiveSpring(c=100.0, c3=5000.0, d=0.05)
    inertia = Inertia(J=0.1, phi=dt.fixed(0.5), w=dt.fixed(0))

    def equations(self) -> dt.Equations:
        yield self.wall >> self.spring >> self.inertia


if __name__ == "__main__":
    print(dt.check(Oscillator()))
    result = dt.simulate(Oscillator(), stop_time=2.0)
    print(result.energy)
    result.plot("inertia.phi", "spring.tau", path="oscillator.png")
