"""Models of the package that are exported and become parts again."""

from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.fmi2 import FMU2Slave
from fmpy.fmi3 import FMU3Slave

import drivetrain as dt
from drivetrain.errors import UsageError
from tests.fmi.imported import units

STEP, TICKS = 0.0125, 80


@pytest.fixture
def path(version: int, tmp_path: Path) -> Path:
    """Return an FMU made of an example with events."""
    if not units.has_compiler():
        pytest.skip("needs the C compiler cc")
    return dt.export(dt.examples.find("CoupledClutches")(), tmp_path / "own.fmu", fmi=version)


def part(path: Path) -> dt.Model:
    class Alone(dt.Model):
        """An exported model as the only part."""

        unit = dt.FMU(path, step=STEP, record=["J4.w", "clutch1.w_rel"])

    return Alone()


def by_fmpy(path: Path, version: int, folder: Path) -> np.ndarray:
    """Return the speed at each tick as FMPy alone computes it."""
    made = fmpy.read_model_description(path)
    fmpy.extract(path, folder)
    kind = FMU2Slave if version == 2 else FMU3Slave
    unit = kind(
        guid=made.guid or made.instantiationToken,
        modelIdentifier=made.coSimulation.modelIdentifier,
        unzipDirectory=str(folder),
        instanceName="unit",
    )
    reference = [v.valueReference for v in made.modelVariables if v.name == "J4.w"]
    unit.instantiate()
    if version == 2:
        unit.setupExperiment(startTime=0.0)
    unit.enterInitializationMode()
    unit.exitInitializationMode()
    get = unit.getReal if version == 2 else unit.getFloat64
    found = [get(reference)[0]]
    for tick in range(TICKS):
        unit.doStep(tick * STEP, (tick + 1) * STEP - tick * STEP)
        found.append(get(reference)[0])
    unit.terminate()
    unit.freeInstance()
    return np.array(found)


def test_each_tick_has_the_bits_of_the_unit(path: Path, version: int, tmp_path: Path) -> None:
    result = dt.simulate(part(path), stop_time=STEP * TICKS, interval=STEP)
    ticks = [result["unit.J4_w"][result.time == tick * STEP][-1] for tick in range(TICKS + 1)]
    assert (np.array(ticks) == by_fmpy(path, version, tmp_path / "unpacked")).all()


def test_it_agrees_with_the_model_itself(path: Path) -> None:
    result = dt.simulate(part(path), stop_time=STEP * TICKS)
    native = dt.simulate(dt.examples.find("CoupledClutches")(), stop_time=STEP * TICKS)
    assert result.final["unit.J4_w"] == pytest.approx(native.final["J4.w"], rel=1e-5)
    assert result.units["unit.J4_w"] == "rad/s"


def test_a_model_with_an_fmu_is_not_exported(path: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'unit' is an FMU"):
        dt.export(part(path), tmp_path / "nested.fmu")
    with pytest.raises(dt.DrivetrainError, match=r"no computed variable 'J4\.v'"):
        dt.FMU(path, step=STEP, record=["J4.v"])
