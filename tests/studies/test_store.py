"""The folder of a study: resumed, refused, locked, and whole after a kill."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drivetrain import studies
from drivetrain.errors import SimulationInterrupted, StudyError, UsageError
from drivetrain.studies import Study, StudyResult
from drivetrain.studies.store.lock import Lock
from drivetrain.studies.work.machine import machine_facts
from tests.studies.models import Driven, Flywheel, slow
from tests.studies.processes import begun, until

RECORD = {"phi": studies.final("wheel.phi"), "rest": studies.first("bearing.mode", "stuck")}


def study(n: int = 40, **changed: Any) -> Study:
    asked: dict[str, Any] = {"record": RECORD, **changed}
    return Flywheel().study(
        {"wheel.J": studies.uniform(1, 3)}, design=studies.random(n, seed=1), **asked
    )


def chunks(folder: Path) -> list[Path]:
    return sorted(folder.glob("chunk-*.npz"))


def same(one: StudyResult, other: StudyResult) -> bool:
    return all(np.array_equal(one[name], other[name], equal_nan=True) for name in one.outcomes)


def test_only_what_is_missing_is_made_again(tmp_path: Path) -> None:
    whole = study().run(tmp_path / "s", progress=False)
    lost = chunks(tmp_path / "s")[0]
    with np.load(lost) as arrays:
        count = len(arrays["runs"])
    lost.unlink()
    calls: list[tuple[int, int, int]] = []
    again = study().run(tmp_path / "s", progress=lambda *told: calls.append(told))
    assert same(whole, again)
    assert calls[0][0] >= 40 - count
    before = set(chunks(tmp_path / "s"))
    assert same(whole, study().run(tmp_path / "s", progress=False))
    assert set(chunks(tmp_path / "s")) == before


def test_a_progress_function_stops_the_study(tmp_path: Path) -> None:
    """A KeyboardInterrupt of it is a Ctrl-C: what is over is kept, and the rest made later."""

    def stop(over: int, failed: int, count: int) -> None:
        raise KeyboardInterrupt

    for engine in ("threads=1", "processes=1"):
        with pytest.raises(SimulationInterrupted, match="the same call resumes") as stopped:
            study(4000).run(tmp_path / engine, progress=stop, engine=engine)
        over = sum(status != "not run" for status in stopped.value.result.status)
        assert 0 < over < 4000
        resumed = study(4000).run(tmp_path / engine, progress=False)
        assert not (resumed.status == "not run").any()


def test_a_folder_can_be_read_without_the_model(tmp_path: Path) -> None:
    whole = study().run(tmp_path / "s", progress=False)
    read = StudyResult.load(tmp_path / "s")
    assert same(whole, read)
    np.testing.assert_array_equal(read["wheel.J"], whole["wheel.J"])
    assert read.units == whole.units
    assert read.reasons("rest") == whole.reasons("rest")
    with pytest.raises(StudyError, match="needs the model"):
        read.run(0)
    with pytest.raises(StudyError, match=r"manifest\.json"):
        StudyResult.load(tmp_path)


def test_structural_numbers_are_in_the_folder(tmp_path: Path) -> None:
    vary = {"n": [1, 3], "amplitude": [1.0, 2.0]}
    study = Driven().study(vary, design=studies.grid(), record={"w": studies.final("left.w")})
    study.run(tmp_path, progress=False)
    assert StudyResult.load(tmp_path)["n"].tolist() == [1, 1, 3, 3]


def test_grids_of_tables_are_stored(tmp_path: Path) -> None:
    friction = [[[0, 2.0]], [[0, 3.0], [1.0, 4.0]]]
    vary = {"wheel.J": [2.0, 3.0], "bearing.tau_pos": friction}
    study = Flywheel().study(vary, design=studies.grid(), record=RECORD)
    whole = study.run(tmp_path, progress=False)
    read = StudyResult.load(tmp_path)
    assert same(whole, read)
    assert [one.tolist() for one in read.shape["bearing.tau_pos"]] == friction


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (lambda: study(stop_time=3.0), "stop_time 4.0 there, 3.0 here"),
        (lambda: study(tolerance=1e-8), "tolerance"),
        (lambda: study(41), "runs 40 there, 41 here"),
        (lambda: study(record={"phi": studies.final("wheel.w")}), "phi"),
    ],
)
def test_another_study_is_refused_and_the_difference_named(
    other: Any, told: str, tmp_path: Path
) -> None:
    study().run(tmp_path, progress=False)
    with pytest.raises(StudyError, match=told):
        other().run(tmp_path, progress=False)
    result = other().run(tmp_path, progress=False, fresh=True)
    assert result.is_complete


def test_another_model_is_refused(tmp_path: Path) -> None:
    class Heavier(Flywheel):
        pass

    Heavier.__name__ = "Flywheel"
    vary = {"wheel.J": studies.uniform(1, 3)}
    design = studies.random(40, seed=1)
    Flywheel().study(vary, design=design, record=RECORD).run(tmp_path, progress=False)
    from drivetrain.modeling import fixed

    changed = Flywheel(wheel={"w": fixed(2.0)}).study(vary, design=design, record=RECORD)
    with pytest.raises(StudyError, match="equations or values of the model"):
        changed.run(tmp_path, progress=False)


def test_torn_and_foreign_files_are_ignored_and_reported(tmp_path: Path) -> None:
    whole = study().run(tmp_path, progress=False)
    torn = chunks(tmp_path)[0]
    torn.write_bytes(torn.read_bytes()[:200])
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / ".drivetrain-0000.npz").write_bytes(b"unfinished")
    again = study().run(tmp_path, progress=False)
    assert same(whole, again)
    assert any(torn.name in note for note in again.notes)
    assert any("notes.txt" in note for note in again.notes)
    assert not list(tmp_path.glob(".drivetrain-*"))


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(StudyError, match=r"thesis\.tex"):
        study().run(tmp_path, progress=False)
    with pytest.raises(UsageError, match="fresh"):
        study().run(progress=False, fresh=True)


def test_a_second_driver_is_refused_and_a_stale_lock_removed(tmp_path: Path) -> None:
    lock = Lock(tmp_path)
    with pytest.raises(StudyError, match=f"process {os.getpid()}"):
        Lock(tmp_path)
    lock.release()
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    told = {"host": socket.gethostname(), "pid": gone.pid, "began": None}
    (tmp_path / "lock.json").write_text(json.dumps(told))
    Lock(tmp_path).release()
    (tmp_path / "lock.json").write_text(json.dumps({**told, "host": "elsewhere"}))
    with pytest.raises(StudyError, match=r"elsewhere.*delete"):
        Lock(tmp_path)


def test_a_process_of_the_same_number_that_began_later_holds_no_lock(tmp_path: Path) -> None:
    told = {"host": socket.gethostname(), "pid": os.getpid(), "began": "1"}
    (tmp_path / "lock.json").write_text(json.dumps(told))
    if Path("/proc/self/stat").exists():
        Lock(tmp_path).release()


def test_runs_that_were_made_elsewhere_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study().run(tmp_path, progress=False)
    here = machine_facts()
    elsewhere = {**here, "math_library": "glibc 1.0"}
    monkeypatch.setattr("drivetrain.studies.driver.machine_facts", lambda: elsewhere)
    (note,) = study().run(tmp_path, progress=False).notes
    assert f"math library {here['math_library']} and glibc 1.0" in note


def test_an_interrupt_keeps_what_is_finished(tmp_path: Path) -> None:
    def interrupt(over: int, failed: int, count: int) -> None:
        if over > 50 and not stopped:
            stopped.append(over)
            signal.raise_signal(signal.SIGINT)

    stopped: list[int] = []
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(SimulationInterrupted, match="the same call resumes") as caught:
            study(4000).run(tmp_path, progress=interrupt)
    finally:
        signal.signal(signal.SIGINT, usual)
    part: StudyResult = caught.value.result
    over = int((part.status == "done").sum())
    assert 50 < over < 4000
    assert not (tmp_path / "lock.json").exists()
    stored = StudyResult.load(tmp_path)
    assert int((stored.status == "done").sum()) == over
    resumed = study(4000).run(tmp_path, progress=False)
    assert same(resumed, study(4000).run(progress=False))


def drive(folder: Path) -> None:
    study(3000, record={"w": slow}).run(folder, progress=False)


@pytest.mark.skipif(sys.platform == "win32", reason="kills by signals")
def test_a_driver_that_is_killed_loses_only_what_it_was_doing(tmp_path: Path) -> None:
    folder = tmp_path / "killed.study"
    with begun(drive, folder):
        until(lambda: len(chunks(folder)) >= 3)
    assert (folder / "lock.json").exists()
    before = StudyResult.load(folder)
    done = int((before.status == "done").sum())
    assert 0 < done < 3000
    lock = Lock(folder)  # of a process that is gone
    lock.release()
    assert same(before, StudyResult.load(folder))
