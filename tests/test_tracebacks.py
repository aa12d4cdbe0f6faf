"""Tracebacks of errors show the user's lines, and those of the package only on demand."""

from __future__ import annotations

import os
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain.calls import folding
from drivetrain.errors import ArgumentError, ModelError, ParameterError
from drivetrain.rotational import Fixed, Inertia
from drivetrain.tracebacks import FULL_TRACEBACK, fold, folded

PACKAGE = str(Path(dt.__file__).parent)

SCRIPT = '''
import drivetrain as dt
from drivetrain.rotational import Inertia

class Wrong(dt.Model):
    """An equation names what is not there."""

    disc = Inertia(J=1)

    def equations(self):
        yield self.disc.speed == 1

def run():
    return dt.simulate(Wrong())

run()
'''


class Wrong(dt.Model):
    """An equation names what is not there."""

    disc = Inertia(J=1)

    def equations(self) -> dt.Equations:
        yield self.disc.speed == 1  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _folds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FULL_TRACEBACK, raising=False)


def files(error: BaseException) -> list[str]:
    return [frame.filename for frame in traceback.extract_tb(error.__traceback__)]


def built() -> dt.Model:
    m = dt.Model("m")
    m.add(disc=Inertia(J=1), wall=Fixed())
    return m


RESULT = dt.simulate(built(), stop_time=0.1)

CALLS: dict[str, Callable[[], object]] = {
    "simulate": lambda: dt.simulate(Wrong()),
    "compile": lambda: dt.compile(Wrong()),
    "misspelt": lambda: dt.simulate(built(), stop_tim=1.0),  # type: ignore[call-arg]
    "late": lambda: dt.simulate(built(), stop_time=-1.0),
    "parameter": lambda: dt.simulate(built(), parameters={"disc.I": 1.0}),
    "component": lambda: Inertia(JJ=1.0),  # type: ignore[call-arg]
    "add": lambda: built().add(disc=Inertia(J=1)),
    "connect": lambda: built().connect(3),
    "equation": lambda: built().equation(3),
    "signal": lambda: RESULT["disc.speed"],
    "plot": lambda: RESULT.plot("disc.speed"),
    "fixed": lambda: dt.fixed(1.0, nominal=-1.0),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_only_lines_of_the_user_are_shown(call: Callable[[], object]) -> None:
    with pytest.raises(dt.DrivetrainError) as caught:
        call()
    assert set(files(caught.value)) == {__file__}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_all_frames_are_shown_on_demand(
    call: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FULL_TRACEBACK, "1")
    with pytest.raises(dt.DrivetrainError) as caught:
        call()
    assert any(file.startswith(PACKAGE) for file in files(caught.value))


def test_the_switch_may_be_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FULL_TRACEBACK, "0")
    test_only_lines_of_the_user_are_shown(CALLS["simulate"])


def test_causes_remain_and_show_the_line_in_equations() -> None:
    with pytest.raises(dt.DrivetrainError) as caught:
        dt.simulate(Wrong())
    cause = caught.value.__cause__
    assert isinstance(cause, ModelError)
    (frame,) = traceback.extract_tb(cause.__traceback__)
    assert frame.name == "equations"
    assert frame.line == "yield self.disc.speed == 1  # type: ignore[attr-defined]"


def test_errors_of_others_keep_their_frames() -> None:
    def stop(done: float, time: float) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as caught:
        dt.simulate(dt.examples.find("CoupledClutches")(), progress=stop)
    assert any(file.startswith(PACKAGE) for file in files(caught.value))


def test_misuse_by_the_package_itself_is_a_type_error_with_all_frames() -> None:
    with pytest.raises(ArgumentError), folding():
        dt.fixed(1.0, 2.0)  # type: ignore[misc]


def test_a_ring_of_causes_ends() -> None:
    one, two = ParameterError("one"), ParameterError("two")
    one.__cause__, two.__cause__ = two, one
    fold(one)
    assert one.__cause__ is two


def test_no_traceback_stays_none() -> None:
    assert folded(None) is None


@pytest.mark.parametrize(("full", "lines"), [("", 3), ("1", None)])
def test_what_a_script_prints(tmp_path: Path, full: str, lines: int | None) -> None:
    script = tmp_path / "launch.py"
    script.write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True, text=True, check=False, encoding="utf-8",
        env={**os.environ, FULL_TRACEBACK: full, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert done.returncode == 1
    assert "has no member 'speed'" in done.stderr.splitlines()[-1]
    places = [line for line in done.stderr.splitlines() if line.lstrip().startswith("File ")]
    if lines is None:
        assert any(PACKAGE in place for place in places)
    else:
        assert [str(script) in place for place in places] == [True] * lines
