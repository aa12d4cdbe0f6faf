"""Pictures of cycles: what is drawn where, in which style."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drivetrain.analysis.cycles.cycle import Cycle, CycleFacts
from drivetrain.analysis.cycles.floquet import Multipliers
from drivetrain.analysis.cycles.nonlinear_response import NonlinearResponse, ResponsePoint
from drivetrain.analysis.cycles.waveform import Waveform
from drivetrain.errors import NameLookupError, ResultError
from drivetrain.simulation.results.result import Result


def cycle_of(result: Result, values: Any, *, free: tuple[str, ...] = ()) -> Cycle:
    found = Multipliers(np.array(values, dtype=complex), free, not free)
    waveform = Waveform.between(0.0, 1.0, np.empty(0))
    facts = CycleFacts("M", float(result.time[-1]), found, {}, 1, "variational", "", waveform, {})
    return Cycle(facts, result)


def dots(axes: Any) -> dict[str, list[complex]]:
    found = {}
    for line in axes.lines:
        if line.get_marker() == "o":
            label = str(line.get_label())
            found[label] = (line.get_xdata() + 1j * line.get_ydata()).tolist()
    return found


def test_multipliers_are_sorted_by_what_they_do(result: Result) -> None:
    values = [1.5, 0.3 + 0.4j, 0.3 - 0.4j, 0.0]
    (axes,) = cycle_of(result, values).plot().axes
    assert dots(axes) == {"fade": values[1:], "grow": [1.5], "free, or a shift in time": [1.0]}
    circle = axes.lines[0]
    assert np.hypot(circle.get_xdata(), circle.get_ydata()) == pytest.approx(1.0)
    assert axes.get_xlim() == axes.get_ylim() == pytest.approx((-1.77, 1.77))
    assert axes.get_aspect() == 1.0


def test_multipliers_that_share_a_dot_are_counted(result: Result) -> None:
    (axes,) = cycle_of(result, [0.5, 0.01, 0.0, 0.0], free=("a.phi", "b.phi")).plot().axes
    assert [text.get_text() for text in axes.texts] == ["3×", "2×"]


def test_signals_begin_at_zero(result: Result, tmp_path: Path) -> None:
    names = [name for name in result.match("*") if result.units[name] == "rad/s"][:1]
    figure = cycle_of(result, [0.5]).plot(*names, path=tmp_path / "cycle.png", title="One turn")
    signals, circle = figure.axes
    line = next(line for line in signals.lines if line.get_label() == names[0])
    assert line.get_xdata() == pytest.approx(result.time - result.time[0])
    assert line.get_ydata() == pytest.approx(result[names[0]])
    assert signals.get_xlabel() == "time in the period in s"
    assert circle.get_title(loc="left") == "Floquet multipliers"
    assert figure.get_suptitle() == "One turn"
    assert (tmp_path / "cycle.png").stat().st_size > 5000
    with pytest.raises(NameLookupError):
        cycle_of(result, [0.5]).plot("nothing")
    with pytest.raises(ResultError, match=r"cycle\.txt"):
        cycle_of(result, [0.5]).plot(path=tmp_path / "cycle.txt")


def branch() -> NonlinearResponse:
    """Points of a branch that folds between the third and the fourth, and doubles its period."""
    values = [1.0, 2.0, 2.9, 2.9, 2.0, 2.1, 2.5]
    slopes = [1.0, 1.0, 0.3, -0.3, -0.1, 0.2, 0.5]
    largest = [0.5, 0.6, 0.9, 1.2, 1.3, 0.9, -1.1]
    points = [
        ResponsePoint(
            value,
            1.0 / value,
            slope,
            float(k),
            Multipliers(np.array([multiplier], dtype=complex)),
            np.array([1.0 + k, 10.0]),
            np.array([[0.0, 0.0], [0.5j + 0.5 * k * 1j, 9.0]]),
        )
        for k, (value, slope, multiplier) in enumerate(zip(values, slopes, largest, strict=True))
    ]
    return NonlinearResponse("M", "f", "Hz", ["a.phi", "b.tau"], ["rad", "N.m"], points)


def test_stable_cycles_are_solid_and_unstable_ones_dashed() -> None:
    figure = branch().plot("a.phi")
    (axes,) = figure.axes
    lines = {str(line.get_label()): line for line in axes.lines}
    solid, dashed = lines["half range"], lines["half range, unstable"]
    gap = np.nan
    np.testing.assert_array_equal(solid.get_xdata(), [1.0, 2.0, 2.9, gap, 2.0, 2.1])
    np.testing.assert_array_equal(dashed.get_xdata(), [2.9, 2.9, 2.0, gap, 2.1, 2.5])
    np.testing.assert_array_equal(dashed.get_ydata(), [3.0, 4.0, 5.0, gap, 6.0, 7.0])
    assert (solid.get_linestyle(), dashed.get_linestyle()) == ("-", "--")
    assert lines["first harmonic"].get_ydata()[:3].tolist() == [0.5, 1.0, 1.5]
    assert axes.get_xlabel() == "f in Hz"
    assert axes.get_ylabel() == "amplitude in rad"
    assert axes.get_xlim() == (1.0, 2.9)


def test_folds_and_doublings_are_marked() -> None:
    found = branch()
    (axes, other) = found.plot().axes
    first, second = found.folds
    marks = {str(line.get_label()): line for line in axes.lines if line.get_marker() in "os"}
    assert marks["fold"].get_xdata().tolist() == [first.parameter, second.parameter]
    assert marks["fold"].get_ydata().tolist() == [
        first.half_range["a.phi"],
        second.half_range["a.phi"],
    ]
    (change,) = found.changes
    assert change.kind == "period doubling"
    assert change.parameter == pytest.approx(2.3)
    assert marks["period doubling"].get_xdata().tolist() == [change.parameter]
    assert other.get_ylabel() == "amplitude in N·m"
    shown = axes.get_legend()
    assert shown is not None
    texts = [text.get_text() for text in shown.get_texts()]
    assert texts[:2] == ["half range", "half range, unstable"]
    assert len(texts) == len(set(texts)) == 6


def test_outputs_that_do_not_exist_are_refused() -> None:
    with pytest.raises(NameLookupError, match=r"did you mean 'a\.phi'"):
        branch().plot("a.phj")
