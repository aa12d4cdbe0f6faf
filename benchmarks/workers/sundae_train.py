"""The stiff gear train by CVODE of SUNDIALS, its equations written by hand and compiled by Numba.

The torque of a tooth is continuous over its contact, so no events are needed: the solver finds its
way around the kinks by shorter steps.
"""

from math import pi, sin
from typing import Any

import numpy as np
from _worker import serve
from numba import njit
from sksundae.cvode import CVODE

_INERTIA = np.array([0.01, 0.05, 0.5, 5.0])
_RATIO = np.array([3.0, 4.0, 5.0])


@njit  # type: ignore[untyped-decorator]
def rates(t: float, x: Any, k: Any, backlash: float) -> None:
    """Write the rates of four angles and four speeds."""
    before = -50.0 * sin(4 * pi * t)
    for i in range(3):
        phi = x[i + 1] - x[i] / _RATIO[i]
        damping = 1e3 * (x[i + 5] - x[i + 4] / _RATIO[i])
        tau = 0.0
        if phi > backlash / 2:
            spring = 1e8 * (phi - backlash / 2)
            tau = max(spring + min(spring, damping), 0.0) if spring + damping > 0 else 0.0
        elif phi < -backlash / 2:
            spring = 1e8 * (phi + backlash / 2)
            tau = min(spring + max(spring, damping), 0.0) if spring + damping < 0 else 0.0
        k[i] = x[i + 4]
        k[i + 4] = (tau / _RATIO[i] - before) / _INERTIA[i]
        before = tau
    k[3] = x[7]
    k[7] = (-before - 10.0 * x[7]) / _INERTIA[3]


def prepare(ask: dict[str, Any]) -> Any:
    """Compile the rates."""
    backlash = ask["backlash"]

    def function(t: float, x: Any, k: Any) -> None:
        rates(t, x, k, backlash)

    function(0.0, np.zeros(8), np.zeros(8))
    grid = np.linspace(0.0, ask["stop"], ask["points"])

    def solve() -> Any:
        solver = CVODE(
            function,
            method="BDF",
            rtol=ask["tolerance"],
            atol=ask["tolerance"],
            max_num_steps=10_000_000,
        )
        return solver.solve(grid, np.zeros(8)).y[:, 4:]

    return solve


if __name__ == "__main__":
    serve(prepare)
