"""Output that has nowhere to go: the files are written all the same, and nothing is a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import drivetrain
from tests.cli.files import check_csv

COMMANDS = ("simulate First --output run.csv", "check First", "examples", "--help", "--version")


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `drivetrain` with what a shell makes of a line."""
    environment = os.environ | {"PYTHONPATH": str(Path(drivetrain.__file__).parents[1])}
    command = line.replace("drivetrain", f"'{sys.executable}' -m drivetrain")
    return subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


pytestmark = pytest.mark.skipif(not Path("/bin/sh").exists(), reason="there is no shell")
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")


@full
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_behind_the_output(command: str, tmp_path: Path) -> None:
    done = shell(f"drivetrain {command} > /dev/full", tmp_path)
    assert done.returncode == 1
    assert done.stderr == "Error: the output cannot be written: No space left on device\n"
    if "run.csv" in command:
        check_csv(tmp_path / "run.csv", "inertia3.w")


@full
def test_nothing_can_be_told_at_all(tmp_path: Path) -> None:
    assert shell("drivetrain simulate Frist > /dev/full 2>&1", tmp_path).returncode == 1


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams(closed: str, tmp_path: Path) -> None:
    done = shell(f"drivetrain simulate First --output run.csv {closed}", tmp_path)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    check_csv(tmp_path / "run.csv", "inertia3.w")


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    done = shell("drivetrain simulate First --output run.csv | true", tmp_path)
    assert done.stderr == ""
    check_csv(tmp_path / "run.csv", "inertia3.w")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_must_not_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o555)
    done = shell("drivetrain simulate First --output locked/run.csv", tmp_path)
    assert done.returncode == 2
    assert "no permission; choose another folder" in done.stderr
