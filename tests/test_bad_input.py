"""Whatever is wrong, it ends in one clear message with its place, and no traceback."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent

import pytest
from click.testing import CliRunner, Result

from drivetrain.cli import main

HEAD = '''\
from drivetrain import Model, fixed
from drivetrain.blocks import *
from drivetrain.modeling import *
from drivetrain.rotational import *


class Wrong(Model):
    """A model with a fault."""

'''


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def message(result: Result, status: int) -> str:
    """Check how a command ended and return what it printed."""
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == status
    assert "Traceback" not in result.output
    assert len(re.findall(r"^Error: ", result.output, re.MULTILINE)) == 1
    return " ".join(result.output.split())


def test_a_run_that_fails_on_the_way_keeps_what_there_is(tmp_path: Path):
    file, output = tmp_path / "wall.py", tmp_path / "wall.csv"
    body = """
    mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))

    def equations(self):
        yield ensure(self.mass.phi < constant(0.5, "rad"), "the shaft hits the wall")
    """
    file.write_text(HEAD + "\n" + indent(dedent(body).strip("\n"), "    ") + "\n")
    result = run("simulate", f"{file}:Wrong", "--output", str(output), "--quiet")
    text = message(result, 1)
    assert "the shaft hits the wall" in text
    last = output.read_text().strip().splitlines()[-1]
    assert 0.4 < float(last.split(",")[0]) < 0.6


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["simulate", "CoupledCluches"], "did you mean 'CoupledClutches'"),
        (["check", "Frist"], "did you mean 'First'"),
        (["simulate", "{folder}/none.py:A"], "there is no file"),
        (["simulate", "no_such_package.module:A"], "no module 'no_such_package'"),
        (["simulate", "drivetrain.examples.first:Fist"], "did you mean 'First'"),
        (["simulate", "drivetrain.rotational:Inertia"], "is not a Model"),
        (["simulate", "First", "--output", "{folder}/none/x.csv"], "there is no folder"),
        (["simulate", "First", "--output", "{folder}/x.xls"], ".csv, .parquet, .mat"),
        (["simulate", "First", "--plot", "inertia3.w:{folder}/none/x.png"], "there is no folder"),
        (["simulate", "First", "--plot", "inertia3.v"], "did you mean 'inertia3.w'"),
        (["simulate", "First", "--plot", "inertia3.J"], "is a parameter, not a variable"),
        (["simulate", "First", "-p", "inertia1.j=3"], "did you mean 'inertia1.J'"),
        (["simulate", "First", "-p", "inertia1.J"], "write -p name=value"),
        (["simulate", "First", "-p", "inertia1.J=a=b"], "write a number"),
        (["simulate", "First", "--stop-time", "-1"], "end after its start"),
        (["simulate", "First", "--tolerance", "nan"], "tolerance"),
        (["simulate", "First", "--interval", "0"], "interval"),
        (["simulate", "First", "--solver", "rk4"], "solver"),
        (["simulat", "First"], "Did you mean 'simulate'"),
        (["simulate"], "MODEL"),
    ],
)
def test_bad_usage(arguments: list[str], wanted: str, tmp_path: Path):
    text = message(run(*(a.format(folder=tmp_path) for a in arguments)), 2)
    assert wanted in text
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["simulate", "check"])
def test_file_with_a_syntax_error(command: str, tmp_path: Path):
    file = tmp_path / "broken.py"
    file.write_text("from drivetrain import Model\n\n\nclass A(Model)\n    pass\n")
    text = message(run(command, f"{file}:A"), 2)
    assert f"{file}:4" in text
    assert "class A(Model)" in text


def test_value_out_of_bounds():
    text = message(run("simulate", "First", "-p", "inertia1.J=-1"), 1)
    assert "inertia1.J = -1 kg.m2 is below its minimum" in text


def test_check_reports_faults_without_raising(tmp_path: Path):
    file = tmp_path / "wrong.py"
    file.write_text(HEAD + "    x = variable()\n")
    result = run("check", f"{file}:Wrong")
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert "Wrong: not usable" in result.output
    assert "Nothing says what this is:\n    x" in result.output


def test_in_a_process_of_its_own():
    """The console command itself prints to standard error and no more."""
    done = subprocess.run(
        [sys.executable, "-m", "drivetrain", "simulate", "CoupledCluches"],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.match(r"Error: there is no example 'CoupledCluches'", done.stderr)
