"""Pictures of results: axes per unit, steps with names, events as lines."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from drivetrain import errors
from drivetrain.errors import NameLookupError, ResultError
from drivetrain.plotting import plot, plot_result
from drivetrain.simulation.results.result import Layout, Result, RunStatus


def test_signals_of_one_unit_share_an_axes(result: Result) -> None:
    figure = plot_result(result, ["J1.w", "*.tau", "J2.w"])
    speed, torque = figure.axes
    assert (speed.get_ylabel(), torque.get_ylabel()) == ("rad/s", "N·m")
    assert speed.get_legend_handles_labels()[1] == ["J1.w", "J2.w"]
    assert torque.get_xlabel() == "time in s"
    assert torque.get_shared_x_axes().joined(speed, torque)
    assert speed.get_xlim() == (0.0, 0.5)
    assert speed.get_title(loc="left") == "Launch"


def test_lines_show_both_sides_of_events(result: Result) -> None:
    (axes,) = plot_result(result, ["J1.flange_a.tau"]).axes
    line = next(line for line in axes.lines if line.get_label() == "J1.flange_a.tau")
    np.testing.assert_array_equal(line.get_xdata(), result.time)
    np.testing.assert_array_equal(line.get_ydata(), result["J1.flange_a.tau"])


def test_modes_are_steps_with_their_names(result: Result) -> None:
    (axes,) = plot_result(result, ["clutch.mode"]).axes
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["stuck", "forward", "free"]
    line = next(line for line in axes.lines if line.get_label() == "clutch.mode")
    assert line.get_drawstyle() == "steps-post"


def test_truth_values_and_plain_integers_have_axes_of_their_own(result: Result) -> None:
    modes, truth, count = plot_result(result, ["clutch.mode", "logic.*", "counter.n"]).axes
    assert [tick.get_text() for tick in truth.get_yticklabels()] == ["false", "true"]
    assert truth.get_legend_handles_labels()[1] == ["logic.y", "logic.u"]
    assert count.get_yticks().tolist() == [-4, 0]
    assert modes.get_legend_handles_labels()[1] == ["clutch.mode"]


def test_events_that_change_a_mode_are_marked(result: Result) -> None:
    (axes,) = plot_result(result, ["J1.w"]).axes
    marks = [np.ravel(line.get_xdata())[0] for line in axes.lines if line.get_label() != "J1.w"]
    assert marks == [0.2, 0.4]


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_pictures_are_written(result: Result, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"speeds{suffix}"
    result.plot("J1.w", "clutch.mode", path=path, title="Speeds")
    assert path.stat().st_size > 1000
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_drawn_is_refused(result: Result, tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="nothing to draw"):
        result.plot()
    with pytest.raises(NameLookupError, match="did you mean"):
        result.plot("J1.ww")
    with pytest.raises(ResultError, match=r"suffix '\.bmp2'"):
        result.plot("J1.w", path=tmp_path / "a.bmp2")
    with pytest.raises(ResultError, match="no folder"):
        result.plot("J1.w", path=tmp_path / "nowhere" / "a.png")


def test_notebooks_show_the_picture(result: Result) -> None:
    figure = result.plot("J1.w")
    assert figure._repr_png_().startswith(b"\x89PNG")  # type: ignore[attr-defined]


def test_matplotlib_waits_until_something_is_drawn() -> None:
    code = "import sys, drivetrain.plotting; sys.exit('matplotlib' in sys.modules)"
    environment = os.environ | {"PYTHONPATH": str(Path(errors.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", code], check=False, env=environment)
    assert done.returncode == 0


def test_many_lines_do_not_fill_the_legend(result: Result) -> None:
    wide = Layout(
        [f"disc[{i}].w" for i in range(40)],
        np.full(40, 2),
        np.ones(40, dtype=np.int8),
        np.zeros(40),
        ["rad/s"] * 40,
        ["real"] * 40,
        [""] * 40,
    )
    many = Result(wide, result.rows, model="Long", status=RunStatus.DONE)
    (axes,) = many.plot("disc[*].w").axes
    legend = axes.get_legend()
    assert legend is not None
    assert len(legend.get_texts()) == 12
    assert legend.get_title().get_text() == "and 28 more"


def test_several_runs_are_drawn_over_each_other(result: Result) -> None:
    shorter = Result(result.layout, result.rows[:5], model="Launch", status=RunStatus.DONE)
    speeds, modes = plot({"long": result, "short": shorter}, "J?.w", "clutch.mode").axes
    labels = ["J1.w, long", "J1.w, short", "J2.w, long", "J2.w, short"]
    assert speeds.get_legend_handles_labels()[1] == labels
    np.testing.assert_array_equal(speeds.lines[1].get_ydata(), shorter["J1.w"])
    assert len(speeds.lines) == 4  # no lines at events: every run has its own
    assert modes.get_legend_handles_labels()[1] == ["clutch.mode, long", "clutch.mode, short"]
    assert speeds.get_xlim() == (0.0, 0.5)
    assert speeds.get_title(loc="left") == "Launch"


def test_a_variable_that_one_of_the_runs_lacks_is_refused(result: Result) -> None:
    other = Layout(["a.b"], np.array([2]), np.ones(1, dtype=np.int8), np.zeros(1), ["1"], ["real"],
                   [""])  # fmt: skip
    runs = {"one": result, "two": Result(other, result.rows, model="B", status=RunStatus.DONE)}
    with pytest.raises(NameLookupError, match=r"J1\.w"):
        plot(runs, "J1.w")
    with pytest.raises(ResultError, match="nothing to draw"):
        plot({}, "J1.w")
