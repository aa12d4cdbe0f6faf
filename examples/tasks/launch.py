"""How long does the clutch slip in a launch, and how hot does it get? The gearbox has losses.

Run me: ``python examples/tasks/launch.py``
"""

import drivetrain as dt
from drivetrain.blocks import Step
from drivetrain.rotational import Clutch, ConstantTorque, IdealRollingWheel, Inertia, LossyGear
from drivetrain.translational import Mass


class Launch(dt.Model):
    """An engine under load sets a car in motion through a clutch and a lossy gearbox."""

    combustion = ConstantTorque(tau_constant=150.0)
    engine = Inertia(J=0.2, phi=dt.fixed(0), w=dt.fixed(200))
    clutch = Clutch(fn_max=1000.0, mu_pos=[[0, 0.25]])
    pedal = Step(start_time=0.0)
    shaft = Inertia(J=0.02, w=dt.fixed(0))
    gearbox = LossyGear(ratio=12.0, loss_table=[[0, 0.95, 0.95, 0, 0]])
    wheel = IdealRollingWheel(radius=0.3)
    car = Mass(m=1200.0)

    def equations(self) -> dt.Equations:
        yield self.combustion >> self.engine >> self.clutch >> self.shaft >> self.gearbox
        yield self.gearbox >> self.wheel.flange_r
        yield self.wheel.flange_t >> self.car
        yield self.pedal.y >> self.clutch.f_normalized


if __name__ == "__main__":
    result = dt.simulate(Launch(), stop_time=3.0)
    (locked,) = result.events.times("clutch.mode", after="stuck")
    heat = result.energy.dissipated_by["clutch"][-1]
    print(f"The clutch slips for {locked:.4f} s and takes {heat / 1e3:.2f} kJ;")
    print(f"after 3 s the car runs at {3.6 * result['car.v'][-1]:.1f} km/h.")
