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


# Each fault: the class body, and what its message has to say.
FAULTS = {
    "an input without source": (
        """
        motor = Torque()
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.motor >> self.mass
        """,
        ["input 'motor.tau' (Torque in Wrong) has no source", "Torque(tau=…)"],
    ),
    "an open support": (
        """
        left = Inertia(J=1.0)
        gear = IdealGear(ratio=2.0, use_support=True)
        right = Inertia(J=1.0)

        def equations(self):
            yield self.left >> self.gear >> self.right
        """,
        ["connector 'gear.support' (IdealGear)", "not connected", "use_support=False"],
    ),
    "two speeds on one shaft": (
        """
        one = ConstantSpeed(w_fixed=1.0)
        two = ConstantSpeed(w_fixed=2.0)
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.one >> self.mass
            yield self.two.flange >> self.mass.flange_b
        """,
        [
            "one equation is too many",
            "one (ConstantSpeed): w == w_fixed",
            "two (ConstantSpeed)",
            "one.flange.phi",
            "two.flange.phi",
            "remove one of them",
        ],
    ),
    "an equation too many": (
        """
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.mass.w == constant(3.0, "rad/s")
        """,
        ["too many", "mass.w == 3.0", "{file}:14"],
    ),
    "an equation too few": (
        """
        mass = Inertia(J=1.0)
        x = variable("rad")
        y = variable("rad")

        def equations(self):
            yield self.x == self.y
        """,
        ["one equation is missing", "x = y", "add its equation"],
    ),
    "a wrong unit": (
        """
        mass = Inertia(J=1.0)
        x = variable("N.m")

        def equations(self):
            yield self.x == self.mass.phi
        """,
        ["'x' has unit N.m", "'mass.phi' has unit 1 (or rad)", "{file}:15"],
    ),
    "a misspelt parameter": (
        """
        mass = Inertia(J=1.0, state_selct="prefer")
        """,
        ["Inertia has no parameter", "'state_selct'", "did you mean 'state_select'", "{file}:11"],
    ),
    "a misspelt signal": (
        """
        sine = Sine(f=1.0)
        motor = Torque()
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.sine.out >> self.motor.tau
            yield self.motor >> self.mass
        """,
        ["'sine' (Sine) has no member 'out'", "it has", "y", "{file}:16"],
    ),
    "a misspelt part": (
        """
        mass = Inertia(J=1.0)
        load = Inertia(J=1.0)

        def equations(self):
            yield self.mass >> self.lod
        """,
        ["'Wrong' has no member 'lod'", "did you mean 'load'", "{file}:15"],
    ),
    "a negative inertia": (
        """
        mass = Inertia(J=-1.0)
        """,
        ["mass.J = -1 kg.m2 is below its minimum 0", "Moment of inertia"],
    ),
    "a missing parameter": (
        """
        mass = Inertia()
        """,
        ["mass.J (Moment of inertia, kg.m2) has no value", "Inertia(J=…)"],
    ),
    "a number that is none in a table": (
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, mu_pos=[[0, 0.5], [1, float("nan")]])

        def equations(self):
            yield self.mass >> self.brake
        """,
        ["brake.mu_pos", "entry 2 is nan", "finite"],
    ),
    "an unsorted table": (
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, mu_pos=[[0, 0.5], [2, 0.4], [1, 0.3]])

        def equations(self):
            yield self.mass >> self.brake
        """,
        ["brake.mu_pos", "must increase", "entry 2 is 2 and entry 3 is 1"],
    ),
    "a table of the wrong shape": (
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, mu_pos=[0, 0.5])

        def equations(self):
            yield self.mass >> self.brake
        """,
        ["brake.mu_pos", "2 columns", "shape (2,)"],
    ),
    "contradicting start values behind a gear": (
        """
        left = Inertia(J=1.0, w=fixed(1.0))
        gear = IdealGear(ratio=2.0)
        right = Inertia(J=1.0, w=fixed(1.0))

        def equations(self):
            yield self.left >> self.gear >> self.right
        """,
        ["contradict", "left.w = fixed(1)", "right.w = fixed(1)"],
    ),
    "contradicting start values on one shaft": (
        """
        left = Inertia(J=1.0, w=fixed(1.0))
        right = Inertia(J=1.0, w=fixed(2.0))

        def equations(self):
            yield self.left >> self.right
        """,
        ["right.w = fixed(2) contradicts left.w = fixed(1)", "Keep one"],
    ),
    "a value for a variable": (
        """
        mass = Inertia(J=1.0, w=3.0)
        """,
        ["mass.w=3.0", "fixed(3.0)", "guess(3.0)", "{file}:11"],
    ),
    "connectors of two kinds": (
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, use_heat_port=True)

        def equations(self):
            yield self.mass >> self.brake
            yield self.brake.heat_port >> self.mass.flange_a
        """,
        ["'brake.heat_port' (HeatPort)", "'mass.flange_a'", "different kinds", "{file}:16"],
    ),
    "a connector that does not exist": (
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0)

        def equations(self):
            yield self.mass >> self.brake >> self.brake.heat_port
        """,
        ["heat_port does not exist", "use_heat_port", "{file}:15"],
    ),
    "two sources of one signal": (
        """
        a = Constant(k=1.0)
        b = Constant(k=2.0)
        motor = Torque()
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.a.y >> self.motor.tau
            yield self.b.y >> self.motor.tau
            yield self.motor >> self.mass
        """,
        ["'motor.tau' in Wrong has two sources", "{file}:17", "{file}:18", "remove one"],
    ),
    "an if in equations": (
        """
        mass = Inertia(J=1.0)
        x = variable("rad/s")

        def equations(self):
            if self.mass.w > 0:
                yield self.x == self.mass.w
        """,
        ["'mass.w > 0'", "where(condition, a, b)", "{file}:15"],
    ),
    "a forgotten yield": (
        """
        mass = Inertia(J=1.0)
        load = Inertia(J=1.0)

        def equations(self):
            self.mass >> self.load
        """,
        ["'equations' states nothing", "yield", "{file}"],
    ),
    "an error of the author's own": (
        """
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.mass.w == 1 / 0
        """,
        ["ZeroDivisionError: division by zero", "{file}:14"],
    ),
    "an assertion that fails at once": (
        """
        mass = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))

        def equations(self):
            yield ensure(self.mass.phi < constant(0.5, "rad"), "the shaft hits the wall")
        """,
        ["the shaft hits the wall", "{file}:14", "t = 0 s"],
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_in_a_model(fault: str, tmp_path: Path):
    body, wanted = FAULTS[fault]
    file = tmp_path / "wrong.py"
    file.write_text(HEAD + "\n" + indent(dedent(body).strip("\n"), "    ") + "\n")
    text = message(run("simulate", f"{file}:Wrong", "--quiet"), 1)
    for part in wanted:
        assert part.format(file=file) in text, f"{part!r} is missing in: {text}"


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
    body, wanted = FAULTS["two speeds on one shaft"]
    file = tmp_path / "wrong.py"
    file.write_text(HEAD + "\n" + indent(dedent(body).strip("\n"), "    ") + "\n")
    result = run("check", f"{file}:Wrong")
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    for part in wanted:
        assert part in " ".join(result.output.split())


def test_in_a_process_of_its_own():
    """The console command itself prints to standard error and no more."""
    done = subprocess.run(
        [sys.executable, "-m", "drivetrain", "simulate", "CoupledCluches"],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.match(r"Error: there is no example 'CoupledCluches'", done.stderr)
