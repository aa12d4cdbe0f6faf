"""What a page draws of a run, and the script that makes it again."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import drivetrain as dt
from drivetrain.errors import ResultError, UsageError
from drivetrain.studio.export.exporting import KINDS, exported
from drivetrain.studio.export.script import script
from drivetrain.studio.model.loaded_model import load
from drivetrain.studio.model.parameters import slider_range
from drivetrain.studio.model.places import expanded
from drivetrain.studio.runs.decimation import drawn_rows
from drivetrain.studio.runs.run_message import run_message
from drivetrain.studio.runs.studio_run import Setting, StudioRun, perform
from drivetrain.studio.runs.timeline import mode_rows


class Example:
    """An example of the package as a source."""

    file = None
    import_line = ""
    is_class = True

    def __init__(self, label: str) -> None:
        self.label = label
        self.expression = f'dt.examples.find("{label}")'

    def load(self) -> Any:
        return dt.examples.find(self.label)

    def watched(self) -> list[Path]:
        return []


def run(label: str, stop_time: float | None = None, **parameters: Any) -> StudioRun:
    loaded = load(Example(label), 1, {})
    given = {name.replace("__", "."): value for name, value in parameters.items()}
    setting = Setting(given, {}, stop_time)
    return perform(loaded, setting, "run 1", lambda *_: None, threading.Event())


def decoded(message: bytes) -> tuple[dict[str, Any], Any, list[Any]]:
    (length,) = struct.unpack("<I", message[:4])
    head = json.loads(message[4 : 4 + length])
    n, at = head["rows"], 4 + length
    time = np.frombuffer(message, "<f8", n, at)
    columns = [
        np.frombuffer(message, "<f4", n, at + 8 * n + 4 * n * k) for k in range(len(head["names"]))
    ]
    assert len(message) == at + 8 * n + 4 * n * len(columns)
    return head, time, columns


def test_a_message_holds_exact_times_and_the_curves() -> None:
    made = run("CoupledClutches")
    assert made.result is not None
    head, time, columns = decoded(run_message(made, ["J1.w", "none", "clutch1.mode"], {"x": 1}))
    assert (head["names"], head["kinds"], head["x"]) == (
        ["J1.w", "clutch1.mode"], ["real", "integer"], 1,
    )  # fmt: skip
    assert np.array_equal(time, made.result.time)
    assert np.array_equal(columns[0], made.result["J1.w"].astype(np.float32))
    assert np.array_equal(columns[1], made.result["clutch1.mode"].astype(np.float32))


def test_a_part_of_a_run_reaches_just_beyond_the_edges() -> None:
    made = run("CoupledClutches")
    _, time, _ = decoded(run_message(made, ["J1.w"], {}, (0.5, 0.6)))
    assert time[0] < 0.5 <= time[1]
    assert time[-2] <= 0.6 < time[-1]


@given(st.integers(1, 5), st.integers(200, 3000), st.integers(0, 2**32 - 1))
def test_thinned_curves_keep_extremes_and_events(curves: int, most: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    time = np.sort(rng.uniform(size=20_000))
    events = rng.choice(19_999, 20, replace=False)
    time[events + 1] = time[events]
    time = np.sort(time)
    columns = [rng.normal(size=len(time)).cumsum() for _ in range(curves)]
    rows = drawn_rows(time, columns, most)
    assert np.array_equal(rows, np.unique(rows))
    assert (rows[0], rows[-1]) == (0, len(time) - 1)
    for column in columns:
        assert column[rows].max() == column.max()
        assert column[rows].min() == column.min()
    left = np.flatnonzero(time[1:] == time[:-1])
    assert np.isin(left, rows).all()
    assert np.isin(left + 1, rows).all()
    assert len(rows) <= most + 2 * len(left) + 2 * curves + 4


def test_thinning_a_million_points_is_quick() -> None:
    time_axis = np.linspace(0.0, 1.0, 1_000_000)
    columns = [np.sin(1e3 * time_axis), np.cos(1e3 * time_axis)]
    begin = time.process_time()
    drawn_rows(time_axis, columns, 20_000)
    assert time.process_time() - begin < 0.5


def test_modes_begin_where_they_change() -> None:
    result = run("CoupledClutches").result
    assert result is not None
    row = mode_rows(result)[0]
    assert row["name"] == "clutch1.mode"
    changes = result.events.times("clutch1.mode")
    assert row["times"] == [0.0, *changes[changes > 0.0]]


@pytest.mark.parametrize(
    ("given_range", "expected"),
    [
        ((9.0, None, None), (3.0, 27.0, True)),
        ((-9.0, None, None), (-27.0, -3.0, False)),
        ((0.0, None, None), (-1.0, 1.0, False)),
        ((0.0, 0.0, None), (0.0, 1.0, False)),
        ((2.0, 1.0, None), (1.0, 6.0, False)),
        ((0.5, 0.0, 1.0), (0.0, 1.0, False)),
        ((10.0, 1.0, 1000.0), (1.0, 1000.0, True)),
        ((5.0, None, 5.0), (5.0 / 3.0, 5.0, False)),
        ((1.0, 1.0, 1.0), (0.0, 2.0, False)),
    ],
)
def test_sliders_follow_bounds_else_the_value(given_range: Any, expected: Any) -> None:
    assert slider_range(*given_range) == pytest.approx(expected)


@given(st.floats(-1e12, 1e12), st.none() | st.floats(-1e6, 1e6), st.none() | st.floats(-1e6, 1e6))
def test_a_slider_always_holds_its_value(
    value: float, least: float | None, most: float | None
) -> None:
    low, high, logarithmic = slider_range(value, least, most)
    assert low <= value <= high
    assert low < high
    assert low > 0 or not logarithmic


def test_names_of_arrays_stand_for_their_elements() -> None:
    loaded = load(Example("machines.ShipShafting"), 1, {})
    assert loaded.compiled is not None
    root = loaded.compiled.translation.flat.root
    assert expanded(root, ["throw[:].J", "flywheel.J"]) == {
        "throw[:].J": [f"throw[{k}].J" for k in range(6)], "flywheel.J": ["flywheel.J"],
    }  # fmt: skip
    setting = Setting({"throw[:].J": 7000.0}, {}, 0.1)
    made = perform(loaded, setting, "run 1", lambda *_: None, threading.Event())
    assert made.result is not None
    assert {made.result.parameters[f"throw[{k}].J"] for k in range(6)} == {7000.0}
    assert "throw[5].J" in script(Example("machines.ShipShafting"), [made], [], made.revision)


def test_a_run_that_is_stopped_keeps_its_part() -> None:
    stop = threading.Event()
    stop.set()
    loaded = load(Example("machines.EightSpeedAutomatic"), 1, {})
    made = perform(loaded, Setting({}, {}), "run 1", lambda *_: None, stop)
    assert made.status == "stopped"
    assert made.result is not None


def test_faster_code_is_generated_ahead_if_that_is_brief(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = load(Example("First"), 1, {})
    assert loaded.compiled is not None
    prepared = loaded.compiled.prepared
    monkeypatch.setattr("drivetrain.studio.model.loaded_model._BRIEF", 0.0)
    loaded.hasten()
    assert prepared.translation.machine.effort > 0.0
    monkeypatch.undo()
    loaded.hasten()
    assert prepared.translation.machine.is_optimised
    assert prepared.translation.machine.effort == 0.0


def test_what_is_wrong_with_a_setting_is_told() -> None:
    made = run("CoupledClutches", J1__J=-1.0)
    assert (made.status, made.result) == ("failed", None)
    assert made.fault is not None
    assert "J1.J" in made.fault["sentence"]


def test_the_script_makes_the_same_runs(tmp_path: Path) -> None:
    made = run("CoupledClutches", stop_time=1.0, f=0.3, J1__J=1.5)
    assert made.result is not None
    text = script(Example("CoupledClutches"), [made], ["J1.w"], made.revision)
    text += 'print(repr(float(runs["run 1: f = 0.3, J1.J = 1.5, stop time = 1"]["J1.w"][-1])))\n'
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert float(done.stdout.splitlines()[-1]) == made.result["J1.w"][-1]
    assert (tmp_path / "CoupledClutches.png").stat().st_size > 1000


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_file_is_made(kind: str) -> None:
    made = run("CoupledClutches", stop_time=0.1)
    download = exported(kind, Example("CoupledClutches"), [made], ["J1.w"], made.revision)
    assert len(download.body) > 200
    assert download.name.endswith(".py" if kind == "script" else f".{kind}")


def test_what_cannot_be_exported_is_refused() -> None:
    made = run("CoupledClutches", stop_time=0.1)
    with pytest.raises(UsageError, match="cannot export 'cvs'; did you mean 'csv'"):
        exported("cvs", Example("CoupledClutches"), [made], [], 1)
    with pytest.raises(UsageError, match="no run"):
        exported("csv", Example("CoupledClutches"), [], [], 1)
    with pytest.raises(ResultError, match="nothing is plotted"):
        exported("svg", Example("CoupledClutches"), [made], [], 1)


def test_runs_are_named_by_all_that_differs() -> None:
    made = run("CoupledClutches", stop_time=0.1, J1__J=1234.5678)
    assert made.caption(made.revision) == "run 1: J1.J = 1234.568, stop time = 0.1"
    plain = replace(made, setting=Setting({}, {}), status="stopped")
    assert plain.caption(made.revision) == "run 1: stopped"
    assert plain.caption(made.revision + 1) == "run 1: stopped, earlier source"
    text = script(Example("CoupledClutches"), [plain], [], made.revision + 1)
    assert "earlier state of the source" in text
    assert "was stopped" in text
    compile(text, "script", "exec")
