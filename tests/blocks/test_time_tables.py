"""Tables in time against interpolation by hand, and when they raise events."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import Akima1DInterpolator

from drivetrain import blocks as b
from drivetrain import simulate
from drivetrain.errors import DrivetrainError, TableError
from drivetrain.modeling import Model
from tests.blocks.building import lefts, rights, run

JUMPING = [[0, 0], [1, 2], [1, 4], [2, 3], [2.5, 3], [2.5, 0]]


def event_times(result):
    """Return the instants that were recorded twice."""
    return sorted(set(result.time[1:][np.diff(result.time) == 0]))


def test_time_table_with_jumps():
    result = run(b.TimeTable(table=JUMPING, offset=1.0), 4.0)
    time, y = rights(result, "source.y")
    xs, ys = [0, 1 - 1e-12, 1, 2, 2.5 - 1e-12, 2.5, 9], [0, 2, 4, 3, 3, 0, 0]
    np.testing.assert_allclose(y, 1 + np.interp(time, xs, ys), atol=1e-10)
    assert event_times(result) == [1.0, 2.0, 2.5]
    assert result.stats.state_events == 0
    at = result.time == 1.0
    assert list(result["source.y"][at]) == [3.0, 5.0]


def test_time_table_goes_on_with_its_last_line():
    time, y = rights(run(b.TimeTable(table=[[0, 0], [1, 1], [2, 3]]), 4.0), "source.y")
    np.testing.assert_allclose(y, np.where(time < 1, time, 1 + 2 * (time - 1)), atol=1e-12)


def test_shift_scale_offset_and_start_of_a_time_table():
    source = b.TimeTable(
        table=[[0, 0], [1, 10], [2, 0]], time_scale=0.5, start_time=0.75, shift_time=0.5, offset=-1
    )
    result = run(source, 2.0)
    time, y = rights(result, "source.y")
    x = (time - 0.5) / 0.5
    expected = -1 + np.where(time < 0.75, 0, np.where(x < 1, 10 * x, 10 - 10 * (x - 1)))
    np.testing.assert_allclose(y, expected, atol=1e-10)
    assert event_times(result) == [0.5, 0.75, 1.0, 1.5]


def test_one_row_is_a_constant():
    _, y = rights(run(b.TimeTable(table=[[5, 2]]), 1.0), "source.y")
    assert set(y) == {2.0}
    result = run(b.CombiTimeTable(table=[[5, 2, 3]], offset=1.0), 1.0)
    assert set(result["source.y[0]"]) == {3.0}
    assert set(result["source.y[1]"]) == {4.0}


@pytest.mark.parametrize(
    ("table", "message"),
    [((), "at least one row"), ([[1, 0], [2, 1]], "has to be 0"), ([[0, 0], [-1, 1]], "increase")],
)
def test_time_tables_without_meaning(table, message):
    with pytest.raises(DrivetrainError, match=message):
        run(b.TimeTable(table=table), 1.0)


ROWS = [[0.0, 1.0, 0.0], [1.0, 3.0, 5.0], [1.5, 2.0, 5.0], [3.0, 4.0, -1.0]]


def steps(x, grid, values):
    return np.array(values)[np.clip(np.searchsorted(grid, x, side="right") - 1, 0, None)]


def outside(x, grid, values, kind):
    """Extrapolate left and right of a grid; NaN inside."""
    if kind == "hold_last_point":
        slopes = 0.0, 0.0
    else:
        slopes = (
            (values[1] - values[0]) / (grid[1] - grid[0]),
            (values[-1] - values[-2]) / (grid[-1] - grid[-2]),
        )
    left = values[0] + slopes[0] * (x - grid[0])
    right = values[-1] + slopes[1] * (x - grid[-1])
    return np.where(x < grid[0], left, np.where(x >= grid[-1], right, np.nan))


@pytest.mark.parametrize("smoothness", ["linear_segments", "constant_segments"])
@pytest.mark.parametrize("extrapolation", ["hold_last_point", "last_two_points", "periodic"])
@pytest.mark.parametrize("events", ["always", "at_discontinuities", "no_time_events"])
def test_segments_of_a_combi_time_table(smoothness, extrapolation, events):
    source = b.CombiTimeTable(
        table=ROWS,
        smoothness=smoothness,
        extrapolation=extrapolation,
        time_events=events,
        shift_time=1.0,
        offset=[0.0, 10.0],
    )
    result = run(source, 8.0, interval=0.0625)
    grid = [row[0] for row in ROWS]
    for k in (1, 2):
        values = [row[k] for row in ROWS]
        time, y = rights(result, f"source.y[{k - 1}]")
        x = time - 1.0
        if extrapolation == "periodic":
            x = np.mod(x, 3.0)
            wild = np.full_like(x, np.nan)
        else:
            wild = outside(x, grid, values, extrapolation)
        inside = np.interp(x, grid, values)
        if smoothness == "constant_segments":
            inside = steps(x, grid, values)
        expected = np.where(np.isnan(wild), inside, wild) + (10.0 if k == 2 else 0.0)
        np.testing.assert_allclose(y, expected, atol=1e-10)
    assert result.stats.state_events == 0
    inner = events == "always" or smoothness == "constant_segments"
    if extrapolation != "periodic":
        assert event_times(result) == ([1.0, 2.0, 2.5, 4.0] if inner else [1.0, 4.0])
    elif inner:
        assert event_times(result) == [1.0, 2.0, 2.5, 4.0, 5.0, 5.5, 7.0, 8.0]
    else:
        assert event_times(result) == [1.0, 4.0, 7.0]


def test_left_limits_of_a_periodic_table():
    result = run(b.CombiTimeTable(table=[[0, 0], [0.3, 3]], extrapolation="periodic"), 2.0)
    time, y = lefts(result, "source.y[0]")
    ends = np.isclose(np.mod(time + 1e-9, 0.3), 0, atol=2e-9) & (time > 0.1)
    np.testing.assert_allclose(y[ends], 3.0, atol=1e-9)
    assert ends.sum() == 6


def test_events_at_discontinuities_only():
    result = run(b.CombiTimeTable(table=JUMPING, time_events="at_discontinuities"), 2.4)
    assert event_times(result) == [1.0]
    time, y = rights(result, "source.y[0]")
    xs, ys = [0, 1 - 1e-12, 1, 2, 2.5], [0, 2, 4, 3, 3]
    np.testing.assert_allclose(y, np.interp(time, xs, ys), atol=1e-10)


def test_no_events_inside_but_jumps_all_the_same():
    result = run(b.CombiTimeTable(table=JUMPING, time_events="no_time_events"), 2.4)
    assert event_times(result) == []
    assert result["source.y[0]"][result.time == 1.0][0] == 4.0


SMOOTH = np.array([[0, 0], [1, 1], [2, 0.5], [3, 2], [5, 1], [6, 1]], dtype=float)


def test_akima_in_time_has_events_at_its_ends_only():
    source = b.CombiTimeTable(table=SMOOTH, smoothness="continuous_derivative", shift_time=0.5)
    result = run(source, 8.0)
    time, y = rights(result, "source.y[0]")
    inside = (time >= 0.5) & (time <= 6.5)
    akima = Akima1DInterpolator(SMOOTH[:, 0], SMOOTH[:, 1])
    np.testing.assert_allclose(y[inside], akima(time[inside] - 0.5), atol=1e-12)
    slope = float(akima(6.0 - 1e-12, 1))
    np.testing.assert_allclose(y[time > 6.5], 1 + slope * (time[time > 6.5] - 6.5), atol=1e-9)
    assert event_times(result) == [0.5, 6.5]


def test_periodic_akima():
    source = b.CombiTimeTable(
        table=SMOOTH, smoothness="continuous_derivative", extrapolation="periodic"
    )
    time, y = rights(run(source, 14.0), "source.y[0]")
    akima = Akima1DInterpolator(SMOOTH[:, 0], SMOOTH[:, 1])
    np.testing.assert_allclose(y, akima(np.mod(time, 6.0)), atol=1e-12)


def test_a_table_that_must_not_be_left():
    class Short(Model):
        source = b.CombiTimeTable(table=[[0, 0], [1, 1]], extrapolation="no_extrapolation")

    simulate(Short(), stop_time=1.0)
    with pytest.raises(DrivetrainError, match="outside the table"):
        simulate(Short(), stop_time=1.1)


def test_columns_are_chosen_by_number():
    result = run(b.CombiTimeTable(table=ROWS, columns=[3, 3, 2]), 1.0)
    assert [result[f"source.y[{k}]"][-1] for k in range(3)] == [5.0, 5.0, 3.0]
    with pytest.raises(DrivetrainError, match="column 4"):
        run(b.CombiTimeTable(table=ROWS, columns=[4]), 1.0)


def test_a_run_may_start_in_the_middle_of_a_table():
    for start in (0.7, 1.0, 4.0, 5.2):
        source = b.CombiTimeTable(table=ROWS, extrapolation="periodic", start_time=-1e9,
                                  shift_time=0.1)  # fmt: skip
        result = run(source, 9.0, start_time=start, interval=0.05)
        time, y = rights(result, "source.y[0]")
        x = np.mod(time - 0.1 + 1e-12, 3.0)
        values = np.interp(x, [0, 1, 1.5, 3], [1, 3, 2, 4])
        np.testing.assert_allclose(y, values, atol=1e-9)


@pytest.mark.parametrize("kind", ["csv", "txt", "mat"])
def test_tables_from_files(tmp_path, kind):
    file = tmp_path / f"table.{kind}"
    if kind == "csv":
        file.write_text("time;y1;y2\n" + "\n".join(";".join(map(str, row)) for row in ROWS))
    elif kind == "txt":
        rows = "\n".join(" ".join(map(str, row)) for row in ROWS)
        other = "double other(1,2)\n1 2\n"
        file.write_text(f"#1\n# two tables\n{other}double wanted(4,3) # rows\n{rows}\n")
    else:
        from scipy.io import savemat

        savemat(file, {"wanted": np.array(ROWS)})
    source = b.CombiTimeTable(
        file_name=str(file), table_name="wanted", delimiter=";", n_header_lines=1
    )
    time, y = rights(run(source, 2.9), "source.y[1]")
    np.testing.assert_allclose(y, np.interp(time, [0, 1, 1.5, 3], [0, 5, 5, -1]), atol=1e-12)


def test_a_file_is_read_anew_for_each_run(tmp_path):
    file = tmp_path / "table.csv"
    model = type("FromFile", (Model,), {"source": b.CombiTimeTable(file_name=str(file))})
    for value in (1.0, 2.0):
        file.write_text(f"0,{value}\n1,{value}\n")
        assert simulate(model(), stop_time=0.5)["source.y[0]"][-1] == value


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(TableError, match="does not exist"):
        run(b.CombiTimeTable(file_name=str(tmp_path / "none.csv")), 1.0)
    text = tmp_path / "table.txt"
    text.write_text("#1\ndouble wanted(1,2)\n0 1\n")
    with pytest.raises(TableError, match=r"has no table 'wnated'.*wanted"):
        run(b.CombiTimeTable(file_name=str(text), table_name="wnated"), 1.0)


def test_boolean_table():
    result = run(b.BooleanTable(table=[0.5, 1.0, 2.5]), 3.0)
    time, y = rights(result, "source.y")
    np.testing.assert_array_equal(y, ((time >= 0.5) & (time < 1)) | (time >= 2.5))
    assert result.stats.state_events == 0
    _, y = rights(run(b.BooleanTable(table=[0.5], start_value=True), 1.0), "source.y")
    np.testing.assert_array_equal(y, _ < 0.5)


def test_periodic_boolean_table():
    source = b.BooleanTable(table=[0.0, 0.5, 0.75], extrapolation="periodic")
    time, y = rights(run(source, 3.0), "source.y")
    np.testing.assert_array_equal(y, np.mod(time + 1e-9, 0.75) < 0.5)


def test_integer_table():
    source = b.IntegerTable(table=[[0.5, 3], [1, -2], [2, 7]], start_time=0.25)
    result = run(source, 3.0)
    time, y = rights(result, "source.y")
    expected = np.where(time < 0.25, 0, np.where(time < 1, 3, np.where(time < 2, -2, 7)))
    np.testing.assert_array_equal(y, expected)
    assert result.stats.state_events == 0
