"""Models of the package that are exported and become parts again."""

import math
from collections.abc import Callable
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.fmi2 import FMU2Slave
from fmpy.fmi3 import FMU3Slave

import drivetrain as dt
from drivetrain.blocks import Pulse
from drivetrain.errors import UsageError
from drivetrain.rotational import Fixed, Inertia, SpringDamper
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


class Rotor(dt.Model):
    """An inertia that is exported by its flange."""

    rotor = Inertia(J=0.5, phi=dt.fixed(0), w=dt.fixed(1))


class Bar(dt.Model):
    """A torsion bar that is exported by its flange."""

    wall = Fixed()
    bar = SpringDamper(c=8.0, d=0.1)

    def equations(self):
        yield self.wall.flange >> self.bar.flange_a


def swing_with_rotor(path: Path) -> dt.Model:
    class Swing(dt.Model):
        """The rotor is an FMU."""

        wall = Fixed()
        bar = SpringDamper(c=8.0, d=0.1)
        rotor = dt.FMU(path, step=1e-3, flanges={"shaft": "rotor_flange_b"})

        def equations(self):
            yield self.wall.flange >> self.bar >> self.rotor.shaft

    return Swing()


def swing_with_bar(path: Path) -> dt.Model:
    class Swing(dt.Model):
        """The bar is an FMU."""

        rotor = Inertia(J=0.5, phi=dt.fixed(0), w=dt.fixed(1))
        bar = dt.FMU(path, step=1e-3, flanges={"shaft": "bar_flange_b"})

        def equations(self):
            yield self.rotor.flange_b >> self.bar.shaft

    return Swing()


@pytest.mark.parametrize(
    ("exported", "flange", "way", "model", "angle"),
    [
        (Rotor, "rotor.flange_b", "torque in", swing_with_rotor, "rotor.shaft.phi"),
        (Bar, "bar.flange_b", "motion in", swing_with_bar, "rotor.phi"),
    ],
    ids=["torque in", "motion in"],
)
def test_terminals_of_exported_flanges_connect_with_the_right_signs(
    exported: type[dt.Model],
    flange: str,
    way: str,
    model: Callable[[Path], dt.Model],
    angle: str,
    tmp_path: Path,
) -> None:
    if not units.has_compiler():
        pytest.skip("needs the C compiler cc")
    path = dt.export(exported(), tmp_path / "cut.fmu", fmi=3, flanges={flange: way})
    result = dt.simulate(model(path), stop_time=1.0)
    decay, frequency = 0.1, math.sqrt(16 - 0.1**2)
    wanted = math.exp(-decay) * math.sin(frequency) / frequency
    assert result.final[angle] == pytest.approx(wanted, abs=2e-3)


class Beat(dt.Model):
    """A pulse: neither states nor inputs, but instants that it announces."""

    pulse = Pulse(amplitude=2.0, period=0.5, width=50)


def test_a_unit_without_states_and_inputs_has_its_events(version: int, tmp_path: Path) -> None:
    if not units.has_compiler():
        pytest.skip("needs the C compiler cc")
    kinds = ("cs", "me")
    path = dt.export(Beat(), tmp_path / "beat.fmu", fmi=version, kinds=kinds, outputs=["pulse.y"])

    class Alone(dt.Model):
        """The unit as the only part."""

        unit = dt.FMU(path, kind="me")

    result = dt.simulate(Alone(), stop_time=1.9, interval=0.05)
    inside = np.abs(4 * result.time - np.round(4 * result.time)) > 0.01
    wanted = np.where((4 * result.time[inside]).astype(int) % 2, 0.0, 2.0)
    assert (result["unit.pulse_y"][inside] == wanted).all()
