"""A result that does not pass its check: what the command line prints, and how it ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HALF = '''
import drivetrain as dt
from drivetrain.rotational import Damper, Fixed, Inertia


class HalfLoss(Damper):
    """A damper that reports half of what it turns into heat."""

    def dissipated_power(self):
        return self.loss_power / 2


class Brake(dt.Model):
    """A shaft that a damper stops."""

    shaft = Inertia(J=2.0, phi=dt.fixed(0), w=dt.fixed(10.0))
    damper = HalfLoss(d=1.0)
    ground = Fixed()
    experiment = dt.Experiment(stop_time=1.0)

    def equations(self):
        yield self.shaft >> self.damper >> self.ground
'''


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    (folder / "brake.py").write_text(HALF, encoding="utf-8")
    command = [sys.executable, "-m", "drivetrain", "simulate", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_failed_check_is_told_in_one_paragraph(tmp_path: Path):
    done = run(tmp_path, "brake.py")
    assert done.returncode == 0
    (told,) = done.stderr.strip().splitlines()
    assert told.startswith("Warning: The energy does not balance: at t = 1 s ")
    assert "Most is stored in shaft" in told
    assert "check      FAILED: energy of the model" in done.stdout
    assert "does not balance" not in done.stdout


@pytest.mark.parametrize(("words", "status"), [((), 0), (("--strict",), 3)])
def test_a_quiet_run_warns_too(tmp_path: Path, words: tuple[str, ...], status: int):
    done = run(tmp_path, "brake.py", "--quiet", "--output", "run.csv", *words)
    assert done.returncode == status
    assert done.stdout == ""
    assert done.stderr.count("does not balance") == 1
    assert (tmp_path / "run.csv").exists()


def test_a_strict_run_that_passes_ends_well(tmp_path: Path):
    done = run(tmp_path, "CoupledClutches", "--strict")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "check      passed" in done.stdout


def test_a_probable_slip_is_told_in_one_line(tmp_path: Path) -> None:
    slip = HALF.replace("HalfLoss(d=1.0)", "Damper(d=1.0)").replace(" >> self.ground", "")
    (tmp_path / "slip.py").write_text(slip, encoding="utf-8")
    command = [sys.executable, "-m", "drivetrain", "simulate", "--quiet", "slip.py:Brake"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    told = done.stderr.splitlines()
    assert len(told) == 2
    assert told[0].startswith("Warning: model 'Brake': 'ground' (Fixed) is connected to nothing")
    assert told[1].startswith("Warning: model 'Brake': 'damper' (Damper) does nothing")
    assert told[1].endswith("[slip.py:17]")
