"""Units for model exchange: another tool's solver finds the motion that a run here has."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fmpy import simulate_fmu
from fmpy.validation import validate_fmu

import drivetrain as dt
from drivetrain.errors import UsageError
from tests.compiled_examples import compiled_example

SOME = {
    "First": ["inertia3.w", "spring.tau"],
    "CoupledClutches": ["J1.w", "J4.w"],
    "Backlash": ["inertia1.w", "inertia2.w"],
}


@pytest.mark.parametrize("fmi", [2])
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


def test_model_exchange_of_fmi_3_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="fmi=2"):
        dt.export(compiled_example("First").model, tmp_path / "unit.fmu", fmi=3, kinds=("me",))
