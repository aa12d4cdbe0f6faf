"""A component of one's own: a fluid coupling, whose torque grows with the square of the slip.

Run me: ``python examples/tasks/own_component.py``
"""

import drivetrain as dt
from drivetrain.modeling import parameter
from drivetrain.rotational import Inertia
from drivetrain.rotational.interfaces import CompliantWithRelativeStates
from drivetrain.thermal import ConditionalHeatPort


class FluidCoupling(CompliantWithRelativeStates, ConditionalHeatPort):
    """Pump and turbine in oil: all that the slip loses becomes heat."""

    k = parameter(unit="N.m.s2/rad2", min=0, doc="Torque over the square of the slip")

    def equations(self) -> dt.Equations:
        yield self.tau == self.k * self.w_rel * abs(self.w_rel)
        yield self.loss_power == self.tau * self.w_rel


class Start(dt.Model):
    """A motor at speed is coupled to a machine at rest."""

    motor = Inertia(J=0.5, phi=dt.fixed(0), w=dt.fixed(150))
    coupling = FluidCoupling(k=0.02)
    machine = Inertia(J=2.0, phi=dt.fixed(0), w=dt.fixed(0))

    def equations(self) -> dt.Equations:
        yield self.motor >> self.coupling >> self.machine


if __name__ == "__main__":
    result = dt.simulate(Start(), stop_time=5.0)
    slip = result["motor.w"][-1] - result["machine.w"][-1]
    print(f"After 5 s the slip is {slip:.4f} rad/s of 150;")
    print(f"the oil took {result.energy.dissipated[-1]:.1f} J, in balance with the shafts:")
    print(f"relative error {result.energy.relative_error:.0e}.")
