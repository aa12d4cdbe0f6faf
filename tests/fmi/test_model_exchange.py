"""Units for model exchange: another tool's solver finds the motion that a run here has."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fmpy import extract, read_model_description, simulate_fmu
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.validation import validate_fmu

import drivetrain as dt
from drivetrain import blocks
from drivetrain.errors import UsageError
from drivetrain.rotational import Inertia, Torque
from tests.compiled_examples import compiled_example

SOME = {
    "First": ["inertia3.w", "spring.tau"],
    "CoupledClutches": ["J1.w", "J4.w"],
    "Backlash": ["inertia1.w", "inertia2.w"],
}


@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("name", sorted(SOME))
def test_foreign_solver_finds_the_same_motion(name: str, fmi: int, tmp_path: Path) -> None:
    compiled = compiled_example(name)
    stop = compiled.model.experiment.stop_time
    unit = dt.export(compiled.model, tmp_path / "unit.fmu", fmi=fmi, kinds=("cs", "me"))
    assert validate_fmu(str(unit)) == []
    step = stop / 50
    rows = simulate_fmu(
        str(unit), fmi_type="ModelExchange", stop_time=stop, output=SOME[name],
        output_interval=step, relative_tolerance=1e-9, timeout=120, record_events=False,
    )  # fmt: skip
    native = compiled.simulate(
        tolerance=1e-10, output_times=np.append(np.arange(0, stop, step), stop)
    )
    for variable in SOME[name]:
        expected = np.interp(rows["time"], native.time, native[variable])
        assert np.max(np.abs(rows[variable] - expected)) < 1e-5 * np.ptp(expected), variable


class Late(dt.Model):
    """A disc that is turned by a late signal."""

    sine = blocks.Sine(f=1.0)
    late = blocks.FixedDelay(delay_time=0.1)
    torque = Torque()
    disc = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(0))

    def equations(self) -> dt.Equations:
        yield self.sine.y >> self.late.u
        yield self.late.y >> self.torque.tau
        yield self.torque >> self.disc


def test_delays_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="use kinds="):
        dt.export(Late(), tmp_path / "late.fmu", kinds=["me"])


@pytest.mark.parametrize("kind", ["CoSimulation", "ModelExchange"])
def test_directional_derivatives_are_those_of_the_linear_model(kind: str, tmp_path: Path) -> None:
    compiled = compiled_example("First")
    unit = dt.export(compiled.model, tmp_path / "unit.fmu", fmi=2, kinds=("cs", "me"))
    description = read_model_description(str(unit))
    states = [d.variable.derivative for d in description.derivatives]
    rates = [d.variable for d in description.derivatives]
    instance = (FMU2Slave if kind == "CoSimulation" else FMU2Model)(
        guid=description.guid, unzipDirectory=extract(str(unit), unzipdir=str(tmp_path / "in")),
        modelIdentifier=getattr(description, f"{kind[0].lower()}{kind[1:]}").modelIdentifier,
    )  # fmt: skip
    instance.instantiate()
    instance.setupExperiment()
    instance.enterInitializationMode()
    instance.exitInitializationMode()
    linear = compiled.linearise()
    order = [list(linear.states).index(state.name) for state in states]
    for k, state in enumerate(states):
        column = instance.getDirectionalDerivative(
            [r.valueReference for r in rates], [state.valueReference], [1.0]
        )
        expected = np.asarray(linear.A)[order, order[k]]
        assert column == pytest.approx(expected, rel=1e-6, abs=1e-6)
    instance.freeInstance()
