"""The chain by SciPy's `solve_ivp`, with rates that Numba compiles."""

from typing import Any

import numpy as np
from _worker import serve
from numba import njit
from scipy.integrate import solve_ivp


@njit(fastmath=True)  # type: ignore[untyped-decorator]
def rates(t: float, x: Any, c: float, d: float, amplitude: float) -> Any:
    """Return the rates of angles and speeds."""
    n = x.size // 2
    k = np.empty_like(x)
    before = -amplitude * np.sin(2 * np.pi * t)
    for i in range(n):
        k[i] = x[n + i]
    for i in range(n - 1):
        tau = c * (x[i + 1] - x[i]) + d * (x[n + i + 1] - x[n + i])
        k[n + i] = tau - before
        before = tau
    k[2 * n - 1] = -before
    return k


def prepare(ask: dict[str, Any]) -> Any:
    """Compile the rates."""
    n, c, d = ask["n"], ask["c"], ask["d"]
    more = (c, d, ask["amplitude"])
    rates(0.0, np.zeros(2 * n), *more)
    grid = np.linspace(0.0, ask["stop"], ask["points"])

    def solve() -> Any:
        done = solve_ivp(
            rates,
            (0.0, ask["stop"]),
            np.zeros(2 * n),
            ask["method"],
            t_eval=grid,
            args=more,
            rtol=ask["tolerance"],
            atol=ask["tolerance"],
        )
        phi, w = done.y[:n], done.y[n:]
        tau = c * np.diff(phi, axis=0) + d * np.diff(w, axis=0)
        return np.concatenate([phi, w, tau]).T

    return solve


if __name__ == "__main__":
    serve(prepare)
