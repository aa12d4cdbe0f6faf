"""Frequency response of a chain by python-control, from its state matrices."""

from typing import Any

import control
import numpy as np
from _worker import serve


def prepare(ask: dict[str, Any]) -> Any:
    """Make the state matrices of a free chain, driven at its first disc."""
    n, stiffness, damping, inertia = ask["n"], ask["c"], ask["d"], ask["J"]
    twist = np.diff(np.eye(n), axis=0)
    springs = twist.T @ twist / inertia
    whole = np.zeros((2 * n, 2 * n))
    whole[:n, n:] = np.eye(n)
    whole[n:, :n], whole[n:, n:] = -stiffness * springs, -damping * springs
    inputs = np.zeros((2 * n, 1))
    inputs[n, 0] = 1.0 / inertia
    outputs = np.zeros((len(ask["discs"]), 2 * n))
    outputs[np.arange(len(ask["discs"])), n + np.array(ask["discs"])] = 1.0
    system = control.ss(whole, inputs, outputs, np.zeros((len(ask["discs"]), 1)))
    omega = np.array(ask["omega"])

    def solve() -> Any:
        return np.abs(control.frequency_response(system, omega).frdata[:, 0, :])

    return solve


if __name__ == "__main__":
    serve(prepare)
