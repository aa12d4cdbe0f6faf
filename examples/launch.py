"""An engine sets a vehicle in motion: a clutch closes, slides and locks.

Run me: ``python examples/launch.py``
"""

import drivetrain as dt
from drivetrain.blocks import Ramp
from drivetrain.rotational import Clutch, Inertia, SpringDamper


class Launch(dt.Model):
    """An engine sets a vehicle in motion through a clutch and an elastic shaft."""

    engine = Inertia(J=0.2, phi=dt.fixed(0), w=dt.fixed(100))
    clutch = Clutch(fn_max=400, mu_pos=[[0, 0.4], [100, 0.3]], peak=1.1)
    hub = Inertia(J=0.05, phi=dt.fixed(0), w=dt.fixed(0))
    shaft = SpringDamper(c=2000, d=10)
    vehicle = Inertia(J=2.0, phi=dt.fixed(0), w=dt.fixed(0))
    pedal = Ramp(start_time=0.1, duration=0.4)

    def equations(self) -> dt.Equations:
        yield self.engine >> self.clutch >> self.hub >> self.shaft >> self.vehicle
        yield self.pedal.y >> self.clutch.f_normalized


if __name__ == "__main__":
    result = dt.simulate(Launch(), stop_time=1.0)
    print(result.summary())
    print(result.events)
    print(result.energy)
    result.plot("engine.w", "vehicle.w", "clutch.tau", "clutch.mode", path="launch.png")
