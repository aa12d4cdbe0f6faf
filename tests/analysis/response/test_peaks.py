"""Peaks: frequency, height, width and eigenmode."""

from __future__ import annotations

import numpy as np
import pytest
from tests.analysis.shafts import chain, grounded

import drivetrain as dt


@pytest.mark.parametrize("zeta", [0.01, 0.1])
def test_the_peak_of_one_disc(zeta: float) -> None:
    """``omega_n sqrt(1 - 2 zeta^2)``, ``1/(2 zeta sqrt(1 - zeta^2))``."""
    c, omega = 5e3, 50.0
    linear = dt.linearise(
        grounded(2.0, c, 2 * zeta * c / omega), inputs=["disc"], outputs=["disc.phi"]
    )
    (peak,) = linear.frequency_response(between=(5, 500)).peaks("disc.phi")
    assert peak.omega == pytest.approx(omega * np.sqrt(1 - 2 * zeta**2), rel=1e-6)
    height = 1 / (2 * zeta * np.sqrt(1 - zeta**2))
    assert peak.amplitude * c == pytest.approx(height, rel=1e-9)
    inner = 1 - 2 * zeta**2
    half = 2 * zeta * np.sqrt(1 - zeta**2)
    sides = omega * np.sqrt([inner - half, inner + half])
    assert peak.width == pytest.approx(sides[1] - sides[0], rel=1e-6)
    assert (peak.mode, peak.unit) == (1, "rad/(N.m)")
    assert peak.frequency == pytest.approx(peak.omega / (2 * np.pi))


def test_a_table_of_all_peaks() -> None:
    linear = dt.linearise(
        chain([1, 2, 0.5], [1e4, 2e3], [0.1, 0.1]), inputs=["disc0"], outputs=["shaft*.tau"]
    )
    names = [name for name in linear.outputs if "flange" not in name]
    response = linear.frequency_response(between=(1.0, 400.0), outputs=names)
    peaks = response.peaks()
    assert [peak.output for peak in peaks] == ["shaft0.tau"] * 2 + ["shaft1.tau"] * 2
    assert [peak.mode for peak in peaks] == [1, 2, 1, 2]
    table = peaks.to_pandas()
    assert list(table["mode"]) == [1, 2, 1, 2]
    assert "half-power width [rad/s]" in table.columns
    assert "4 peaks" in str(peaks)
    damping = linear.eigenmodes().damping
    for peak in peaks:
        assert peak.width / (2 * peak.omega) == pytest.approx(damping[peak.mode - 1], rel=0.01)


def test_peaks_without_damping_are_infinite() -> None:
    linear = dt.linearise(grounded(1.0, 1e4), inputs=["disc"], outputs=["disc.phi"])
    (peak,) = linear.frequency_response(between=(1.0, 1e3)).peaks()
    assert (peak.omega, peak.amplitude, peak.width) == (pytest.approx(100.0), np.inf, 0.0)


def test_a_peak_beside_a_higher_one_has_no_width() -> None:
    """Two discs with nearly the same frequency: between the peaks the response stays high."""
    linear = dt.linearise(
        chain([1.0, 50.0, 1.02], [1e4, 1e4], [40, 40]), inputs=["disc1"], outputs=["disc0.phi"]
    )
    response = linear.frequency_response(between=(50, 200))
    for peak in response.peaks():
        assert np.isnan(peak.width) or peak.width > 0
