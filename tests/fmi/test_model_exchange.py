"""Units for model exchange: another tool's solver finds the motion that a run here has."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

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


def by_cvode(unit: Path, names: list[str], stop: float, tolerance: float) -> Any:
    """Return the rows of a run by FMPy and the BDF method of CVode, those of events too."""
    return simulate_fmu(
        str(unit), fmi_type="ModelExchange", stop_time=stop, output=names, timeout=120,
        output_interval=stop / 200, relative_tolerance=tolerance,
    )  # fmt: skip


@pytest.mark.parametrize(("name", "bound"), [("First", 2e-6), ("edition2002.LossyGearDemo2", 2e-6)])
def test_what_is_missed_is_the_error_of_the_integrator(
    name: str, bound: float, tmp_path: Path
) -> None:
    """Small angles beside large speeds too, and in proportion to the tolerance."""
    compiled = compiled_example(name)
    unit = dt.export(compiled.model, tmp_path / "unit.fmu", fmi=2, kinds=["me"])
    stop, missed = compiled.model.experiment.stop_time, []
    states = [d.variable.derivative.name for d in read_model_description(str(unit)).derivatives]
    for tolerance in (1e-8, 1e-10):
        rows = by_cvode(unit, states, stop, tolerance)
        ends = compiled.simulate(tolerance=1e-12, output_times=np.unique(rows["time"]))
        worst = 0.0
        for state in states:
            expected = np.interp(rows["time"], ends.time, ends[state])
            worst = max(worst, np.max(np.abs(rows[state] - expected)) / np.ptp(expected))
        missed.append(worst)
    assert missed[1] < bound
    assert missed[1] < 0.1 * missed[0]


def test_the_run_by_default_is_as_exact_as_one_here(tmp_path: Path) -> None:
    compiled = compiled_example("First")
    stop = compiled.model.experiment.stop_time
    unit = dt.export(compiled.model, tmp_path / "unit.fmu", kinds=["me"])
    rows = simulate_fmu(str(unit), stop_time=stop, output=["inertia3.w"], timeout=120)
    expected = compiled.simulate(tolerance=1e-12, output_times=rows["time"])["inertia3.w"]
    assert np.max(np.abs(rows["inertia3.w"] - expected)) < 2e-6 * np.ptp(expected)


def test_a_tolerance_that_is_asked_for_is_recommended(tmp_path: Path) -> None:
    model = compiled_example("First").model
    own = model.experiment.tolerance
    for kinds, asked, told in (
        (["me"], None, 1e-10), (["me"], 1e-5, 1e-5), (["cs"], None, own), (["cs", "me"], None, own),
    ):  # fmt: skip
        unit = dt.export(model, tmp_path / "unit.fmu", kinds=kinds, tolerance=asked)
        assert float(read_model_description(str(unit)).defaultExperiment.tolerance) == told


def switches(time: Any, modes: Any) -> list[tuple[float, tuple[int, ...]]]:
    """Return the instants at which modes change, and what they are then, settled ones only."""
    found: list[tuple[float, tuple[int, ...]]] = []
    for k, now in enumerate(map(tuple, np.asarray(modes, dtype=int).tolist())):
        if k + 1 < len(time) and time[k + 1] - time[k] < 1e-9:
            continue  # events that follow at once, in whatever order
        if not found or found[-1][1] != now:
            found.append((float(time[k]), now))
    return found


FRICTION = ["CoupledClutches", "LossyGearDemo1", "gears.ScrewJack"]
MORE_FRICTION = [
    "Friction", "HeatLosses", "SimpleGearShift", "contacts.BandBrake", "contacts.DogClutch",
    "gears.WormHoist", "machines.DualClutchLaunch", "machines.EightSpeedAutomatic",
    "machines.EngineStart", "machines.Hoist", "machines.ServoAxis", "redundancy.BearingAndBrake",
    "redundancy.FrictionOnSpeedSource", "redundancy.ParallelClutches",
]  # fmt: skip


@pytest.mark.parametrize(
    "name", [*FRICTION, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE_FRICTION)]
)
def test_elements_stick_and_slide_as_in_a_run(name: str, tmp_path: Path) -> None:
    compiled = compiled_example(name)
    unit = dt.export(compiled.model, tmp_path / "unit.fmu", fmi=2, kinds=["me"])
    stop = compiled.model.experiment.stop_time
    native = compiled.simulate(tolerance=1e-10)
    modes = [name for name in native if name.endswith(".mode")]
    rows = by_cvode(unit, modes, stop, 1e-8)
    expected = switches(native.time, np.column_stack([native[mode] for mode in modes]))
    found = switches(rows["time"], np.column_stack([rows[mode] for mode in modes]))
    assert len(expected) > 1
    assert [now for _, now in found] == [now for _, now in expected]
    assert [t for t, _ in found] == pytest.approx([t for t, _ in expected], abs=1e-6)


def test_nominal_values_are_the_sizes_of_the_states(tmp_path: Path) -> None:
    """Angles of some 1e-3 rad are computed as exactly as speeds only if solvers know."""
    compiled = compiled_example("edition2002.LossyGearDemo2")
    unit = dt.export(compiled.model, tmp_path / "unit.fmu", fmi=2, kinds=["me"])
    description = read_model_description(str(unit))
    states = [d.variable.derivative for d in description.derivatives]
    instance = FMU2Model(
        guid=description.guid, unzipDirectory=extract(str(unit), unzipdir=str(tmp_path / "in")),
        modelIdentifier=description.modelExchange.modelIdentifier,
    )  # fmt: skip
    instance.instantiate()
    instance.setupExperiment()
    instance.enterInitializationMode()
    instance.exitInitializationMode()
    told = (ctypes.c_double * len(states))()
    instance.getNominalsOfContinuousStates(told, len(states))
    instance.freeInstance()
    run = compiled.simulate()
    for state, nominal in zip(states, told, strict=True):
        assert nominal == pytest.approx(min(1.0, np.max(np.abs(run[state.name]))))
        assert float(state.nominal or 1.0) == nominal
    assert min(told) < 0.01


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
    with pytest.raises(UsageError, match=r"contains delays \('late'\).* use kinds="):
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
