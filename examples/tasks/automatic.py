"""What does a shift of an automatic cost? From first to second gear, while it coasts.

Run me: ``python examples/tasks/automatic.py``
"""

import drivetrain as dt
from drivetrain.blocks import Step
from drivetrain.rotational import Brake, Clutch, IdealPlanetary, Inertia


class Shift(dt.Model):
    """In first gear a brake holds the ring; in second a clutch locks sun and carrier."""

    turbine = Inertia(J=0.1, phi=dt.fixed(0), w=dt.fixed(300))
    gear = IdealPlanetary(ratio=2.0)
    ring = Inertia(J=0.02, phi=dt.fixed(0), w=dt.fixed(0))
    output = Inertia(J=1.5)
    brake = Brake(fn_max=2000.0, mu_pos=[[0, 0.15]])
    clutch = Clutch(fn_max=1000.0, mu_pos=[[0, 0.12]])
    hold = Step(height=-1.0, offset=1.0, start_time=0.5)
    close = Step(start_time=0.5)

    def equations(self) -> dt.Equations:
        yield self.turbine.flange_b >> self.gear.sun
        yield self.gear.ring >> self.ring >> self.brake
        yield self.gear.carrier >> self.output.flange_a
        yield self.turbine.flange_b >> self.clutch >> self.output.flange_a
        yield self.hold.y >> self.brake.f_normalized
        yield self.close.y >> self.clutch.f_normalized


if __name__ == "__main__":
    result = dt.simulate(Shift(), stop_time=2.0)
    (locked,) = result.events.times("clutch.mode", after="stuck")
    ratio = result["turbine.w"] / result["output.w"]
    print(f"Ratio {ratio[0]:.6f} becomes {ratio[-1]:.6f} within {locked - 0.5:.4f} s,")
    print(f"at {result['output.w'][-1]:.4f} rad/s; it costs {result.energy.dissipated[-1]:.2f} J.")
