"""Pictures of limits and checks: curves, hatched ranges, the ratio to the rated speed."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from drivetrain.analysis.limits import Limit, check, iacs_m68

RATED = 127 * np.pi / 30
SHAFT = iacs_m68(diameter=0.395, tensile=600e6, rated=RATED, design="intermediate, integral flange")
SPEED = np.linspace(0.2, 1.1, 300) * RATED


def peak(at: float, height: float) -> np.ndarray:
    return np.asarray(height / np.sqrt(1 + ((SPEED / RATED - at) / 0.012) ** 2))


def test_both_limits_over_the_speed() -> None:
    (axes,) = SHAFT.plot().axes
    labels = axes.get_legend_handles_labels()[1]
    assert labels == [r"$\tau_C$, continuous", r"$\tau_T$, passing through"]
    assert axes.get_ylabel() == "stress, half range, in N/mm²"
    assert axes.get_xlabel() == "speed in rpm"
    passing = axes.lines[1]
    assert np.max(passing.get_xdata()) == 0.8 * 127  # where no range may be barred it is dotted
    assert axes.lines[2].get_linestyle() == ":"


def test_ranges_are_hatched_and_named_with_their_ends() -> None:
    torque = peak(0.33, 1.2e6) + peak(0.85, 0.7e6)
    found = check(SHAFT, SPEED, torque=torque, name="intermediate shaft")
    (axes,) = found.plot().axes
    labels = axes.get_legend_handles_labels()[1]
    (one,), (other,) = found.barred, found.refused
    ends = [f"{range_.low * 30 / np.pi:.1f} … {range_.high * 30 / np.pi:.1f} rpm"
            for range_ in (one, other)]  # fmt: skip
    assert labels[:2] == [f"to be barred:\n{ends[0]}", f"barring does not solve:\n{ends[1]}"]
    assert [patch.get_hatch() for patch in axes.patches] == ["////", "////"]
    half_range = next(line for line in axes.lines if line.get_label() == "half range")
    np.testing.assert_allclose(half_range.get_ydata(), found.half_range * 1e-6)


def test_a_plain_limit_ends_where_it_is_no_longer_defined(tmp_path: Path) -> None:
    limit = Limit("coupling", "torque", [(3.0, 9e5), (8.0, 9e5), (12.0, 5e5)])
    figure = check(limit, SPEED, peak(0.4, 1e6)).plot(path=tmp_path / "check.png")
    (axes,) = figure.axes
    line = axes.lines[0]
    shown = np.asarray(line.get_xdata())[np.isfinite(np.asarray(line.get_ydata(), dtype=float))]
    np.testing.assert_allclose([shown.min(), shown.max()], np.array([3, 12]) * 30 / np.pi)
    assert axes.get_ylabel() == "torque, half range, in kN·m"
    assert (tmp_path / "check.png").exists()
