"""Comparison of results with each other and with data, against deviations known beforehand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import drivetrain as dt
from drivetrain.errors import NameLookupError, ResultError, UnitError, UsageError
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.simulation.results.result import Result


def table(time: list[float], **columns: list[float]) -> Result:
    return Result.from_pandas(pd.DataFrame({"time": time, **columns}))


def test_largest_deviation_where_and_mean_square() -> None:
    time = np.linspace(0.0, 2.0, 201)
    one = Result.from_pandas(pd.DataFrame({"time": time, "x": np.sin(time) + 0.1 * time}))
    other = Result.from_pandas(pd.DataFrame({"time": time, "x": np.sin(time)}))
    found = one.compare(other)["x"]
    assert found.largest == pytest.approx(0.2)
    assert found.at == 2.0
    assert found.relative == pytest.approx(0.2 / np.sin(time).max())
    assert found.rms == pytest.approx(0.1 * np.sqrt(4 / 3), rel=1e-4)  # of 0.1 t over 0 … 2
    assert found.values == (pytest.approx(np.sin(2) + 0.2), pytest.approx(np.sin(2)))


def test_the_points_of_the_one_with_fewer_count() -> None:
    one = table([0.0, 1.0, 2.0], x=[0.0, 1.0, 4.0])
    fine = np.linspace(0, 2, 21)
    other = table(fine.tolist(), x=(fine**2).tolist())
    assert one.compare(other)["x"].largest == 0.0
    assert other.compare(one)["x"].largest == 0.0


def test_events_close_together_are_the_same_one() -> None:
    one = table([0.0, 1.0, 1.0, 3.0], x=[0.0, 0.0, 5.0, 5.0])
    other = table([0.0, 1.001, 1.001, 3.0], x=[0.0, 0.0, 5.0, 5.0])
    found = one.compare(other)
    assert found["x"].largest == 0.0
    assert found.event_shifts == pytest.approx([-0.001])
    assert found.events_alone == 0
    apart = one.compare(other, event_window=1e-4)
    assert apart["x"].largest == 5.0
    assert apart.events_alone == 2


def test_the_jump_itself_is_compared_on_both_sides() -> None:
    one = table([0.0, 1.0, 1.0, 3.0], x=[0.0, 0.0, 5.0, 5.0])
    other = table([0.0, 1.0, 1.0, 3.0], x=[0.0, 1.0, 5.5, 5.0])
    found = one.compare(other)["x"]
    assert (found.largest, found.at) == (1.0, 1.0)


def test_data_at_an_event_belong_to_the_nearer_side() -> None:
    run = table([0.0, 1.0, 1.0, 2.0], x=[0.0, 0.0, 5.0, 5.0])
    for measured in (0.0, 5.0):
        data = pd.DataFrame({"time": [0.5, 1.0, 1.5], "x": [0.0, measured, 5.0]})
        assert run.compare(data)["x"].largest == 0.0


def test_units_are_converted() -> None:
    run = Result.from_pandas(pd.DataFrame({"time": [0.0, 1.0], "w [rad/s]": [0.0, 10.0]}))
    data = pd.DataFrame({"t [ms]": [0.0, 1000.0], "w [rpm]": [0.0, 60.0]})
    found = dt.compare(run, data)["w"]
    assert found.unit == "rad/s"
    assert found.values[1] == pytest.approx(2 * np.pi)
    with pytest.raises(UnitError, match="w: 'kg' cannot be converted to 'rad/s'"):
        dt.compare(run, data.rename(columns={"w [rpm]": "w [kg]"}))


def test_two_runs_of_a_model() -> None:
    clutches = dt.compile(CoupledClutches())
    one, other = clutches.simulate(), clutches.simulate(tolerance=1e-9)
    found = one.compare(other)
    assert len(found) == len(one)
    assert len(found.event_shifts) == 9
    assert np.abs(found.event_shifts).max() < 1e-6
    assert found.largest_relative < 1e-5
    assert found["clutch1.mode"].largest == 0.0
    text = repr(found)
    assert text.startswith("<comparison of CoupledClutches with CoupledClutches, 0 s … 1.5 s: 109 ")
    assert "9 common events" in text
    assert "… and 99 more" in text
    assert list(found.to_pandas().columns)[:3] == ["unit", "largest", "at"]


def test_a_run_against_the_file_of_a_modelica_tool(tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text('"time","J1.w","clutch1.startForward"\n0,10,0\n1.5,3.25,0\n')
    run, other = dt.simulate(CoupledClutches()), Result.load(path)
    found = run.compare(other, "J1.w", "clutch1.start_forward")
    assert found["J1.w"].largest == abs(run["J1.w"][-1] - 3.25)
    assert list(other.compare(run)) == ["J1.w", "clutch1.startForward"]


def test_arrays_begin_at_one_in_such_a_file(tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text('"time","disc[1].w","disc[2].w"\n0,1,2\n1,1,2\n')
    other = Result.load(path)
    own = Result.from_pandas(
        pd.DataFrame({"time": [0.0, 1.0], "disc[0].w": [1.0, 1.0], "disc[1].w": [2.0, 2.0]})
    )
    assert own.compare(other).largest_relative == 0.0
    assert list(other.compare(own)) == ["disc[1].w", "disc[2].w"]


def test_what_cannot_be_compared_is_refused(result_with: Callable[..., Result]) -> None:
    run = result_with()
    data = pd.DataFrame({"time": [0.0, 0.1], "J1.w": [1.0, 1.0]})
    with pytest.raises(ResultError, match="compare results of simulate"):
        dt.compare(run, 3)  # type: ignore[arg-type]
    with pytest.raises(NameLookupError, match=r"'J2\.w'; did you mean 'J1\.w'"):
        run.compare(data, "J2.w")
    with pytest.raises(ResultError, match="no signal in common"):
        run.compare(data.rename(columns={"J1.w": "other"}))
    with pytest.raises(ResultError, match=r"no time in common: 0 s … 0\.5 s and 7 s … 8 s"):
        run.compare(pd.DataFrame({"time": [7.0, 8.0], "J1.w": [1.0, 1.0]}))
    with pytest.raises(ResultError, match="a table needs its time"):
        run.compare(data.drop(columns="time"))
    with pytest.raises(UsageError, match="event_window=-1"):
        run.compare(data, event_window=-1)
    with pytest.raises(NameLookupError, match="'J1' was not compared; did you mean"):
        run.compare(data)["J1"]


def test_missing_values_of_data_are_left_out() -> None:
    run = table([0.0, 1.0, 2.0], x=[1.0, 1.0, 1.0], y=[1.0, 1.0, 1.0])
    data = pd.DataFrame(
        {"time": [0.0, 1.0, 2.0], "x": [1.0, np.nan, 1.5], "y": [np.nan, np.nan, np.nan]}
    )
    found = run.compare(data)
    assert found["x"].largest == 0.5
    assert np.isnan(found["y"].largest)
