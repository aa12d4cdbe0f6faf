"""Files: what is written can be read back with other people's readers."""

from __future__ import annotations

import csv
import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from drivetrain import errors
from drivetrain.errors import ResultError
from drivetrain.files import check_path, write_atomically
from drivetrain.simulation.results import writers
from drivetrain.simulation.results.result import Result, RunStatus
from drivetrain.simulation.results.row_layout import Layout

MakeResult = Callable[..., Result]


def read_csv(path: Path) -> dict[str, list[str]]:
    with path.open(newline="", encoding="utf-8") as file:
        header, *lines = csv.reader(file)
    return dict(zip(header, zip(*lines, strict=True), strict=True))  # type: ignore[arg-type]


def many_columns(n_rows: int, n_names: int, seed: int = 1) -> Result:
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n_rows, n_names + 2))
    rows[:, 0] = np.arange(n_rows) * 1e-3
    rows[:, 1] = 0
    layout = Layout(
        [f"v{i}" for i in range(n_names)],
        np.arange(n_names) + 2,
        np.ones(n_names, dtype=np.int8),
        np.zeros(n_names),
        ["1"] * n_names,
        ["real"] * n_names,
        [""] * n_names,
    )
    return Result(layout, rows, model="Wide", status=RunStatus.DONE)


def test_csv_has_time_and_every_variable_at_every_row(result: Result, tmp_path: Path) -> None:
    table = read_csv(result.save(tmp_path / "run.csv"))
    assert list(table) == ["time", *result.names]
    np.testing.assert_array_equal(np.array(table["time"], float), result.time)
    for name, values in result.items():
        np.testing.assert_array_equal(np.array(table[name], float), values, err_msg=name)


def test_csv_writes_modes_and_truth_values_as_integers(result: Result, tmp_path: Path) -> None:
    table = read_csv(result.save(tmp_path / "run.csv"))
    assert table["clutch.mode"][0] == "2"
    assert table["clutch.locked"][-1] == "1"
    assert table["off.y"][0] == "1"
    assert table["counter.n"][-1] == "-4"


def test_csv_numbers_round_trip(tmp_path: Path) -> None:
    result = many_columns(5, 4)
    special = [0.1 + 0.2, 1e-308, -0.0, 1.7976931348623157e308]
    result.rows[:4, 2] = special
    result.rows[:, 3] = [np.nan, np.inf, -np.inf, 1.0, 1.0]
    table = read_csv(result.save(tmp_path / "run.csv"))
    back = np.array(table["v0"][:4], float)
    np.testing.assert_array_equal(back.view(np.int64), np.array(special).view(np.int64))
    np.testing.assert_array_equal(np.array(table["v1"], float), result["v1"])


