"""Result files are read back: those of the package, and those of Modelica tools."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.io import savemat

import drivetrain as dt
from drivetrain.errors import NameLookupError, ResultError
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.simulation.results.result import Result, RunStatus


@pytest.fixture(scope="module")
def run() -> Result:
    return dt.simulate(CoupledClutches())


@pytest.mark.parametrize("suffix", ["csv", "parquet", "mat"])
def test_values_come_back_to_the_last_bit(run: Result, suffix: str, tmp_path: Path) -> None:
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    loaded = Result.load(run.save(tmp_path / f"run.{suffix}"))
    assert list(loaded) == list(run)
    np.testing.assert_array_equal(loaded.time, run.time)
    for name, values in run.items():
        np.testing.assert_array_equal(loaded[name], values, err_msg=name)
    assert loaded.events.times().tolist() == run.events.times().tolist()


@pytest.mark.parametrize("suffix", ["parquet", "mat"])
def test_units_types_events_and_parameters_come_back(
    run: Result, suffix: str, tmp_path: Path
) -> None:
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    loaded = Result.load(run.save(tmp_path / f"run.{suffix}"))
    assert dict(loaded.units) == dict(run.units)
    assert [loaded[name].dtype for name in run] == [run[name].dtype for name in run]
    assert loaded.events.text() == run.events.text()
    assert loaded.model == run.model == "CoupledClutches"
    assert loaded.status is RunStatus.DONE
    given = dict(run.parameters)
    assert {name: loaded.parameters[name] for name in given} == given
    assert loaded.descriptions["J1.w"] == run.descriptions["J1.w"]


def test_parquet_keeps_kinds_of_events_and_tables(run: Result, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    loaded = Result.load(run.save(tmp_path / "run.parquet"))
    assert [e.kind for e in loaded.events] == [e.kind for e in run.events]
    np.testing.assert_array_equal(
        loaded.parameters["clutch1.mu_pos"], run.parameters["clutch1.mu_pos"]
    )


def test_text_can_have_units(run: Result, tmp_path: Path) -> None:
    path = run.save(tmp_path / "run.csv", "J1.w", "clutch1.mode", header_units=True)
    assert path.read_text().splitlines()[0] == "time [s],J1.w [rad/s],clutch1.mode"
    loaded = Result.load(path)
    assert dict(loaded.units) == {"J1.w": "rad/s", "clutch1.mode": ""}
    np.testing.assert_array_equal(loaded["J1.w"], run["J1.w"])
    assert loaded["clutch1.mode"].dtype == np.int64


def test_what_is_not_in_files_is_refused_as_such(run: Result, tmp_path: Path) -> None:
    loaded = Result.load(run.save(tmp_path / "run.mat", "J1.w"))
    for what, told in (("stats", "no statistics"), ("energy", "no energy audit")):
        with pytest.raises(ResultError, match=rf"read from '.*run\.mat', which has {told}"):
            getattr(loaded, what)
    with pytest.raises(ResultError, match=r"run\.mat' without a certificate"):
        _ = loaded.check


def letters(texts: list[str]) -> np.ndarray[Any, Any]:
    """Return texts as scipy writes a matrix of letters, one row each."""
    return np.array([text.ljust(max(map(len, texts))) for text in texts])


def modelica_file(path: Path, form: str) -> Path:
    """Write a file as a Modelica tool does; numbers by hand, no code of the package."""
    names = ["time", "J1.w", "J1.J", "clutch1.startForward", "J1.flange_b.tau", "disc[1].w"]
    described = [
        "Simulation time [s]",
        "Speed [rad/s|rev/min]",
        "Inertia [kg.m2]",
        "= true, if sliding forward [:#(type=Boolean)]",
        "Cut torque [N.m]",
        "Speed [rad/s]",
    ]
    info = np.array(
        [[0, 1, 0, -1], [2, 2, 0, -1], [1, 2, 0, 0], [2, 3, 0, -1], [2, -4, 0, -1], [2, 2, 0, -1]],
        dtype=np.int32,
    )
    constants = np.array([[0.0, 0.2], [3.5, 3.5]])  # time, J1.J
    rows = np.array(
        [
            [0.0, 0.1, 0.1, 0.1, 0.2],
            [1.0, 2.0, 2.0, 2.0, 3.0],
            [0, 0, 0, 1, 1],
            [-5.0, -5.0, -5.0, -7.0, -7.0],
        ]
    )
    flip = form == "binTrans"
    text = {"name": names, "description": described}
    matrices: dict[str, Any] = {"Aclass": letters(["Atrajectory", "1.1", "", form])}
    for key, texts in text.items():
        matrix = np.array([list(row) for row in letters(texts)])
        matrices[key] = np.ascontiguousarray(matrix.T) if flip else matrix
    matrices["dataInfo"] = info.T if flip else info
    matrices["data_1"] = constants if flip else constants.T
    matrices["data_2"] = rows if flip else rows.T
    savemat(path, matrices, format="4")
    return path


@pytest.mark.parametrize("form", ["binTrans", "binNormal"])
def test_files_of_modelica_tools_are_read(form: str, tmp_path: Path) -> None:
    loaded = Result.load(modelica_file(tmp_path / "Launch_res.mat", form))
    assert loaded.model == "Launch_res"
    assert loaded.time.tolist() == [0.0, 0.1, 0.1, 0.1, 0.2]
    assert loaded["J1.w"].tolist() == [1.0, 2.0, 2.0, 2.0, 3.0]
    assert loaded["J1.flange_b.tau"].tolist() == [5.0, 5.0, 5.0, 7.0, 7.0]
    assert (loaded.units["J1.w"], loaded.descriptions["J1.w"]) == ("rad/s", "Speed")
    assert loaded.parameters["J1.J"] == 3.5
    assert loaded.parameter_units["J1.J"] == "kg.m2"
    assert loaded["J1.J"].tolist() == [3.5] * 5
    assert loaded["clutch1.startForward"].tolist() == [False, False, False, True, True]
    assert [str(event) for event in loaded.events] == [
        "t = 0.10000 s  clutch1.startForward: false → true"
    ]


def test_variables_of_modelica_are_found_by_both_names(tmp_path: Path) -> None:
    loaded = Result.load(modelica_file(tmp_path / "run.mat", "binTrans"))
    own, other = "clutch1.startForward", "clutch1.start_forward"
    assert loaded[other].tolist() == loaded[own].tolist()
    assert other in loaded
    assert loaded.match("*.start_*") == loaded.match("*.start*") == [own]
    assert loaded.select(other).names == [own]
    with pytest.raises(NameLookupError, match=r"no variable 'disc\[0\]\.w'"):
        loaded["disc[0].w"]


def test_text_of_openmodelica(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text('"time","J1.w","der(J1.w)","clutch.startForward"\n0,1,2.5,0\n1,2,2.5,1\n')
    loaded = Result.load(path)
    assert loaded.names == ["J1.w", "der(J1.w)", "clutch.startForward"]
    assert loaded["J1.w"].dtype == np.float64  # whole numbers do not make it an integer there
    assert loaded["clutch.start_forward"].tolist() == [0.0, 1.0]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.csv", "t,x\n0,1\n1,\n0.5,2\n", r"time decreases from 1 s in row 2 to 0\.5 s"),
        ("a.csv", "x,y\n0,1\n", r"no column 'time'; there are \['x', 'y'\]"),
        ("a.csv", "time,x\n0,1\n1,abc\n", r"column 'x' holds 'abc', which is no number"),
        ("a.csv", "time;x\n0;1,5\n", r"'1,5', which is no number; write .* a decimal point"),
        ("a.csv", "time,x,x\n0,1,2\n", r"the name 'x' occurs twice"),
        ("a.csv", "time [rad],x\n0,1\n", r"the time is in 'rad'"),
        ("a.csv", "", r"a\.csv"),
        ("a.mat", "no matrix", r"cannot read '.*a\.mat'"),
        ("a.parquet", "no table", r"cannot read '.*a\.parquet'"),
        ("a.txt", "", r"the suffix '\.txt'; results are read from \.csv, \.parquet, \.mat"),
    ],
)
def test_what_cannot_be_read_is_refused(name: str, text: str, told: str, tmp_path: Path) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    (tmp_path / name).write_text(text)
    with pytest.raises(ResultError, match=told):
        Result.load(tmp_path / name)


def test_a_matrix_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    savemat(tmp_path / "a.mat", {"x": np.eye(2)})
    with pytest.raises(ResultError, match="no result of a Modelica tool: there is no matrix"):
        Result.load(tmp_path / "a.mat")


def test_a_missing_file_is_answered_with_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "launch.csv").write_text("time\n0\n")
    with pytest.raises(ResultError, match=r"there is no file .*; did you mean 'launch\.csv'"):
        Result.load(tmp_path / "lunch.csv")
    with pytest.raises(ResultError, match="is not the name of a file"):
        Result.load(3)  # type: ignore[arg-type]


def test_a_misspelt_argument_is_answered_with_the_right_one() -> None:
    told = r"Result\.load has no argument 'pth'; did you mean 'path'\?; it takes path$"
    with pytest.raises(dt.DrivetrainError, match=told):
        Result.load(pth="run.csv")  # type: ignore[call-arg]
