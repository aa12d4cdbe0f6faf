"""The command `study`: runs, resumes, refuses, and stops."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner, Result

from drivetrain.cli import main
from drivetrain.studies import StudyResult

SCRIPT = """
import time
from collections.abc import Iterable
import drivetrain as dt
from drivetrain import studies
from drivetrain.rotational import BearingFriction, Inertia


class Flywheel(dt.Model):
    experiment = dt.Experiment(stop_time=4.0)
    wheel = Inertia(J=2.0, phi=dt.fixed(0), w=dt.fixed(3.0))
    bearing = BearingFriction(tau_pos=[[0, 2.0]])

    def equations(self):
        yield self.wheel >> self.bearing


def slow(result):
    time.sleep(0.002)
    return result.final["wheel.w"]


vary = {"wheel.J": studies.uniform(1, 3)}
rest = {"rest": studies.first("bearing.mode", "stuck")}
launch = Flywheel().study(vary, design=studies.random(50), record=rest)
"""
SEVERAL = (
    SCRIPT
    + """
long = Flywheel().study(vary, design=studies.random(20000), record={**rest, "w": slow})
"""
)


def study(*words: str) -> Result:
    return CliRunner().invoke(main, ["study", *words])


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    Path("one.py").write_text(SCRIPT, encoding="utf-8")
    Path("two.py").write_text(SEVERAL, encoding="utf-8")


def test_the_study_of_a_file_is_run_and_resumed() -> None:
    first = study("one.py", "--out", "launch.study", "--table", "launch.csv")
    assert first.exit_code == 0, first.output
    assert "50 runs, 0 failed" in first.output
    assert len(pd.read_csv("launch.csv")) == 50
    before = sorted(Path("launch.study").iterdir())
    again = study("one.py", "--out", "launch.study", "--quiet", "--engine", "threads=1")
    assert (again.exit_code, again.output) == (0, "")
    assert sorted(Path("launch.study").iterdir()) == before
    assert study("one.py", "--out", "launch.study", "--fresh").exit_code == 0


def test_what_is_not_there_is_named() -> None:
    assert "launch" in study("two.py").output
    assert "did you mean 'long'" in study("two.py:lng").output
    Path("none.py").write_text("x = 1\n")
    assert "defines no study" in study("none.py").output
    wrong = study("one.py", "--engine", "treads")
    assert wrong.exit_code == 2
    assert "did you mean 'threads'" in wrong.output
    assert study("one.py", "--table", "x.docx").exit_code == 2
    assert study("one.py", "--fresh").exit_code == 2
    Path("mine").mkdir()
    Path("mine/thesis.tex").write_text("")
    assert study("one.py", "--out", "mine").exit_code == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("engine", ["threads", "processes=1"])
def test_an_interrupt_ends_with_130_and_the_same_call_resumes(engine: str) -> None:
    words = ["study", "two.py:long", "--out", "long.study", "--engine", engine]
    running = subprocess.Popen(
        [sys.executable, "-m", "drivetrain", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    folder = Path("long.study")
    deadline = time.monotonic() + 60
    while len(list(folder.glob("chunk-*"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: all processes hear it
    _, told = running.communicate(timeout=60)
    assert running.returncode == 130, told
    assert "the same call resumes" in told
    over = int((StudyResult.load(folder).status == "done").sum())
    assert 0 < over < 20000
    assert not (folder / "lock.json").exists()
