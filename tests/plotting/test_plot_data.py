"""Measured data beside results in one figure."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import drivetrain as dt
from drivetrain.errors import NameLookupError, ResultError, UnitError
from drivetrain.simulation.results.result import Result


@pytest.fixture
def run(result: Result) -> Result:
    return result


def test_data_have_their_own_time_and_the_unit_of_the_run(run: Result) -> None:
    data = pd.DataFrame({"t [ms]": [0.0, 250.0, 500.0], "J1.w [rpm]": [60.0, 30.0, 0.0]})
    figure = dt.plot({"run": run, "bench": data}, "J1.w")
    (axes,) = figure.axes
    simulated, measured = axes.get_lines()
    assert measured.get_label() == "J1.w, bench"
    np.testing.assert_allclose(measured.get_xdata(), [0.0, 0.25, 0.5])
    np.testing.assert_allclose(measured.get_ydata(), [2 * np.pi, np.pi, 0.0])
    np.testing.assert_array_equal(simulated.get_ydata(), run["J1.w"])
    assert axes.get_ylabel() == "rad/s"
    assert axes.get_title(loc="left") == "Launch"


def test_data_contribute_what_they_have(run: Result) -> None:
    data = pd.DataFrame({"J1.w": [9.0, 5.0]}, index=pd.Index([0.0, 0.5], name="time"))
    figure = dt.plot({"run": run, "bench": data}, "J*.w", "clutch.mode")
    labels = [line.get_label() for line in figure.axes[0].get_lines()]
    assert labels == ["J1.w, run", "J1.w, bench", "J2.w, run"]


def test_data_that_do_not_fit_are_refused(run: Result) -> None:
    data = pd.DataFrame({"time": [0.0, 0.5], "J1.w [kg]": [9.0, 5.0]})
    with pytest.raises(UnitError, match="'kg' cannot be converted to 'rad/s'"):
        dt.plot({"run": run, "bench": data}, "J1.w")
    with pytest.raises(NameLookupError, match=r"no variable 'J2\.w'"):
        dt.plot({"run": run, "bench": data.set_axis(["time", "J1.w"], axis=1)}, "J2.w")
    with pytest.raises(ResultError, match="a table needs its time"):
        dt.plot({"run": run, "bench": data.drop(columns="time")}, "J1.w")
    with pytest.raises(ResultError, match="3 is not a result; draw what"):
        dt.plot({"run": 3}, "J1.w")  # type: ignore[dict-item]
