"""Two units in a container of another tool: coupled motion, whose error falls with the step."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import which
from subprocess import run

import pytest
from fmpy import simulate_fmu

import drivetrain as dt
from drivetrain.rotational import Inertia, SpringDamper

TOOL = which("fmucontainer", path=os.pathsep.join([str(Path(sys.executable).parent), os.defpath]))
STOP = 0.1


class Engine(dt.Model):
    """A flywheel."""

    flywheel = Inertia(J=0.5, phi=dt.fixed(0), w=dt.fixed(100))

    def equations(self) -> dt.Equations:
        return ()


class Vehicle(dt.Model):
    """A car behind a shaft."""

    shaft = SpringDamper(c=1e4, d=20)
    car = Inertia(J=3.0, phi=dt.fixed(0), w=dt.fixed(0))

    def equations(self) -> dt.Equations:
        yield self.shaft >> self.car


class Whole(dt.Model):
    """Both in one piece."""

    flywheel = Inertia(J=0.5, phi=dt.fixed(0), w=dt.fixed(100))
    shaft = SpringDamper(c=1e4, d=20)
    car = Inertia(J=3.0, phi=dt.fixed(0), w=dt.fixed(0))

    def equations(self) -> dt.Equations:
        yield self.flywheel >> self.shaft >> self.car


@pytest.mark.skipif(TOOL is None, reason="the FMU Manipulation Toolbox is not installed")
@pytest.mark.parametrize("fmi", [2, 3])
def test_a_container_of_two_units_moves_as_one_model(fmi: int, tmp_path: Path) -> None:
    """Units that announce events inside it would stop it: it steps over them."""
    cuts = {"flywheel.flange_b": "torque in"}
    dt.export(Engine(), tmp_path / "engine.fmu", fmi=fmi, flanges=cuts)
    cuts = {"shaft.flange_a": "motion in"}
    dt.export(Vehicle(), tmp_path / "vehicle.fmu", fmi=fmi, flanges=cuts, outputs=["car.w"])
    signals = [
        f"engine.fmu;flywheel_flange_b_{q};vehicle.fmu;shaft_flange_a_{q}"
        for q in ["phi", "w", "a"]
    ]
    signals.append("vehicle.fmu;shaft_flange_a_tau;engine.fmu;flywheel_flange_b_tau")
    lines = [
        "rule;from_fmu;from_port;to_fmu;to_port", "FMU;engine.fmu;;;", "FMU;vehicle.fmu;;;",
        *(f"LINK;{signal}" for signal in signals), "OUTPUT;vehicle.fmu;car.w;;w",
    ]  # fmt: skip
    (tmp_path / "both.csv").write_text("\n".join(lines))
    expected = dt.simulate(Whole(), stop_time=STOP)["car.w"][-1]
    missed = []
    for step in (1e-4, 2e-5):
        told = [str(TOOL), "-fmi", str(fmi), "-fmu-directory", str(tmp_path)]
        run([*told, "-container", f"both.csv:{step:.5f}"], check=True, capture_output=True)
        rows = simulate_fmu(str(tmp_path / "both.fmu"), stop_time=STOP, output_interval=STOP / 10)
        missed.append(abs(rows["w"][-1] - expected))
    assert missed[0] < 0.05 * expected
    assert missed[1] == pytest.approx(missed[0] / 5, rel=0.1)
