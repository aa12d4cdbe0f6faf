"""Grids of frequencies: every peak has nine points within its half-power width."""

from __future__ import annotations

import numpy as np
import pytest
from tests.analysis.shafts import chain, grounded, long_shaft

import drivetrain as dt
from drivetrain.analysis.response.frequencies import fine_grid, pole_grid


def inside(omega: np.ndarray, pole: complex) -> int:
    """Return how many frequencies lie within the half-power width of a pole."""
    return int(np.sum(np.abs(omega - pole.imag) <= abs(pole.real)))


@pytest.mark.parametrize("damping", [1e-4, 0.1, 3.0])
def test_peaks_get_nine_points(damping: float) -> None:
    model = chain([1, 2, 0.5, 3], [1e4, 2e3, 9e3], [damping] * 3)
    linear = dt.linearise(model, inputs=["disc0"], outputs=["disc3.w"])
    response = linear.frequency_response(between=(1.0, 400.0), points=20)
    values = linear.eigenmodes().eigenvalue
    assert len(values) == 3
    assert all(inside(response.omega, pole) >= 9 for pole in values)
    assert (np.diff(response.omega) > 0).all()
    assert response.omega[[0, -1]].tolist() == [1.0, 400.0]
    again = linear.frequency_response(between=(1.0, 400.0), points=20)
    assert np.array_equal(again.omega, response.omega)


def test_peaks_outside_get_none() -> None:
    linear = dt.linearise(grounded(1.0, 1e4, 1.0), inputs=["disc"], outputs=["disc.phi"])
    assert len(linear.frequency_response(between=(1.0, 20.0), points=20).omega) <= 22


def test_an_undamped_peak_is_approached_but_never_hit() -> None:
    linear = dt.linearise(grounded(1.0, 1e4), inputs=["disc"], outputs=["disc.phi"])
    response = linear.frequency_response(between=(1.0, 1e4), points=201)  # 100 is on the grid
    assert np.isfinite(response.matrix).all()
    assert np.abs(response.omega - 100.0).min() == pytest.approx(1e-4, rel=1e-3)


def test_poles_of_loss_factors() -> None:
    """An undamped disc on a rubber shaft: width ``eta omega_n``."""
    linear = dt.linearise(grounded(1.0, 1e4), inputs=["disc"], outputs=["disc.phi"])
    for how in ({"hysteresis": {"*.c": 0.01}}, {"laws": {"shaft.c": lambda w: 1 + 1e-4j * w}}):
        response = linear.frequency_response(between=(1.0, 1e3), points=20, **how)
        assert inside(response.omega, -0.5 + 100j) >= 9


def test_bisection_finds_peaks_without_eigenvalues() -> None:
    poles = np.array([-0.2 + 30j, -0.05 + 31j, -1.0 + 90j])

    def response(omega: np.ndarray) -> np.ndarray:
        s = 1j * omega[:, None]
        return np.sum(1 / (s - poles) + 1 / (s - poles.conj()), axis=1)[:, None]

    omega, values, resolved = fine_grid(1.0, 300.0, 200, response, 500)
    assert resolved
    assert all(inside(omega, pole) >= 9 for pole in poles)
    assert np.array_equal(values, response(omega))
    few, _, resolved = fine_grid(1.0, 300.0, 200, response, 220)
    assert (len(few), resolved) == (220, False)


def test_large_models_are_resolved_by_bisection() -> None:
    """1050 discs: the first peaks, 0.3 rad/s apart with damping ratios of 1e-5."""
    linear = dt.linearise(long_shaft(1050), inputs=["disc[0]"], outputs=["shaft[3].tau"])
    assert not isinstance(linear.A, np.ndarray)
    wide = linear.frequency_response(between=(0.7, 600.0), points=2)
    assert "not every peak is resolved: give a narrower band, or more points" in wide.notes()
    response = linear.frequency_response(between=(0.7, 2.1), points=200)
    k = np.arange(1, 3)
    own = 2 * np.sqrt(1e5) * np.sin(k * np.pi / 2100)
    for omega in own:
        assert inside(response.omega, -(omega**2) / 2e4 + 1j * omega) >= 9
    assert [peak.omega for peak in response.peaks()] == pytest.approx(own, abs=1e-5)


def test_grids_are_within_their_limits() -> None:
    grid = pole_grid(2.0, 3.0, 5, np.array([-0.1 + 2.0j, -0.1 + 50j]))
    assert grid[0] == 2.0
    assert grid[-1] == 3.0
    assert (np.diff(grid) > 0).all()
