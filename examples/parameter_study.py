"""How long does a clutch slide? One model, translated once, run for many normal forces.

The textbook answer for two free inertias and a constant torque T is J * w0 / T with
J = J1 * J2 / (J1 + J2); the last column compares.

Run me: ``python examples/parameter_study.py``
"""

import drivetrain as dt
from drivetrain.blocks import Constant
from drivetrain.rotational import Clutch, Inertia

MU, W0 = 0.5, 10.0


class Synchronise(dt.Model):
    """Two inertias brought to one speed by a clutch."""

    left = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(W0))
    clutch = Clutch(fn_max=20.0, mu_pos=[[0, MU]])
    right = Inertia(J=2.0, phi=dt.fixed(0), w=dt.fixed(0))
    closed = Constant(k=1.0)

    def equations(self) -> dt.Equations:
        yield self.left >> self.clutch >> self.right
        yield self.closed.y >> self.clutch.f_normalized


if __name__ == "__main__":
    model = dt.compile(Synchronise())
    print("force / N   locked at / s   heat / J   against the formula / s")
    for force in (10.0, 20.0, 40.0, 80.0):
        run = model.simulate(stop_time=3.0, parameters={"clutch.fn_max": force})
        (locked,) = run.events.times("clutch.mode", after="stuck")[-1:]
        expected = (1.0 * 2.0 / 3.0) * W0 / (MU * force)
        heat = run.energy.dissipated[-1]
        print(f"{force:9.0f}   {locked:13.9f}   {heat:8.4f}   {locked - expected:+.1e}")
