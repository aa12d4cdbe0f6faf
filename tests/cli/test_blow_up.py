"""A run that grows without bound, from a terminal: message, status, and the file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from drivetrain import errors

MODEL = '''
from drivetrain import Model
from drivetrain.modeling import fixed
from drivetrain.rotational import Inertia, LinearSpeedDependentTorque


class Runaway(Model):
    """A drive whose torque grows with the speed that it makes."""

    motor = LinearSpeedDependentTorque(tau_nominal=1, w_nominal=0.01, torque_direction=False)
    mass = Inertia(J=1, phi=fixed(0), w=fixed(1))

    def equations(self):
        yield self.motor.flange >> self.mass.flange_a
'''


def test_what_was_computed_is_saved(tmp_path: Path) -> None:
    (tmp_path / "runaway.py").write_text(MODEL)
    call = [sys.executable, "-m", "drivetrain.cli", "simulate", "runaway.py:Runaway"]
    call += ["--stop-time", "20", "--output", "run.csv"]
    environment = os.environ | {"PYTHONPATH": str(Path(errors.__file__).parents[1])}
    done = subprocess.run(
        call, check=False, capture_output=True, text=True, env=environment, cwd=tmp_path
    )
    assert done.returncode == 1
    assert "The run failed" in done.stdout
    assert "Variable concerned: integral of supplied_power of motor, last " in done.stderr
    table = np.genfromtxt(tmp_path / "run.csv", delimiter=",", names=True, deletechars="")
    assert table["time"][-1] > 3
    assert table["mass.w"][-1] > 1e100
    assert np.isfinite(table["mass.w"]).all()
