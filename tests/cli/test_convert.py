"""The command convert, and folders with libraries."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from drivetrain.cli import main
from drivetrain.cli.models import find_model

Invoke = Callable[..., Result]

PART = "Modelica.Mechanics.Rotational.Components.Inertia wheel(J=1, w(start=2, fixed=true));"
PYTHON = """
from drivetrain import Model, fixed
from drivetrain.rotational import Inertia

class Launch(Model):
    wheel = Inertia(J=1.0, w=fixed(2.0))
"""


@pytest.fixture
def invoke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Invoke:
    """Call the command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return lambda *words: CliRunner().invoke(main, words)


def write(text: str, name: str) -> str:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_modelica_becomes_python(invoke: Invoke) -> None:
    write(f"model Launch {PART} end Launch;", "Launch.mo")
    done = invoke("convert", "Launch.mo")
    assert done.exit_code == 0, done.output
    assert "wheel = Inertia(J=1, w=fixed(2))" in done.stdout
    told = invoke("convert", "Launch.mo:Launch", "--to", "python", "-o", "launch.py")
    assert told.output == "written    launch.py\n"
    assert Path("launch.py").read_text() == done.stdout
    assert find_model("launch.py").name == "Launch"


def test_a_package_becomes_a_folder(invoke: Invoke) -> None:
    launch = f"model Launch {PART} end Launch;"
    write(f"package Rig package Parts {launch} end Parts; end Rig;", "Rig.mo")
    done = invoke("convert", "Rig.mo", "--output", "rig")
    assert done.output == "written    rig/__init__.py\nwritten    rig/parts.py\n"
    assert find_model("rig/parts.py").name == "Launch"
    done = invoke("convert", "Rig.mo:Rig.Parts.Launch", "--output", "rig")
    assert "a folder takes a whole package: leave out ':Rig.Parts.Launch'" in done.output


def test_python_becomes_modelica(invoke: Invoke) -> None:
    write(PYTHON, "model.py")
    done = invoke("convert", "model.py:Launch")
    assert done.exit_code == 0, done.output
    assert "Inertia wheel(J = 1.0, w(start = 2.0, fixed = true));" in done.stdout
    Path("Written.mo").write_text(done.stdout)
    assert find_model("Written.mo").name == "Launch"


def test_what_cannot_be_converted_is_refused(invoke: Invoke) -> None:
    write(f"model Launch {PART} end Launch;", "Launch.mo")
    done = invoke("convert", "Launch.mo", "--to", "modelica")
    assert (done.exit_code, done.output) == (2, "Error: 'Launch.mo' is Modelica already\n")
    assert "no file 'Lunch.mo'; did you mean 'Launch.mo'" in invoke("convert", "Lunch.mo").output
    done = invoke("convert", "Launch.mo", "-o", "nowhere/launch.py")
    assert "'nowhere/launch.py' cannot be written" in done.output


def test_libraries_are_found_in_folders(invoke: Invoke) -> None:
    write(f"package Lib model Part {PART} end Part; end Lib;", "libraries/Lib.mo")
    write("model Launch Lib.Part part; end Launch;", "Launch.mo")
    assert "no 'Lib'" in invoke("convert", "Launch.mo").output
    done = invoke("convert", "Launch.mo", "--library", "libraries")
    assert "part = Part()" in done.output
    assert find_model("Launch.mo", ["libraries"]).name == "Launch"
    done = invoke("check", "model.py", "--library", "libraries")
    assert "--library is for Modelica models" in done.output


@pytest.mark.parametrize("command", ["convert", "check", "simulate"])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("parameter Real a = 1/0;", "Launch, Launch.mo:2: a value cannot be computed: division"),
        (
            'function f input Real x; output Real y; algorithm assert(x > 0, "low"); y := x; end f;'
            "parameter Real a = f(-1);",
            "Launch, Launch.mo:2: low",
        ),
    ],
)
def test_values_that_cannot_be_computed_are_told_at_their_line(
    invoke: Invoke, command: str, text: str, told: str
) -> None:
    write(f"model Launch\n{text}\n{PART}\nend Launch;", "Launch.mo")
    done = invoke(command, "Launch.mo")
    assert done.exit_code == 1
    assert told in done.output
