"""What plots can be asked for: groups, a second scale, windows, curves over a variable."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

import drivetrain as dt
from drivetrain.errors import NameLookupError, ResultError
from drivetrain.plotting import plot
from drivetrain.simulation.results.result import Result, RunStatus


@pytest.fixture(scope="module")
def clutches() -> Result:
    return dt.simulate(dt.examples.find("CoupledClutches")())


def drawn(axes: Axes) -> list[str]:
    return axes.get_legend_handles_labels()[1]


def test_a_list_forms_one_axes(result: Result) -> None:
    first, second = result.plot(["J1.w"], ["J1.w", "J2.w"]).axes
    assert drawn(first) == ["J1.w"]
    assert drawn(second) == ["J1.w", "J2.w"]


def test_axes_come_in_the_order_of_the_request(clutches: Result) -> None:
    axes = clutches.plot(["J4.w"], "clutch1.tau", ["J1.phi"], "J1.w", "J2.w").axes
    assert list(map(drawn, axes)) == [["J4.w"], ["clutch1.tau"], ["J1.phi"], ["J1.w", "J2.w"]]


def test_the_second_unit_of_a_list_has_the_scale_at_the_right(result: Result) -> None:
    speed, torque = result.plot(["J1.w", "J1.flange_a.tau", "J2.w"]).axes
    assert (speed.get_ylabel(), torque.get_ylabel()) == ("rad/s", "N·m")
    assert drawn(torque) == ["J1.flange_a.tau"]
    legend = speed.get_legend()
    assert legend is not None
    texts = [text.get_text() for text in legend.get_texts()]
    assert texts == ["J1.w", "J2.w", "J1.flange_a.tau (right)"]


def test_variables_are_moved_to_the_right_on_request(result: Result) -> None:
    left, right = result.plot(["J1.w", "J2.w"], right="J2.w").axes
    assert (drawn(left), drawn(right)) == (["J1.w"], ["J2.w"])
    left, right = result.plot("J1.w", "clutch.mode", right=["clutch.mode"]).axes
    assert [tick.get_text() for tick in right.get_yticklabels()] == ["stuck", "forward", "free"]


def test_what_two_scales_cannot_show_is_refused(result: Result) -> None:
    with pytest.raises(ResultError, match="two scales at most"):
        result.plot(["J1.w", "J1.flange_a.tau", "fixed.phi"])
    with pytest.raises(ResultError, match="nothing is left for the scale at the left"):
        result.plot("J1.w", right="J1.w")
    with pytest.raises(NameLookupError, match=r"no variable of this name is drawn; did you mean"):
        result.plot("J1.w", "J2.w", right="J3.w")
    with pytest.raises(ResultError, match="an empty list"):
        result.plot("J1.w", [])


def test_no_two_lines_of_an_axes_look_the_same(clutches: Result) -> None:
    (axes,) = clutches.plot("J*.phi", "clutch?.phi_rel", "J*.flange_?.phi").axes
    looks = [(to_hex(line.get_color()), str(line._dash_pattern)) for line in axes.lines]  # type: ignore[attr-defined]
    lines = looks[-len(drawn(axes)) :]
    assert len(lines) > 8
    assert not [pair for pair in itertools.combinations(lines, 2) if pair[0] == pair[1]]


def test_two_scales_share_one_sequence_of_looks(result: Result) -> None:
    left, right = result.plot(["J1.w", "J1.flange_a.tau"]).axes
    assert left.lines[-1].get_color() != right.lines[-1].get_color()


def test_a_window_ends_where_it_was_asked_to(result: Result) -> None:
    (axes,) = result.plot("J1.w", start=0.25, stop=0.375).axes
    line = axes.lines[-1]
    assert axes.get_xlim() == (0.25, 0.375)
    np.testing.assert_allclose(line.get_xdata(), [0.25, 0.3, 0.35, 0.35, 0.375])
    np.testing.assert_allclose(line.get_ydata(), [9.0, 8.0, 7.0, 7.0, 6.0])
    with pytest.raises(ResultError, match="lies outside of the run"):
        result.plot("J1.w", start=-1.0)


def test_a_window_may_lie_beyond_the_end_of_one_of_the_runs(result: Result) -> None:
    short = Result(result.layout, result.rows[:3], model="Launch", status=RunStatus.DONE)
    (axes,) = plot({"short": short, "long": result}, "J1.w", start=0.3).axes
    first, second = axes.lines
    assert len(np.asarray(first.get_xdata())) == 0
    assert len(np.asarray(second.get_xdata())) == 6


def test_curves_over_a_variable_keep_both_sides_of_events(result: Result) -> None:
    (axes,) = result.plot("J1.flange_a.tau", x="J1.w", unit={"J1.w": "rpm"}).axes
    line = next(one for one in axes.lines if one.get_label() == "J1.flange_a.tau")
    np.testing.assert_allclose(line.get_xdata(), result["J1.w"] * 30 / np.pi)
    np.testing.assert_array_equal(line.get_ydata(), result["J1.flange_a.tau"])
    assert axes.get_xlabel() == "J1.w in rpm"


def test_curves_over_a_variable_tell_the_direction_of_time(result: Result) -> None:
    (axes,) = result.plot("J2.w", x="J1.w").axes
    begin, end = (next(one for one in axes.lines if one.get_marker() == mark) for mark in "os")
    assert (begin.get_xdata()[0], begin.get_ydata()[0]) == (10.0, 0.0)  # type: ignore[index]
    assert (end.get_xdata()[0], end.get_ydata()[0]) == (5.0, 5.0)  # type: ignore[index]
    heads = [(text.xy, text.xyann) for text in axes.texts]  # type: ignore[attr-defined]
    assert heads
    assert all(head[0] < tail[0] and head[1] > tail[1] for head, tail in heads)


def test_several_runs_are_drawn_over_their_own_variable(clutches: Result) -> None:
    short = clutches.resample(0.5)
    (axes,) = plot({"fine": clutches, "coarse": short}, "J2.w", x="J1.w").axes
    labelled = [one for one in axes.lines if str(one.get_label()).startswith("J2.w")]
    np.testing.assert_array_equal(labelled[1].get_xdata(), short["J1.w"])


def test_a_misspelt_horizontal_variable_is_refused(result: Result) -> None:
    with pytest.raises(NameLookupError, match="did you mean"):
        result.plot("J1.w", x="J2.ww")
    with pytest.raises(NameLookupError, match="give the name of one variable"):
        result.plot("J1.w", x=3)  # type: ignore[arg-type]


def test_the_size_is_that_of_the_request(result: Result) -> None:
    assert result.plot("J1.w", size=(4, 3)).get_size_inches().tolist() == [4.0, 3.0]
    for wrong in ((1,), "ab", (0, 1), (float("nan"), 1), 3, (1e9, 1)):
        with pytest.raises(ResultError, match="size="):
            result.plot("J1.w", size=wrong)  # type: ignore[arg-type]
