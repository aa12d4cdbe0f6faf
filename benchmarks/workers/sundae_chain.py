"""The chain by CVODE of SUNDIALS, through scikit-sundae, with rates that Numba compiles.

Angle and speed of an inertia stand side by side, so that the Jacobian is a narrow band.
"""

from typing import Any

import numpy as np
from _worker import serve
from numba import njit
from sksundae.cvode import CVODE


@njit(fastmath=True)  # type: ignore[untyped-decorator]
def rates(t: float, x: Any, k: Any, c: float, d: float, amplitude: float) -> None:
    """Write the rates of angles and speeds."""
    n = x.size // 2
    before = -amplitude * np.sin(2 * np.pi * t)
    for i in range(n - 1):
        tau = c * (x[2 * i + 2] - x[2 * i]) + d * (x[2 * i + 3] - x[2 * i + 1])
        k[2 * i] = x[2 * i + 1]
        k[2 * i + 1] = tau - before
        before = tau
    k[2 * n - 2] = x[2 * n - 1]
    k[2 * n - 1] = -before


def prepare(ask: dict[str, Any]) -> Any:
    """Compile the rates."""
    n, c, d, amplitude = ask["n"], ask["c"], ask["d"], ask["amplitude"]

    def function(t: float, x: Any, k: Any) -> None:
        rates(t, x, k, c, d, amplitude)

    function(0.0, np.zeros(2 * n), np.zeros(2 * n))
    grid = np.linspace(0.0, ask["stop"], ask["points"])

    def solve() -> Any:
        solver = CVODE(
            function,
            method=ask["method"],
            rtol=ask["tolerance"],
            atol=ask["tolerance"],
            linsolver="band",
            lband=3,
            uband=3,
            max_num_steps=1_000_000,
        )
        x = solver.solve(grid, np.zeros(2 * n)).y
        phi, w = x[:, ::2], x[:, 1::2]
        return np.hstack([phi, w, c * np.diff(phi) + d * np.diff(w)])

    return solve


if __name__ == "__main__":
    serve(prepare)
