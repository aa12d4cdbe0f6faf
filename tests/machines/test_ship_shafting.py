"""Natural frequency and critical speed of a ship's shafting."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.linalg import eigh

G = 79.3e9
INERTIAS = np.array([4000.0, *[6500.0] * 6, 8000.0, 600.0, 42e3])
STIFFNESSES = np.array([5e6, *[7e8] * 5, 9e8, G * math.pi * 0.395**4 / (32 * 8.0),
                        G * math.pi * 0.48**4 / (32 * 6.0)])  # fmt: skip
DISCS = ["damper", *(f"throw[{k}]" for k in range(6)), "flywheel", "coupling", "propeller"]
LINKS = ["damper_spring", *(f"crank[{k}]" for k in range(5)), "crank_end", "intermediate_shaft",
         "propeller_shaft"]  # fmt: skip


def modes() -> tuple[np.ndarray, np.ndarray]:
    """Natural angular frequencies and mode shapes of the chain of discs and springs."""
    differences = np.diff(np.eye(len(INERTIAS)), axis=0)
    stiffness = differences.T @ np.diag(STIFFNESSES) @ differences
    squares, shapes = eigh(stiffness, np.diag(INERTIAS))
    return np.sqrt(np.abs(squares)), shapes


def test_free_vibration_has_the_frequency_of_the_eigenvalue_problem(compiled):
    quiet = {f"{link}.d": 0.0 for link in LINKS}
    quiet |= {"load.height": 0.0, "load.offset": 0.0, "water.tau_nominal": 0.0}
    start = {"propeller_shaft.phi_rel.start": 1e-3, "flywheel.w.start": 0.0}
    r = compiled("ShipShafting").simulate(
        stop_time=2.0, interval=0.001, tolerance=1e-10, parameters=quiet | start
    )
    frequencies, shapes = modes()
    for mode in (1, 2):
        part = sum(
            shape * J * r[f"{disc}.phi"]
            for shape, J, disc in zip(shapes[:, mode], INERTIAS, DISCS, strict=True)
        )
        expected = part[0] * np.cos(frequencies[mode] * r.time)
        np.testing.assert_allclose(part, expected, atol=1e-5 * abs(part[0]))


def test_the_sixth_order_meets_the_first_natural_frequency(run):
    r = run("ShipShafting")
    torque, speed = r["propeller_shaft.tau"], r["propeller.w"]
    per_second = [(r.time >= a) & (r.time < a + 1) for a in range(40)]
    swing = np.array([np.ptp(torque[chosen]) / 2 for chosen in per_second])
    mean = np.array([speed[chosen].mean() for chosen in per_second])
    resonance = swing.argmax()
    assert 6 * mean[resonance] == pytest.approx(modes()[0][1], rel=0.1)
    assert swing[resonance] > abs(torque[per_second[resonance]].mean())
    assert swing[resonance] > 5 * swing[25]


def test_the_torsional_damper_takes_the_most_in_the_resonance(run):
    r = run("ShipShafting")
    loss = r["damper_spring.loss_power"]
    worst = np.searchsorted(r.time, 30.0)
    assert loss[:worst].max() > 2 * loss[worst : worst + 1000].max()
