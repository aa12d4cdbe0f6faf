"""Units for co-simulation without inputs: the same bits as a native run, whatever the step."""

from __future__ import annotations

import zipfile
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from fmpy import simulate_fmu

import drivetrain as dt
from drivetrain.fmi.export.names import from_one
from tests.compiled_examples import compiled_example
from tests.fmi.running import opened

SOME = ["First", "CoupledClutches", "Backlash", "OneWayClutch"]


def compare(
    name: str, fmi: int, step: float, folder: Path, parameters: dict[str, float] | None = None
) -> None:
    """Compare all variables at all communication points that are output points of the run."""
    compiled = compiled_example(name)
    stop = compiled.model.experiment.stop_time
    times = np.append(np.arange(0.0, stop, step), stop)
    native = compiled.simulate(output_times=times, parameters=parameters)
    unit = dt.export(compiled.model, folder / "unit.fmu", fmi=fmi)
    with opened(unit, folder / "unpacked", parameters, stop) as running:
        known = [n for n in native if from_one(n) in running.variables]
        found = running.run([from_one(n) for n in known], times)
    at = np.searchsorted(native.time, times, side="right") - 1
    there = native.time[at] == times  # none where an event is within rounding
    assert np.mean(there) > 0.8
    for column, one in zip(found.T, known, strict=True):
        expected = np.asarray(native[one], dtype=float)[at]
        assert np.array_equal(column[there], expected[there]), one


@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("name", SOME)
def test_same_bits_as_native_run(name: str, fmi: int, tmp_path: Path) -> None:
    compare(name, fmi, 1 / 64, tmp_path)


@pytest.mark.parametrize("step", [1 / 256, 0.1, 0.3])
def test_communication_step_changes_nothing(step: float, tmp_path: Path) -> None:
    compare("CoupledClutches", 3, step, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("name", dt.examples.names())
def test_every_example_has_the_same_bits(name: str, fmi: int, tmp_path: Path) -> None:
    compare(name, fmi, compiled_example(name).model.experiment.stop_time / 100, tmp_path)


@pytest.mark.parametrize("fmi", [2, 3])
def test_parameters_are_set_before_the_run(fmi: int, tmp_path: Path) -> None:
    changed = {"clutch1.peak": 1.2, "J1.J": 1.5, "sin1.amplitude": 8.0}
    compare("CoupledClutches", fmi, 0.25, tmp_path, changed)


def test_a_unit_has_the_same_bytes_twice_and_no_paths_of_this_computer(tmp_path: Path) -> None:
    model = compiled_example("First").model
    made = [
        dt.export(model, tmp_path / f"{k}.fmu", kinds=("cs", "me"), sources=True) for k in range(2)
    ]
    assert made[0].read_bytes() == made[1].read_bytes()
    here = [str(one).encode() for one in (tmp_path, Path(dt.__file__).parent, Path.home())]
    with zipfile.ZipFile(made[0]) as archive:
        for name in archive.namelist():
            assert not any(one in archive.read(name) for one in here), name


def test_units_of_several_models_run_in_one_process(tmp_path: Path) -> None:
    """Of both versions, step by step in turn: none knows of the others."""
    names = {
        "First": ("inertia3.w", 2),
        "CoupledClutches": ("J1.w", 3),
        "Backlash": ("inertia2.w", 2),
    }
    times = np.linspace(0.0, 1.0, 17)
    with ExitStack() as stack:
        running = {}
        for name, (_, fmi) in names.items():
            unit = dt.export(compiled_example(name).model, tmp_path / f"{name}.fmu", fmi=fmi)
            running[name] = stack.enter_context(opened(unit, tmp_path / name, stop=1.0))
        for begin, end in zip(times[:-1].tolist(), times[1:].tolist(), strict=True):
            for one in running.values():
                one.slave.doStep(begin, end - begin)
        ends = {name: running[name].get([variable])[0] for name, (variable, _) in names.items()}
    for name, (variable, _) in names.items():
        native = compiled_example(name).simulate(output_times=times, stop_time=1.0)
        assert ends[name] == native[variable][-1], name


def test_event_mode_of_fmi_3_stops_at_events(tmp_path: Path) -> None:
    compiled = compiled_example("CoupledClutches")
    unit = dt.export(compiled.model, tmp_path / "unit.fmu", outputs=["J1.w", "clutch1.mode"])
    rows = simulate_fmu(
        str(unit), stop_time=1.5, output_interval=0.05, record_events=True, use_event_mode=True,
        early_return_allowed=True, timeout=60,
    )  # fmt: skip
    native = compiled.simulate(output_times=np.unique(rows["time"]))
    (locked,) = native.events.times("clutch1.mode", after="stuck")[:1]
    assert np.min(np.abs(rows["time"] - locked)) < 1e-9
    expected = np.interp(rows["time"], native.time, native["J1.w"])
    assert np.max(np.abs(rows["J1.w"] - expected)) < 1e-5
