"""Where does a controlled axis stop? There are backlash and friction behind the motor.

Run me: ``python examples/tasks/servo.py``
"""

import drivetrain as dt
from drivetrain.blocks import Step
from drivetrain.modeling import der, parameter
from drivetrain.rotational import BearingFriction, ElastoBacklash, Inertia, Torque


class Servo(dt.Model):
    """A controller sees the angle of the motor; the table follows through a gap."""

    kp = parameter(200.0, unit="N.m/rad", doc="Gain of the angle")
    kd = parameter(4.0, unit="N.m.s/rad", doc="Gain of the speed")
    target = Step(height=0.5, start_time=0.1)
    drive = Torque()
    motor = Inertia(J=0.01, phi=dt.fixed(0), w=dt.fixed(0))
    mesh = ElastoBacklash(c=2e4, d=20.0, b=0.004, phi_rel=dt.fixed(0), w_rel=dt.fixed(0))
    table = Inertia(J=0.05)
    bearing = BearingFriction(tau_pos=[[0, 1.0], [10, 1.5]])

    def equations(self) -> dt.Equations:
        yield self.drive >> self.motor >> self.mesh >> self.table >> self.bearing
        error = self.target.y - self.motor.phi
        yield self.drive.tau == self.kp * error - self.kd * der(self.motor.phi)


if __name__ == "__main__":
    result = dt.simulate(Servo(), stop_time=2.0)
    motor, table = (1e3 * (0.5 - result[f"{part}.phi"][-1]) for part in ("motor", "table"))
    print(f"Of 500 mrad, {motor:.3f} mrad are missing at the motor (friction over gain: < 5)")
    print(f"and {table:.3f} mrad at the table (half the gap and the mesh more: < 7.05).")
    print(f"The table stands still: {result['table.w'][-1]:g} rad/s.")
