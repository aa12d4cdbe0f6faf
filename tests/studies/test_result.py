"""Results: tables, failures, runs made again, files, pictures."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import drivetrain as dt
from drivetrain import studies
from drivetrain.errors import DrivetrainError, NameLookupError, ResultError, StudyError, UsageError
from drivetrain.studies import StudyResult
from drivetrain.studies.results.failures import kind_of
from tests.studies.models import Flywheel

RECORD = {"phi": studies.final("wheel.phi"), "rest": studies.first("bearing.mode", "stuck")}


def heavy(result: Any) -> float:
    if result.parameters["wheel.J"] > 2.5:
        raise ValueError(f"{result.parameters['wheel.J']:.3f} kg.m2 is too heavy")
    return 1.0


@pytest.fixture(scope="module")
def result() -> StudyResult:
    vary = {"wheel.J": studies.uniform(1, 3), "wheel.w.start": studies.uniform(2, 3)}
    return Flywheel().study(
        vary, design=studies.latin(60, seed=2), record={**RECORD, "heavy": heavy},
        keep=["wheel.w"], interval=0.1,
    ).run(progress=False)  # fmt: skip


def test_a_table_has_parameters_outcomes_and_what_became_of_each_run(result: StudyResult) -> None:
    table = result.to_pandas()
    expected = ["wheel.J", "wheel.w.start", "phi", "rest", "heavy", "status", "message", "seconds"]
    assert table.columns.tolist() == expected
    assert table.attrs["units"]["phi"] == "rad"
    assert (table["status"] == "failed").sum() == len(result.failed) == 15
    assert table.loc[table["status"] == "failed", "phi"].isna().all()
    assert (table.loc[table["status"] == "done", "message"] == "").all()


def test_failures_are_counted_by_kind_and_region(result: StudyResult) -> None:
    failed = result.failed
    assert failed.kinds == {"outcome 'heavy' raised ValueError": 15}
    region = failed.region()
    assert region["least failed"]["wheel.J"] > 2.5
    assert "15 of 60 runs failed" in repr(failed)
    assert failed.of_kind("outcome 'heavy' raised ValueError") == list(failed)
    assert set(result.reasons("phi")) == {"the run failed"}


def test_messages_of_one_kind_differ_in_numbers_only() -> None:
    one = "clutch1: the step at t = 0.12 s became too small: reduce it"
    other = "clutch1: the step at t = 3.5e-3 s became too small: reduce it"
    assert kind_of(one) == kind_of(other)
    assert kind_of(one) != kind_of("brake: the step at t = 0.12 s became too small")


def test_labels_and_units_for_xarray(result: StudyResult) -> None:
    data = result.to_xarray()
    assert data["phi"].dims == ("run",)
    assert data["wheel.w"].dims == ("run", "time")
    assert data["wheel.J"].attrs["units"] == "kg.m2"
    np.testing.assert_array_equal(data["phi"], result["phi"])


def test_a_table_in_a_file_keeps_units(result: StudyResult, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    path = result.save(tmp_path / "study.parquet")
    back = pd.read_parquet(path)
    np.testing.assert_array_equal(back["phi"], result["phi"])
    assert pq.read_schema(path).field("phi").metadata[b"units"] == b"rad"
    result.save(tmp_path / "study.csv")
    np.testing.assert_allclose(pd.read_csv(tmp_path / "study.csv")["phi"], result["phi"])
    with pytest.raises(ResultError, match="suffix"):
        result.save(tmp_path / "study.xyz")


def test_one_run_is_made_again_in_full(result: StudyResult) -> None:
    run = int(np.flatnonzero(result.finished())[0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = result.run(run)
    assert again.final["wheel.phi"] == result["phi"][run]
    assert again.stats.steps > 0
    with pytest.raises(ResultError, match="60 runs are 0 … 59"):
        result.run(60)


def test_failed_runs_can_be_tried_again(result: StudyResult) -> None:
    again = result.retry(tolerance=1e-8)
    assert len(again.failed) == 15
    assert "made again with tolerance 1e-08" in again.notes[-1]
    done = int(np.flatnonzero(result.finished())[0])
    changed = result.retry([done], tolerance=1e-9)
    assert changed["phi"][done] == pytest.approx(result["phi"][done], rel=1e-6)
    assert result.to_pandas()["status"].value_counts()["failed"] == 15
    with pytest.raises(UsageError, match="tolerance"):
        result.retry(tolerance=3.0)


def test_names_that_do_not_exist_are_refused(result: StudyResult) -> None:
    with pytest.raises(NameLookupError, match="did you mean 'phi'"):
        result["phii"]
    with pytest.raises(NameLookupError, match="were not kept"):
        result.trajectories("wheel.phi")
    with pytest.raises(NameLookupError):
        result.reasons("nothing")
    assert "phi" in result
    assert "nothing" not in result


def test_what_a_prompt_shows(result: StudyResult) -> None:
    assert repr(result) == "<StudyResult of Flywheel: 60 runs, 15 failed>"
    assert "none in 15 runs" in str(result)
    assert result.study is not None
    shown = str(result.study)
    assert "heavy: function(heavy) (in Python, run by run)" in shown
    assert "wheel.J: uniform(1, 3) kg.m2" in shown
    assert result._repr_html_().startswith("<table")
    assert result.failed._repr_html_().startswith("<table")
    assert result.study._repr_html_().startswith("<table")


PICTURES: dict[str, Callable[[StudyResult, Path], Figure]] = {
    "histogram": lambda r, p: r.histogram(path=p),
    "scatter": lambda r, p: r.scatter_matrix(path=p),
    "contours": lambda r, p: r.heat_map("wheel.J", "wheel.w.start", "rest", path=p),
    "parallel": lambda r, p: r.parallel("wheel.J", "phi", "rest", path=p),
    "bands": lambda r, p: r.bands(path=p),
    "failures": lambda r, p: r.failed.plot(path=p),
}


@pytest.mark.parametrize("kind", PICTURES)
def test_pictures_are_drawn(kind: str, result: StudyResult, tmp_path: Path) -> None:
    figure = PICTURES[kind](result, tmp_path / "picture.svg")
    assert figure.axes
    assert (tmp_path / "picture.svg").stat().st_size > 2000


def test_the_map_of_failures_chooses_what_tells_them_apart(result: StudyResult) -> None:
    assert result.failed.plot().axes[0].get_xlabel().startswith("wheel.J")


def test_a_grid_is_drawn_as_cells_and_a_tornado_in_order(tmp_path: Path) -> None:
    model = Flywheel()
    grid = model.study(
        {"wheel.J": [1.0, 2.0, 3.0], "wheel.w.start": [1.0, 2.0]}, design=studies.grid(),
        record=RECORD,
    ).run(progress=False)  # fmt: skip
    mesh: Any = grid.heat_map("wheel.J", "wheel.w.start", "rest").axes[0].collections[0]
    assert mesh.get_array().shape == (2, 3)
    vary = {"wheel.J": studies.uniform(1, 1.1), "wheel.w.start": studies.uniform(1, 2)}
    around = model.study(vary, design=studies.one_at_a_time(), record=RECORD).run(progress=False)
    texts = [one.get_text() for one in around.tornado("rest").axes[0].texts]
    names = [text.strip() for text in texts if "wheel" in text]
    assert names == ["wheel.w.start", "wheel.J"]
    with pytest.raises(StudyError, match="one_at_a_time"):
        grid.tornado("rest")


@pytest.mark.parametrize(
    "draw",
    [
        lambda r: r.histogram("nothing"),
        lambda r: r.histogram(quantiles=[3]),
        lambda r: r.heat_map("wheel.J", "wheel.J.x", "rest"),
        lambda r: r.bands("wheel.phi"),
        lambda r: r.bands(levels=[2]),
        lambda r: r.scatter_matrix(*["phi"] * 11),
        lambda r: r.histogram(path="nowhere/at/all.png"),
    ],
)
def test_pictures_that_cannot_be_drawn_are_refused(
    draw: Callable[[StudyResult], object], result: StudyResult
) -> None:
    with pytest.raises(DrivetrainError):
        draw(result)


def test_suspect_runs_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    study = Flywheel().study({"wheel.J": [1.0, 2.0]}, design=studies.grid(), record=RECORD)
    made = study.run(progress=False)
    made._tally.status[1] = 2
    made._tally.messages[1] = "energy"
    with pytest.warns(dt.CheckWarning, match="1 of 2 runs.*run 1: energy"):
        made.warn()
    assert made.suspect == [1]
    assert made.finished().all()


def test_no_outcome_gets_lost_behind_another_column() -> None:
    """Tables have columns of their own, such as ``status``, and trajectories have names."""
    names = ("status", "message", "seconds", "run", "time", "wheel.J", "wheel.w")
    study = Flywheel().study(
        {"wheel.J": [1.0, 2.0]}, design=studies.grid(), keep=["wheel.w"], interval=1.0,
        record={name: studies.final("wheel.phi") for name in names},
    )  # fmt: skip
    result = study.run(progress=False)
    table, labelled = result.to_pandas(), result.to_xarray()
    for name in names:
        assert table[f"{name} (outcome)"].tolist() == result[name].tolist() or name == "wheel.J"
        assert (
            labelled[f"{name} (outcome)"].values.tolist()
            == labelled["run (outcome)"].values.tolist()
        )
    assert table["wheel.J (outcome)"].tolist() == table["run (outcome)"].tolist()
    assert table["status"].tolist() == ["done", "done"]
    assert labelled["wheel.w"].dims == ("wheel.J", "time")
