"""FMUs in processes of their own: those that crash, hang, or exist once only."""

from __future__ import annotations

import copy
import time
from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from tests.fmi.imported import exchange_units, units
from tests.fmi.imported.conftest import Make
from tests.fmi.imported.test_co_simulation import STEP, controlled, recursion

FAILS, CRASHES, HANGS, PRINTS = 1, 8, 9, 10


def test_it_gives_the_same_bits(make: Make) -> None:
    path = make()
    one = dt.simulate(controlled(path, x=0.25), stop_time=2.0)
    other = dt.simulate(copy.copy(controlled(path, x=0.25, isolated=True)), stop_time=2.0)
    for name in one.names:
        assert np.array_equal(one[name], other[name]), name


def test_a_crash_ends_the_run_and_not_the_process(make: Make) -> None:
    model = dt.compile(controlled(make(), isolated=True))
    told = r"unit \(unit\.fmu\) has crashed in the step from t = 0\.5 s to 0\.625 s \(SIGABRT\)"
    with pytest.raises(dt.DrivetrainError, match=told) as caught:
        model.simulate(stop_time=1.0, parameters={"unit.trouble": CRASHES})
    assert caught.value.result.time[-1] == pytest.approx(0.625)
    assert model.simulate(stop_time=1.0).final["unit.count"] == 8
    many = model.ensemble({"unit.trouble": [0, CRASHES, 0]}, stop_time=1.0)
    assert many.final("wheel.w")[[0, 2]] == pytest.approx([recursion(-3.0, 1.0, 8)[0]] * 2)
    assert "SIGABRT" in many.messages[1]


def test_a_unit_that_does_not_answer_is_ended(make: Make) -> None:
    began = time.monotonic()
    with pytest.raises(
        dt.DrivetrainError, match=r"not answered within 1 s in the step from t = 0.5"
    ):
        dt.simulate(controlled(make(), isolated=1.0, trouble=HANGS), stop_time=1.0)
    assert time.monotonic() - began < 30


def test_a_failure_is_told_as_elsewhere(make: Make) -> None:
    with pytest.raises(dt.DrivetrainError) as caught:
        dt.simulate(controlled(make(), isolated=True, trouble=FAILS), stop_time=2.0)
    assert "unit (unit.fmu) has failed in the step from t = 0.5 s to 0.625 s" in str(caught.value)
    assert "the shaft is broken" in str(caught.value)


def test_what_a_unit_prints_does_no_harm(make: Make) -> None:
    result = dt.simulate(controlled(make(), isolated=True, trouble=PRINTS), stop_time=1.0)
    assert result.final["unit.count"] == 8


def test_a_unit_that_exists_once_only_is_used_twice(make: Make, version: int) -> None:
    path = make(text=units.description(version, once=True))

    class Two(dt.Model):
        """The same file twice."""

        one = dt.FMU(path, step=STEP, u=1.0, on=True, isolated=True)
        other = dt.FMU(path, step=STEP, u=2.0, on=True, isolated=True)

    result = dt.simulate(Two(), stop_time=1.0)
    assert (result.final["one.x"], result.final["other.x"]) == (1.0, 2.0)


def test_what_cannot_be_isolated_is_refused(
    make: Make, version: int, libraries: Path, tmp_path: Path
) -> None:
    path = exchange_units.packed(tmp_path / "spring.fmu", version, libraries)
    with pytest.raises(dt.DrivetrainError, match=r"isolated=True\): an FMU for model exchange"):
        dt.FMU(path, isolated=True)
    with pytest.raises(dt.DrivetrainError, match=r"isolated=-1\): give True, or the longest time"):
        dt.FMU(make(), step=STEP, isolated=-1)
    assert "isolated=2.5" in repr(dt.FMU(make(), step=STEP, isolated=2.5))
