"""What is said when an FMU is not what it should be, or fails."""

import ctypes
import gc
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fmpy.fmi2 import fmi2CallbackFunctions, fmi2CallbackLoggerTYPE
from fmpy.logging import addLoggerProxy

import drivetrain as dt
from drivetrain.errors import FMUError
from tests.fmi.imported import units
from tests.fmi.imported.conftest import Make
from tests.fmi.imported.test_co_simulation import STEP, controlled, recursion

FAILS, DISCARDS, ENDS, NO_START, UNDEFINED, FATAL, WARNS = 1, 2, 4, 6, 7, 11, 12


def test_a_missing_or_damaged_file(tmp_path: Path) -> None:
    with pytest.raises(FMUError, match=r"no file .*gone\.fmu"):
        dt.FMU(tmp_path / "gone.fmu", step=STEP)
    (tmp_path / "text.fmu").write_text("no archive")
    with pytest.raises(FMUError, match="is no archive"):
        dt.FMU(tmp_path / "text.fmu", step=STEP)
    with pytest.raises(FMUError, match="no valid XML"):
        dt.FMU(units.packed(tmp_path / "xml.fmu", 2, text="<fmi"), step=STEP)
    with pytest.raises(dt.DrivetrainError, match="choose 'cs'"):
        dt.FMU(tmp_path / "gone.fmu", step=STEP, kind="cosim")


def test_another_version_is_named(tmp_path: Path) -> None:
    old = units.description(2).replace('fmiVersion="2.0"', 'fmiVersion="1.0"')
    with pytest.raises(FMUError, match=r"FMI version 1\.0.*2\.0 and 3\.0"):
        dt.FMU(units.packed(tmp_path / "old.fmu", 2, text=old), step=STEP)


@pytest.mark.parametrize("name", ["../escaped.txt", "/tmp/escaped.txt", "a\\..\\b.txt", "C:x"])
def test_nothing_is_unpacked_outside(tmp_path: Path, name: str) -> None:
    path = units.packed(tmp_path / "evil.fmu", 2, more={name: "escaped"})
    with pytest.raises(FMUError, match="outside its own folder"):
        dt.FMU(path, step=STEP)


def test_a_missing_platform_lists_those_that_are_there(make: Make) -> None:
    model = controlled(make(place="win64"))  # nothing is loaded before a run starts
    compiled = dt.compile(model)
    with pytest.raises(FMUError, match=r"cannot run on this system.*it has libraries for win64"):
        compiled.simulate(stop_time=1.0)


def test_sources_are_compiled_where_there_is_no_library(tmp_path: Path) -> None:
    pytest.importorskip("cmake")
    if not units.has_compiler():
        pytest.skip("needs a C compiler")
    path = units.packed(tmp_path / "source.fmu", 2, sources=True)
    result = dt.simulate(controlled(path), stop_time=1.0)
    assert result.final["wheel.w"] == pytest.approx(recursion(-3.0, 1.0, 8)[0], rel=1e-12)


def test_a_library_that_cannot_be_loaded(tmp_path: Path) -> None:
    broken = tmp_path / f"unit{units.fmpy.sharedLibraryExtension}"
    broken.write_text("no library")
    model = controlled(units.packed(tmp_path / "broken.fmu", 2, binary=broken))
    with pytest.raises(FMUError, match=r"unit: the library of broken\.fmu cannot be loaded"):
        dt.simulate(model, stop_time=1.0)


def test_a_failed_step_tells_instant_part_and_log(make: Make) -> None:
    with pytest.raises(dt.DrivetrainError) as caught:
        dt.simulate(controlled(make(), trouble=FAILS), stop_time=2.0)
    told = str(caught.value)
    assert "unit (unit.fmu) has failed in the step from t = 0.5 s to 0.625 s" in told
    assert "the shaft is broken" in told
    assert caught.value.result.time[-1] == pytest.approx(0.625)
    assert caught.value.result["wheel.w"][-1] == pytest.approx(recursion(-3.0, 1.0, 5)[0], rel=1e-9)