def test_csv_in_pieces_is_the_same_file(
    result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = result.save(tmp_path / "whole.csv").read_bytes()
    monkeypatch.setattr("drivetrain.simulation.results.writers.csv._CELLS_AT_ONCE", 30)
    assert result.save(tmp_path / "pieces.csv").read_bytes() == whole


def test_csv_quotes_names_with_a_comma(tmp_path: Path) -> None:
    result = many_columns(2, 1)
    layout = result.layout
    quoted = Layout(
        ["m[0,1].phi"], layout.column, layout.sign, layout.constant, ["rad"], ["real"], [""]
    )
    path = Result(quoted, result.rows, model="M", status=RunStatus.DONE).save(tmp_path / "m.csv")
    assert list(read_csv(path)) == ["time", "m[0,1].phi"]


def test_csv_needs_no_pandas() -> None:
    module = "drivetrain.simulation.results.writers.csv"
    code = f"import sys, {module}; sys.exit('pandas' in sys.modules)"
    environment = os.environ | {"PYTHONPATH": str(Path(errors.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", code], check=False, env=environment)
    assert done.returncode == 0


def test_parquet_keeps_types_units_and_descriptions(result: Result, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(result.save(tmp_path / "run.parquet"))
    assert table.column_names == ["time", *result.names]
    field = table.schema.field("J1.w")
    assert field.metadata == {b"unit": b"rad/s", b"description": b"Angular velocity"}
    assert table.schema.metadata[b"model"] == b"Launch"
    for name, values in result.items():
        back = table[name].to_numpy()
        assert back.dtype == values.dtype
        np.testing.assert_array_equal(back, values)


def test_parquet_without_pyarrow_names_the_extra(
    result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ResultError, match=r"drivetrain\[parquet\]"):
        result.save(tmp_path / "run.parquet")
    assert not list(tmp_path.iterdir())


def test_mat_opens_in_a_viewer_of_modelica_results(result: Result, tmp_path: Path) -> None:
    dymat = pytest.importorskip("DyMat")
    file = dymat.DyMatFile(str(result.save(tmp_path / "run.mat")))
    assert set(file.names()) >= set(result.names)
    for name, values in result.items():
        back = file[name]
        np.testing.assert_array_equal(back, values if len(back) == 10 else values[:2], name)
    assert file.description("J1.w") == "Angular velocity [rad/s]"
    values = "-1: backward, 0: stuck, 1: forward, 2: free, 3: unknown"
    assert file.description("clutch.mode") == f"Mode of friction ({values}) [:#(type=Integer)]"
    assert file.description("off.y") == "Always on [:#(type=Boolean)]"
    assert file["J1.J"].tolist() == [0.2, 0.2]
    assert file.description("J1.J") == "[kg.m2]"
    assert file["clutch.mu_pos[1,1]"].tolist() == [0.3, 0.3]
    assert ("J1.flange_b.tau", -1) in file.sharedData("J1.flange_a.tau")
    np.testing.assert_array_equal(file.abscissa("J1.w", valuesOnly=True), result.time)


def test_mat_is_the_usual_layout(result: Result, tmp_path: Path) -> None:
    io = pytest.importorskip("scipy.io")
    content = io.loadmat(result.save(tmp_path / "run.mat"), chars_as_strings=True)
    assert [line.strip() for line in content["Aclass"]] == ["Atrajectory", "1.1", "", "binTrans"]
    info = content["dataInfo"]
    assert info.shape == (4, 1 + 11 + 5)
    assert info[:, 0].tolist() == [0, 1, 0, -1]
    used = info[1][info[0] == 2]
    assert abs(used).max() == content["data_2"].shape[0] == 8
    assert content["data_1"].shape == (1 + 2 + 5, 2)
    assert content["data_1"][0].tolist() == [0.0, 0.5]


def test_mat_replaces_letters_that_the_format_does_not_know(tmp_path: Path) -> None:
    dymat = pytest.importorskip("DyMat")
    plain = many_columns(2, 1)
    layout = Layout(
        ["a"], plain.layout.column, plain.layout.sign, np.zeros(1), ["rad"], ["real"], ["Winkel φ"]
    )
    result = Result(layout, plain.rows, model="M", status=RunStatus.DONE)
    assert dymat.DyMatFile(str(result.save(tmp_path / "a.mat"))).description("a").startswith("Wink")


def test_a_run_that_recorded_nothing_can_be_saved(result_with: MakeResult, tmp_path: Path) -> None:
    empty = result_with(rows=np.empty((0, 9)))
    for suffix in writers.SUFFIXES:
        assert empty.save(tmp_path / f"run{suffix}").exists()


def test_the_suffix_decides_and_case_does_not_matter(result: Result, tmp_path: Path) -> None:
    assert result.save(str(tmp_path / "RUN.CSV")).exists()
    with pytest.raises(ResultError, match=r"suffix '\.xlsx'; use one of \.csv, \.parquet, \.mat"):
        result.save(tmp_path / "run.xlsx")
    with pytest.raises(ResultError, match="no suffix"):
        result.save(tmp_path / "run")


def test_a_missing_folder_is_named(result: Result, tmp_path: Path) -> None:
    with pytest.raises(ResultError, match=r"there is no folder .*nowhere'; create it"):
        result.save(tmp_path / "nowhere" / "run.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(ResultError, match="it is a folder"):
        result.save(tmp_path / "folder.csv")


def test_a_full_disk_leaves_the_old_file_and_no_other(
    result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.csv"
    path.write_text("old")

    def full(_: Result, unfinished: Path) -> None:
        unfinished.write_text("half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("drivetrain.simulation.results.writers.csv.write", full)
    with pytest.raises(ResultError, match=r"the disk is full.* is unchanged"):
        result.save(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_existing_file_is_replaced_through_links(result: Result, tmp_path: Path) -> None:
    real = tmp_path / "real.csv"
    real.write_text("old")
    link = tmp_path / "link.csv"
    link.symlink_to(real)
    result.save(link)
    assert link.is_symlink()
    assert real.read_text().startswith("time,")


LIMITED = """
import resource, sys
from pathlib import Path
from drivetrain import examples, simulate
from drivetrain.errors import ResultError
from drivetrain.files import check_path, write_atomically
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
result = simulate(examples.find("First")())
for name in sys.argv[1:]:
    try:
        if name.endswith(".png"):
            result.plot("inertia3.w", path=name)
        else:
            result.save(name)
    except ResultError as error:
        print(error)
"""


def test_a_disk_that_takes_no_more(tmp_path: Path) -> None:
    """The system itself refuses beyond 4 kB, whatever library writes."""
    pytest.importorskip("resource")
    pytest.importorskip("pyarrow")
    files = [tmp_path / f"run{suffix}" for suffix in (*writers.SUFFIXES, ".png")]
    for file in files:
        file.write_text("old")
    environment = os.environ | {"PYTHONPATH": str(Path(errors.__file__).parents[1])}
    # Python would not notice that bytecode of what it imports is cut off, which others then read.
    call = [sys.executable, "-B", "-c", LIMITED, *map(str, files)]
    done = subprocess.run(call, check=True, capture_output=True, text=True, env=environment)
    lines = done.stdout.splitlines()
    assert len(lines) == len(files), done.stderr
    for line, file in zip(lines, files, strict=True):
        assert f"cannot write '{file}'" in line
        assert "is unchanged" in line
        assert file.read_text() == "old"
    assert sorted(tmp_path.iterdir()) == sorted(files)


def test_what_is_written_reaches_the_disk_before_it_gets_its_name(
    result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, steps = tmp_path / "run.csv", []
    monkeypatch.setattr(os, "fsync", lambda _: steps.append(path.exists()))
    result.save(path)
    assert steps == [False]


@pytest.mark.skipif(os.name == "nt", reason="no such permissions")
def test_permissions_are_those_of_the_file_before_or_the_usual_ones(
    result: Result, tmp_path: Path
) -> None:
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    usual = tmp_path / "usual"
    usual.write_text("")
    old.write_text("")
    old.chmod(0o640)
    assert result.save(old).stat().st_mode & 0o777 == 0o640
    assert result.save(new).stat().st_mode == usual.stat().st_mode


@pytest.mark.skipif(os.name == "nt", reason="no such permissions")
@pytest.mark.parametrize("suffix", [*writers.SUFFIXES, ".png"])
def test_what_takes_the_place_of_a_secret_file_is_never_open_to_others(
    result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    path, seen = tmp_path / f"run{suffix}", []
    path.write_text("secret")
    path.chmod(0o600)
    with write_atomically(path) as unfinished:
        seen.append(unfinished.stat().st_mode)
        unfinished.write_text("secret")
    monkeypatch.setattr(os, "fsync", lambda file: seen.append(os.stat(file).st_mode))
    if suffix == ".png":
        result.plot("J1.w", path=path)
    else:
        result.save(path)
    assert [oct(mode & 0o777) for mode in [*seen, path.stat().st_mode]] == 3 * [oct(0o600)]


@pytest.mark.skipif(os.name == "nt", reason="no such permissions")
def test_a_file_that_nobody_may_write_to_stays_so(result: Result, tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text("old")
    path.chmod(0o440)
    assert result.save(path).stat().st_mode & 0o777 == 0o440
    assert path.read_text().startswith("time,")


@pytest.mark.skipif(os.name == "nt", reason="no such links")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pipe.csv", "it is not a file"),
        ("astray.csv", "there is no folder '.*nowhere'"),
        ("loop.csv", "it is not a file"),
        ("plain/run.csv", "there is no folder"),
        ("x" * 300 + ".csv", "the name is too long"),
        ("a\0b.csv", "null"),
    ],
)
def test_odd_names_are_refused_before_anything_is_written(
    result: Result, tmp_path: Path, name: str, said: str
) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "astray.csv").symlink_to(tmp_path / "nowhere" / "run.csv")
    (tmp_path / "loop.csv").symlink_to(tmp_path / "loop.csv")
    (tmp_path / "plain").write_text("")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(ResultError, match=said):
        check_path(tmp_path / name, writers.SUFFIXES)
    with pytest.raises(ResultError, match=said):
        result.save(tmp_path / name)
    assert sorted(tmp_path.iterdir()) == before


def test_the_longest_names_can_be_written(result: Result, tmp_path: Path) -> None:
    assert result.save(tmp_path / ("x" * 240 + ".csv")).exists()
