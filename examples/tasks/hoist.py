"""Does the brake hold the load? Power fails while a hoist lifts.

Run me: ``python examples/tasks/hoist.py``
"""

import drivetrain as dt
from drivetrain.rotational import Brake, IdealGearR2T, Inertia
from drivetrain.translational import ConstantForce, Mass, SpringDamper

M, G, R, C = 500.0, 9.81, 0.2, 4e5


class Hoist(dt.Model):
    """A load on an elastic rope; the drum turns upward when the brake falls in."""

    brake = Brake(fn_max=6e3, f_normalized=1.0, mu_pos=[[0, 0.35]])
    drum = Inertia(J=8.0, phi=dt.fixed(0), w=dt.fixed(0.5 / R))
    winch = IdealGearR2T(ratio=1 / R)
    rope = SpringDamper(c=C, d=4e3, s_rel=dt.fixed(-M * G / C), v_rel=dt.fixed(0))
    load = Mass(m=M)
    weight = ConstantForce(f_constant=-M * G)

    def equations(self) -> dt.Equations:
        yield self.brake >> self.drum >> self.winch.flange_r
        yield self.winch.flange_t >> self.rope >> self.load >> self.weight.flange


if __name__ == "__main__":
    result = dt.simulate(Hoist(), stop_time=4.0)
    rise = result["load.s"][-1] - result["load.s"][0]
    print(f"The drum stands after {result.events.times('brake.mode', after='stuck')[-1]:.4f} s;")
    print(f"the load has risen by {1e3 * rise:.2f} mm and hangs at {result['load.v'][-1]:.1e} m/s.")
    print(f"The brake holds {-result['brake.tau'][-1]:.3f} N.m of {6e3 * 0.35:.0f} N.m possible.")
