"""Dampers in closed form against minimisation and the equations of motion."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from drivetrain.analysis.dampers import CentrifugalPendulum, UntunedViscousDamper
from drivetrain.errors import ParameterError


@pytest.mark.parametrize(
    ("ratio", "damping", "peak"), [(0.1, 0.465242, 21), (0.5, 0.365148, 5), (1.0, 0.288675, 3)]
)
def test_untuned_viscous_damper(ratio: float, damping: float, peak: float) -> None:
    """Den Hartog's optimum, and the lowest peak found by search over the damping."""
    best = UntunedViscousDamper(ratio)
    assert round(best.damping_ratio, 6) == damping
    assert best.peak == pytest.approx(peak, rel=1e-15)
    assert best.magnification(best.frequency_ratio) == pytest.approx(peak, rel=1e-14)

    def highest(given: float) -> float:
        found = minimize_scalar(
            lambda g: -best.magnification(g, given),
            bounds=(0.3, 1.2),
            method="bounded",
            options={"xatol": 1e-10},
        )
        return float(-found.fun)

    found = minimize_scalar(highest, bounds=(0.05, 1.5), method="bounded", options={"xatol": 1e-8})
    assert found.fun == pytest.approx(peak, rel=1e-7)
    assert found.x == pytest.approx(damping, rel=2e-3)


def test_magnification_is_that_of_two_equations() -> None:
    """J φ'' + c φ + d (φ' − ψ') = T, J_d ψ'' + d (ψ' − φ') = 0, solved as complex numbers."""
    ring, damping, g = 0.4, 0.7, 0.9
    d = damping * 2 * ring
    matrix = np.array(
        [[1 - g**2 + 1j * g * d, -1j * g * d], [-1j * g * d, -(g**2) * ring + 1j * g * d]]
    )
    expected = abs(np.linalg.solve(matrix, [1, 0])[0])
    assert UntunedViscousDamper(ring).magnification(g, damping) == pytest.approx(
        expected, rel=1e-13
    )
    assert UntunedViscousDamper(ring).magnification(1.0, 0.0) == np.inf
    assert UntunedViscousDamper(ring).damping(2.0, 10.0) == pytest.approx(
        40 * UntunedViscousDamper(ring).damping_ratio
    )


def test_centrifugal_pendulum() -> None:
    """Rotor 1 kg·m², pendulum 0.5 kg, R 0.2 m, L 0.05 m."""
    pendulum = CentrifugalPendulum(mass="500 g", radius="200 mm", length="50 mm")
    assert pendulum.order == 2
    assert round(pendulum.coupled_order(1.0), 9) == 2.031009601
    found = [round(1 + pendulum.effective_inertia(order), 6) for order in (1, 1.5, 3)]
    assert found == [1.041667, 1.071429, 0.975]
    assert pendulum.effective_inertia(2) == np.inf
    assert pendulum.effective_inertia(0) == pytest.approx(pendulum.static_inertia)


def test_the_coupled_order_is_that_in_which_the_inertia_vanishes() -> None:
    pendulum = CentrifugalPendulum(mass=0.5, radius=0.2, length=0.05)
    assert 1 + pendulum.effective_inertia(pendulum.coupled_order(1.0)) == pytest.approx(
        0, abs=1e-12
    )


def test_refusals() -> None:
    with pytest.raises(ParameterError, match="inertia_ratio=0"):
        UntunedViscousDamper(0)
    with pytest.raises(ParameterError, match="length=-1"):
        CentrifugalPendulum(mass=1, radius=1, length=-1)
