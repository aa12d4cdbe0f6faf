"""Outcomes are those of single runs, read from their complete results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import studies
from drivetrain.errors import CheckWarning, NameLookupError, UsageError
from drivetrain.simulation.results.result import Result
from tests.studies.models import Flywheel, locking_time

Read = Callable[[Result], Any]
VARY = {"clutch1.peak": [1.0, 1.2], "J1.J": [0.9, 1.1]}


def integral(result: Result, values: Any) -> float:
    return float(np.sum(np.diff(result.time) * (values[1:] + values[:-1]) / 2))


def spent(result: Result, mode: str, value: int) -> float:
    held = result[mode][:-1] == value
    return float(np.sum(np.diff(result.time)[held]))


OUTCOMES: dict[str, tuple[Any, Read]] = {
    "final": (studies.final("J1.w"), lambda r: r.final["J1.w"]),
    "at": (studies.at("J1.w", 0.4321), lambda r: r.at(0.4321)["J1.w"]),
    "min": (studies.minimum("clutch1.tau"), lambda r: r["clutch1.tau"].min()),
    "max": (studies.maximum("J3.w"), lambda r: r["J3.w"].max()),
    "mean": (studies.mean("J1.w"), lambda r: integral(r, r["J1.w"]) / 1.5),
    "rms": (studies.rms("J1.w"), lambda r: np.sqrt(integral(r, r["J1.w"] ** 2) / 1.5)),
    "integral": (studies.integral("J1.w"), lambda r: integral(r, r["J1.w"])),
    "first": (
        studies.first("clutch1.mode", "stuck"),
        lambda r: r.events.times("clutch1.mode", after="stuck")[0],
    ),
    "last": (studies.last("clutch1.mode"), lambda r: r.events.times("clutch1.mode")[-1]),
    "second": (studies.nth("clutch2.mode", n=2), lambda r: r.events.times("clutch2.mode")[1]),
    "before": (
        studies.first("clutch1.mode", before="stuck"),
        lambda r: r.events.times("clutch1.mode", before="stuck")[0],
    ),
    "count": (studies.count("clutch1.mode"), lambda r: len(r.events.times("clutch1.mode"))),
    "stuck": (studies.time_in("clutch2.mode", "stuck"), lambda r: spent(r, "clutch2.mode", 0)),
    "heat": (studies.dissipated("clutch2"), lambda r: r.energy.dissipated_by["clutch2"][-1]),
    "all heat": (studies.dissipated(), lambda r: r.energy.dissipated[-1]),
    "some": (
        studies.dissipated("clutch[12]".replace("[12]", "?")),
        lambda r: r.energy.dissipated[-1],
    ),
    "work": (studies.supplied("torque"), lambda r: r.energy.supplied_by["torque"][-1]),
    "steps": ("stats.steps", lambda r: r.stats.steps),
    "function": (lambda r: r["J2.w"].max(), lambda r: r["J2.w"].max()),
}


@pytest.fixture(scope="module")
def many() -> tuple[Any, list[Result]]:
    compiled = dt.compile(dt.examples.find("CoupledClutches")())
    record = {name: outcome for name, (outcome, _) in OUTCOMES.items()}
    record["peak"] = studies.peak("J3.w")
    record["window"] = studies.maximum("J1.w", between=(0.5, 0.7))
    study = compiled.study(VARY, design=studies.grid(), record=record, interval=0.01)
    result = study.run(progress=False)
    return result, [result.run(run) for run in range(len(study))]


@pytest.mark.parametrize("name", OUTCOMES)
def test_an_outcome_is_that_of_the_single_run(name: str, many: Any) -> None:
    result, runs = many
    expected = [float(OUTCOMES[name][1](run)) for run in runs]
    np.testing.assert_allclose(result[name], expected, rtol=1e-12, atol=1e-13)


def test_a_peak_comes_with_its_instant(many: Any) -> None:
    result, runs = many
    for run, one in enumerate(runs):
        row = np.argmax(np.abs(one["J3.w"]))
        assert result["peak.value"][run] == one["J3.w"][row]
        assert result["peak.time"][run] == one.time[row]
    with pytest.raises(NameLookupError, match=r"peak\.value, peak\.time"):
        result["peak"]


def test_a_window_includes_its_ends(many: Any) -> None:
    result, runs = many
    assert result["window"].tolist() == [run.at(0.5)["J1.w"] for run in runs]


def test_units_are_those_of_the_variables(many: Any) -> None:
    units = many[0].units
    assert units["final"] == "rad/s"
    assert units["integral"] == "rad/s.s"
    assert units["heat"] == units["work"] == "J"
    assert (units["peak.value"], units["peak.time"], units["count"]) == ("rad/s", "s", "1")


def test_the_instant_of_rest_is_exact_and_its_absence_has_a_reason() -> None:
    vary = {"wheel.J": [1.0, 2.0, 4.0]}
    record = {
        "rest": studies.first("bearing.mode", "stuck"),
        "heat": studies.dissipated("bearing"),
        "slid": studies.time_in("bearing.mode", "forward"),
    }
    result = Flywheel().study(vary, design=studies.grid(), record=record).run(progress=False)
    np.testing.assert_allclose(result["rest"][:2], locking_time(np.array([1.0, 2.0]), 2.0))
    assert np.isnan(result["rest"][2])
    assert result.reasons("rest") == {"bearing.mode did not change to stuck": 1}
    assert not len(result.failed)
    np.testing.assert_allclose(result["heat"][:2], [4.5, 9.0], rtol=1e-6)
    np.testing.assert_allclose(result["slid"], [1.5, 3.0, 4.0], rtol=1e-9)


def test_impacts_count_as_losses() -> None:
    model = dt.examples.find("contacts.RigidRatchet")()
    names = list(dt.simulate(model).energy.dissipated_by)
    record = {name: studies.dissipated(name) for name in names}
    parameter = next(iter(dt.compile(model).simulate().parameters))
    value = dt.simulate(model).parameters[parameter]
    study = model.study({parameter: [value]}, design=studies.grid(), record=record)
    result, alone = study.run(progress=False), dt.simulate(model)
    for name in names:
        expected = alone.energy.dissipated_by[name][-1]
        np.testing.assert_allclose(result[name], expected, rtol=1e-9, atol=1e-12)


def test_a_function_may_return_several_numbers_or_fail() -> None:
    def ends(result: Result) -> tuple[float, float]:
        if result.parameters["wheel.J"] > 3:
            raise ValueError("too heavy")
        return float(result.time[0]), float(result.time[-1])

    record = {"ends": studies.function(ends, ["begin", "end"], unit="s")}
    study = Flywheel().study({"wheel.J": [1.0, 2.0, 4.0]}, design=studies.grid(), record=record)
    result = study.run(progress=False)
    assert result["ends.end"][:2].tolist() == [4.0, 4.0]
    assert list(result.failed) == [2]
    assert "too heavy" in result.message(2)
    assert result.failed.kinds == {"outcome 'ends' raised ValueError": 1}


def test_runs_that_end_early_have_no_later_values() -> None:
    vary = {"wheel.J": [1.0]}
    record = {"w": studies.at("wheel.w", 9.0)}
    with pytest.raises(UsageError, match="outside of the runs"):
        Flywheel().study(vary, design=studies.grid(), record=record)


def test_trajectories_are_kept_at_the_output_points() -> None:
    study = Flywheel().study(
        {"wheel.J": [1.0, 2.0]}, design=studies.grid(), keep=["wheel.w"], interval=0.5
    )
    time, values = study.run(progress=False).trajectories("wheel.w")
    np.testing.assert_allclose(time, np.arange(9) * 0.5)
    for row, J in zip(values, (1.0, 2.0), strict=True):
        np.testing.assert_allclose(row, np.maximum(3.0 - 2.0 * time / J, 0.0), atol=1e-9)


@pytest.mark.parametrize(
    "record",
    [
        {"w": studies.first("wheel.w")},
        {"w": 3.0},
        {1: studies.final("wheel.w")},
        {"w": studies.dissipated("wheell")},
        {"w": "stats.stepps"},
        {"w": "energy"},
        {"a.value": studies.final("wheel.w"), "a": studies.peak("wheel.w")},
        "wheel.w",
        {},
    ],
    ids=str,
)
def test_what_is_no_outcome_is_refused(record: Any) -> None:
    with pytest.raises((UsageError, NameLookupError)):
        Flywheel().study({"wheel.J": [1.0]}, design=studies.grid(), record=record)


def test_an_interval_that_nothing_needs_is_refused() -> None:
    with pytest.raises(UsageError, match="interval"):
        Flywheel().study(
            {"wheel.J": [1.0]}, design=studies.grid(), record={"w": studies.final("wheel.w")},
            interval=0.1,
        )  # fmt: skip


def test_a_run_made_again_that_differs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    study = Flywheel().study(
        {"wheel.J": [1.0, 2.0]}, design=studies.grid(), record={"phi": studies.final("wheel.phi")}
    )
    result = study.run(progress=False)
    assert isinstance(result.run(-1), dt.Result)
    result._tally.values[0, 1] += 1e-12
    with pytest.warns(CheckWarning, match="versions or machines differ"):
        result.run(1)


def test_a_function_that_returns_nan_has_no_value_and_a_reason() -> None:
    record = {"x": lambda result: np.nan if result.parameters["wheel.J"] > 1.5 else 1.0}
    study = Flywheel().study({"wheel.J": [1.0, 2.0]}, design=studies.grid(), record=record)
    result = study.run(progress=False)
    assert result.reasons("x") == {"the function returned NaN": 1}
    assert not len(result.failed)


def test_extremes_need_points() -> None:
    """With events only, the extreme between them would be missed without a word."""
    with pytest.raises(UsageError, match=r"maximum\('wheel.w'\) is read at output points"):
        Flywheel().study(
            {"wheel.J": [1.0]}, design=studies.grid(), record={"x": studies.maximum("wheel.w")},
            interval=np.inf,
        )  # fmt: skip