@pytest.mark.parametrize("trouble", [FAILS, FATAL])
def test_nothing_is_called_after_a_failure_that_must_not_be(make: Make, trouble: int) -> None:
    """A unit that is terminated in spite of it may well end the process, as this one does."""
    code = (
        "import drivetrain as dt\n"
        f"unit = dt.FMU({str(make())!r}, step=0.125, u=1.0, on=True, trouble={trouble})\n"
        "try:\n    dt.simulate(unit, stop_time=1.0)\n"
        "except dt.DrivetrainError as error:\n    print(error)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert "has failed in the step from t = 0.5 s" in said.stdout


def test_a_discarded_step_is_named(make: Make) -> None:
    with pytest.raises(dt.DrivetrainError, match=r"DoStep: discard"):
        dt.simulate(controlled(make(), trouble=DISCARDS), stop_time=2.0)


def test_a_failed_start_is_named(make: Make) -> None:
    with pytest.raises(dt.DrivetrainError, match=r"unit \(unit\.fmu\) finds no initial values"):
        dt.simulate(controlled(make(), trouble=NO_START), stop_time=2.0)


def test_a_unit_that_asks_to_end_the_run(libraries: Path, tmp_path: Path) -> None:
    path = units.packed(tmp_path / "u.fmu", 3, binary=units.library(libraries, 3))
    with pytest.raises(dt.DrivetrainError, match=r"asks to end the run at t = 0\.625 s"):
        dt.simulate(controlled(path, trouble=ENDS), stop_time=2.0)


def test_failures_in_an_ensemble_leave_the_other_runs(make: Make) -> None:
    many = dt.compile(controlled(make())).ensemble({"unit.trouble": [0, FAILS, 0]}, stop_time=1.0)
    w = recursion(-3.0, 1.0, 8)[0]
    assert many.final("wheel.w")[[0, 2]] == pytest.approx([w, w], rel=1e-12)
    assert "the shaft is broken" in many.messages[1]


def test_a_unit_that_exists_once_only(make: Make, version: int) -> None:
    path = make(text=units.description(version, once=True))
    model = dt.compile(controlled(path))
    gains = [-3.0, -2.0, -1.0, 0.0]
    many = model.ensemble({"unit.k": gains}, stop_time=1.0)  # one after the other
    assert many.final("wheel.w") == pytest.approx([recursion(k, 1.0, 8)[0] for k in gains])

    class Two(dt.Model):
        """The same file twice."""

        one = dt.FMU(path, step=STEP, u=1.0, on=True)
        other = dt.FMU(path, step=STEP, u=1.0, on=True)

    with pytest.raises(FMUError, match=r"other: unit\.fmu can exist once only"):
        dt.simulate(Two(), stop_time=1.0)
    assert model.simulate(stop_time=1.0).final["unit.count"] == 8


def test_an_invalid_description_is_read_with_a_warning(make: Make, version: int) -> None:
    text = units.description(version).replace("modelName=", 'mistake="1" modelName=')
    with pytest.warns(dt.ModelWarning, match="violates the standard"):
        dt.FMU(make(text=text), step=STEP)


def test_the_folder_of_a_unit_is_private_and_removed(make: Make) -> None:
    code = (
        "import sys, drivetrain as dt\n"
        f"unit = dt.FMU({str(make())!r}, step=0.1)\n"
        "folder = type(unit)._archive.folder\n"
        "print(folder, oct(folder.stat().st_mode & 0o777))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    folder, rights = said.stdout.split()
    assert rights == "0o700"
    assert not Path(folder).exists()


def test_signals_that_are_left_out_are_named(libraries: Path, tmp_path: Path) -> None:
    binary_value = '<Binary name="field" valueReference="20" causality="input"/>'
    text = units.description(3).replace("</ModelVariables>", f"{binary_value}</ModelVariables>")
    binary = units.library(libraries, 3)
    path = units.packed(tmp_path / "array.fmu", 3, text=text, binary=binary)
    with pytest.warns(dt.ModelWarning, match=r"array\.fmu: texts.*field cannot be connected"):
        dt.FMU(path, step=STEP)


def test_an_undefined_output_is_named(make: Make) -> None:
    with pytest.raises(dt.DrivetrainError, match=r"gives x = nan at t = 0\.5 s"):
        dt.simulate(controlled(make(), trouble=UNDEFINED), stop_time=2.0)


@pytest.mark.parametrize("failing", ["first", "second"])
def test_a_failure_is_told_with_the_messages_of_its_own_unit(make: Make, failing: str) -> None:
    """FMPy sends all messages of FMI 2.0 to the function that it was given last."""

    class Two(dt.Model):
        first = controlled(make(), trouble=FAILS if failing == "first" else 0)
        second = controlled(make(), trouble=FAILS if failing == "second" else 0)

    def other_tool() -> None:
        functions = fmi2CallbackFunctions()
        functions.logger = fmi2CallbackLoggerTYPE(lambda *_: None)
        addLoggerProxy(ctypes.byref(functions))

    other_tool()
    gc.collect()
    with pytest.raises(dt.DrivetrainError) as caught:
        dt.simulate(Two(), stop_time=2.0)
    assert f"{failing}.unit (unit.fmu) has failed" in str(caught.value)
    assert "the shaft is broken" in str(caught.value)


@pytest.mark.parametrize(("kind", "value"), [("Int8", 300), ("UInt8", -1), ("UInt8", 256)])
def test_a_number_that_there_is_no_room_for_is_refused(
    libraries: Path, tmp_path: Path, kind: str, value: int
) -> None:
    """As a number of eight bits, 300 would be 44."""
    small = f'<{kind} name="small" valueReference="20" causality="input" start="0"/>'
    text = units.description(3).replace("</ModelVariables>", f"{small}</ModelVariables>")
    path = units.packed(tmp_path / "small.fmu", 3, text=text, binary=units.library(libraries, 3))
    with pytest.raises(dt.DrivetrainError, match=rf"small is of the type {kind}.*is to be {value}"):
        dt.simulate(controlled(path, small=value), stop_time=1.0)


@pytest.mark.parametrize("isolated", [False, True])
def test_what_a_unit_warns_of_is_passed_on_once(make: Make, isolated: bool) -> None:
    with pytest.warns(dt.ModelWarning) as told:
        dt.simulate(controlled(make(), trouble=WARNS, isolated=isolated), stop_time=2.0)
    texts = [str(one.message) for one in told]
    assert texts == ["unit (unit.fmu) warns: the table is left"]


@pytest.mark.parametrize(
    ("base", "told"),
    [
        ('<BaseUnit s="-1" rad="1"/>', r"rpm is 1 rad/s, and not 0\.10472"),
        ('<BaseUnit kg="1"/>', r"rpm is kg there, and not rad/s"),
    ],
)
def test_a_unit_that_is_not_what_its_name_says(
    make: Make, version: int, base: str, told: str
) -> None:
    """Its numbers would be wrong by a factor, and nothing else would tell."""
    own = '<BaseUnit s="-1" rad="1" factor="0.10471975511965977"/>'
    text = units.description(version)
    assert own in text
    with pytest.warns(dt.ModelWarning, match=told):
        dt.FMU(make(text=text.replace(own, base)), step=STEP)


def test_a_unit_that_nobody_knows_is_named(make: Make, version: int) -> None:
    text = units.description(version).replace('unit="rpm"', 'unit="knots"')
    with pytest.warns(dt.ModelWarning, match=r"not known: knots\. Their numbers are taken as they"):
        dt.FMU(make(text=text), step=STEP)


@pytest.mark.parametrize("path", [None, 3, [[1, 2]]])
def test_what_is_no_name_of_a_file_is_refused(path: Any) -> None:
    with pytest.raises(dt.DrivetrainError, match="give the name of a file, as a text or a Path"):
        dt.FMU(path)
