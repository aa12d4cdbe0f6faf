"""Converted models move as the loaded ones do, and read as if people had written them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.modelica.library import known_classes, snake_case
from drivetrain.modelica.library.find import find_class
from drivetrain.modeling import Component

MODELS = sorted((Path(__file__).parents[1] / "models").glob("*.mo"))
APPROVED = Path(__file__).parent / "approved"
PROJECT = Path(__file__).parents[3] / "pyproject.toml"


def ours(name: str) -> str:
    return ".".join(part if part == "dT" else snake_case(part) for part in name.split("."))


def run_text(text: str) -> dict[str, Any]:
    module = ModuleType("converted")
    exec(compile(text, "converted.py", "exec"), module.__dict__)
    return vars(module)


def ruff(*command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ruff", *command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("examples") / "examples"
    folder.mkdir()
    for file in MODELS:
        (folder / f"{snake_case(file.stem).lower()}.py").write_text(dt.modelica.convert(file))
    return folder


@pytest.mark.parametrize("file", MODELS, ids=lambda file: file.stem)
@pytest.mark.filterwarnings("ignore::drivetrain.errors.ModelWarning")
def test_a_converted_model_has_the_bits_of_the_loaded_one(file: Path) -> None:
    made = run_text(dt.modelica.convert(file))[file.stem]
    found, expected = (dt.simulate(one(), tolerance=1e-9) for one in (made, dt.modelica.load(file)))
    assert np.array_equal(found.time, expected.time)
    assert list(found.names) == [ours(name) for name in expected.names]
    for name in expected.names:
        assert np.array_equal(found[ours(name)], expected[name]), name


def test_a_value_that_python_computes_reads_renamed_parameters(tmp_path: Path) -> None:
    """No table at all is a value of one with any number of rows."""
    (tmp_path / "Chosen.mo").write_text("""
model Chosen
  parameter Boolean fromOutside = false;
  parameter Real outerTable[:, 2] = fill(0.0, 0, 2);
  parameter Real lastValue = 3;
  Modelica.Blocks.Sources.CombiTimeTable t(
    table=if fromOutside then outerTable else [0, 0; 1, lastValue]);
end Chosen;
""")
    file = tmp_path / "Chosen.mo"
    made = run_text(dt.modelica.convert(file))["Chosen"]
    assert dt.simulate(dt.modelica.load(file)(), stop_time=1).final["t.y[0]"] == 3
    assert dt.simulate(made(), stop_time=1).final["t.y[0]"] == 3
    outside = made(from_outside=True, outer_table=[[0, 0], [2, 4]])
    assert dt.simulate(outside, stop_time=1).final["t.y[0]"] == 2


def test_converted_models_pass_the_formatter_and_the_linter(converted: Path) -> None:
    ruff("format", "--diff", "--config", str(PROJECT), str(converted))
    ruff("check", "--no-cache", "--config", str(PROJECT), "--ignore", "D102,INP001", str(converted))


@pytest.mark.parametrize("file", sorted(APPROVED.glob("*.py")), ids=lambda file: file.stem)
def test_converted_models_read_as_approved(file: Path) -> None:
    model = next(one for one in MODELS if snake_case(one.stem).lower() == file.stem)
    assert dt.modelica.convert(model) == file.read_text(encoding="utf-8")


def test_members_of_library_classes_keep_their_names_in_a_conversion() -> None:
    for name in known_classes():
        of = find_class(name)
        assert of is not None
        made = of.load()
        if issubclass(made, Component):
            declared = [one for one in made.declarations() if one != "dT"]
            assert [snake_case(one) for one in declared] == declared, name


OWN = """
package Own "Things of one's own"
  function square "Square of a number"
    input Real u;
    output Real y;
  algorithm
    y := u*u;
  end square;
  function powers
    input Real u;
    output Real y = 1;
    output Real z;
  algorithm
    for k in 1:3 loop
      y := k*y*square(u);
    end for;
    z := if u > 1 then y else -y;
  end powers;
  connector Pin
    Modelica.Units.SI.Voltage v;
    flow Modelica.Units.SI.Current i;
  end Pin;
  partial model OnePort
    Pin p, n;
    Modelica.Units.SI.Voltage v;
  equation
    v = p.v - n.v;
    p.i + n.i = 0;
  end OnePort;
  model Resistor
    extends OnePort;
    parameter Modelica.Units.SI.Resistance R = 2 "A resistance with a \\"name\\"";
  equation
    v = R*p.i;
  end Resistor;
  model Capacitor
    extends OnePort(v(start=1, fixed=true));
    parameter Modelica.Units.SI.Capacitance C;
  equation
    C*der(v) = p.i;
  end Capacitor;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Discharge "A capacitor that is discharged, and a relay"
    parameter Real lowLevel = 0.2;
    Capacitor bigCapacitor(C=0.1);
    Resistor resistor;
    Ground fixed;
    Real xPower(start=1, fixed=true), y, p3;
    Boolean isLow(start=false, fixed=true);
    discrete Integer count(start=0, fixed=true);
    Real z[3];
  equation
    connect(bigCapacitor.p, resistor.p);
    connect(bigCapacitor.n, resistor.n);
    connect(fixed.p, resistor.n);
    der(xPower) = -xPower + square(y)*0.5;
    (y, p3) = powers(sin(3*time));
    isLow = if pre(isLow) then not resistor.v > 0.5 else resistor.v < lowLevel;
    when change(isLow) then
      count = pre(count) + 1;
    end when;
    for i in 1:3 loop
      z[i] = if time > 0.2*i then i*xPower^2 else 2.0^i;
    end for;
    assert(xPower > -10, "x is too small");
    annotation (experiment(StopTime=1));
  end Discharge;
end Own;
"""


@pytest.mark.filterwarnings("ignore::drivetrain.errors.ModelWarning")
def test_equations_and_functions_of_ones_own_have_the_same_bits(tmp_path: Path) -> None:
    file = tmp_path / "Own.mo"
    file.write_text(OWN)
    text = dt.modelica.convert(file)
    made = run_text(text)["Discharge"]
    found, expected = (dt.simulate(one()) for one in (made, dt.modelica.load(file)))
    assert found.final["count"] == 1
    assert np.array_equal(found.time, expected.time)
    for name in expected.names:
        assert np.array_equal(found[ours(name)], expected[name]), name
    folder = tmp_path / "examples"
    folder.mkdir()
    (folder / "own.py").write_text(text)
    ruff("format", "--diff", "--config", str(PROJECT), str(folder))
    ruff("check", "--no-cache", "--config", str(PROJECT), "--ignore", "D102,INP001", str(folder))


def test_without_a_name_all_models_of_a_file_are_converted(tmp_path: Path) -> None:
    file = tmp_path / "P.mo"
    part = "Modelica.Mechanics.Rotational.Components.Inertia load(J=1);"
    file.write_text(f"package P model A {part} end A; model Inertia A Inertia; end Inertia; end P;")
    made = run_text(dt.modelica.convert(file))
    assert made["__all__"] == ["A", "Inertia"]
    assert dt.simulate(made["Inertia"](), stop_time=0.1).parameters["Inertia.load.J"] == 1.0
