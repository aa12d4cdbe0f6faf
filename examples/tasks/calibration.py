"""How large are friction and damping of a bearing? Fitted to a measured run-down.

Run me: ``python examples/tasks/calibration.py``
"""

from typing import Any

import numpy as np
from scipy.optimize import least_squares

import drivetrain as dt
from drivetrain.rotational import BearingFriction, Damper, Fixed, Inertia


class RunDown(dt.Model):
    """A rotor that friction and oil slow down."""

    rotor = Inertia(J=0.5, phi=dt.fixed(0), w=dt.fixed(100.0))
    bearing = BearingFriction(tau_pos=[[0, 1.0]])
    oil, housing = Damper(d=0.01), Fixed()

    def equations(self) -> dt.Equations:
        yield self.rotor >> self.bearing >> self.oil >> self.housing


t = np.arange(0.0, 8.0, 0.05)  # the "measurement": 2.5 N.m, 0.04 N.m.s/rad, and noise
measured = 162.5 * np.exp(-0.08 * t) - 62.5 + np.random.default_rng(7).normal(0, 0.2, t.size)

if __name__ == "__main__":
    model = dt.compile(RunDown())

    def difference(guess: Any) -> Any:
        """Return the difference from the measurement at each instant."""
        given = {"bearing.tau_pos": [[0, guess[0]]], "oil.d": guess[1]}
        run = model.simulate(stop_time=8.0, output_times=t, parameters=given)
        return run.at(t, "rotor.w") - measured

    friction, damping = least_squares(difference, [1.0, 0.01], x_scale=[1.0, 0.01]).x
    print(f"Dry friction {friction:.3f} N.m, damping {damping:.4f} N.m.s/rad")
