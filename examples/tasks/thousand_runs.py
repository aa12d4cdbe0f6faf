"""How much does the time to synchronise scatter, if friction and force do? A thousand runs.

Run me: ``python examples/tasks/thousand_runs.py``
"""

import numpy as np

import drivetrain as dt
from drivetrain.rotational import Clutch, Inertia


class Synchronise(dt.Model):
    """Two shafts brought to one speed by a clutch."""

    left = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(10.0))
    clutch = Clutch(fn_max=20.0, f_normalized=1.0, mu_pos=[[0, 0.5]])
    right = Inertia(J=2.0, phi=dt.fixed(0), w=dt.fixed(0))

    def equations(self) -> dt.Equations:
        yield self.left >> self.clutch >> self.right


if __name__ == "__main__":
    random = np.random.default_rng(1)
    forces = random.normal(20.0, 1.0, 1000)
    geometry = random.uniform(0.9, 1.1, 1000)
    many = dt.compile(Synchronise()).ensemble(
        {"clutch.fn_max": forces, "clutch.cgeo": geometry}, stop_time=2.0
    )
    times = np.array([run.events.times("clutch.mode", after="stuck")[-1] for run in many])
    low, middle, high = np.quantile(times, [0.05, 0.5, 0.95])
    formula = 1.0 * 2.0 / 3.0 * 10.0 / (0.5 * forces * geometry)
    print(f"{len(many)} runs, {len(many.failed)} failed: locked after {middle:.4f} s,")
    print(f"nine in ten between {low:.4f} s and {high:.4f} s;")
    print(f"none differs from J w / T by more than {abs(times - formula).max():.1e} s.")
