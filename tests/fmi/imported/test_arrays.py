"""Arrays of FMI 3.0, structural parameters, enumerations and texts."""

from __future__ import annotations

import math
import pickle
from pathlib import Path
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.blocks import Constant
from tests.fmi.imported import units

CODE = Path(__file__).with_name("array_unit.c")
LENGTH = '<Dimension valueReference="1"/>'
VARIABLES = f"""
<Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
<UInt64 name="n" valueReference="1" causality="structuralParameter" variability="fixed" start="3"/>
<Float64 name="d" valueReference="2" causality="parameter" variability="fixed"
    start="1 2 3">{LENGTH}</Float64>
<Float64 name="u" valueReference="3" causality="input" start="0 0 0">{LENGTH}</Float64>
<Float64 name="y" valueReference="4" causality="output">{LENGTH}</Float64>
<Float64 name="x" valueReference="5" causality="local" variability="continuous"
    initial="exact" start="0 0 0">{LENGTH}</Float64>
<Float64 name="der(x)" valueReference="6" causality="local" derivative="5">{LENGTH}</Float64>
<Enumeration name="level" valueReference="7" causality="parameter" variability="fixed"
    declaredType="Level" start="1"/>
<String name="label" valueReference="8" causality="input"><Start value=""/></String>
<Int32 name="length" valueReference="9" causality="output"/>
<Enumeration name="seen" valueReference="10" causality="output" declaredType="Level"/>
<Float64 name="matrix" valueReference="11" causality="parameter" variability="fixed"
    start="1 2 3 4 5 6"><Dimension start="2"/>{LENGTH}</Float64>
<Float64 name="corner" valueReference="12" causality="output"/>
"""
DESCRIPTION = f"""<fmiModelDescription fmiVersion="3.0" modelName="Discs"
instantiationToken="{units.TOKEN}"><ModelExchange modelIdentifier="unit"/>
<CoSimulation modelIdentifier="unit" canHandleVariableCommunicationStepSize="true"/>
<TypeDefinitions><EnumerationType name="Level"><Item name="low" value="1"/><Item name="high"
value="4"/></EnumerationType></TypeDefinitions>
<ModelVariables>{VARIABLES}</ModelVariables><ModelStructure><Output valueReference="4"
dependencies="5"/><Output valueReference="9"/><Output valueReference="10"/><Output
valueReference="12"/><ContinuousStateDerivative valueReference="6" dependencies="5 3"/>
<InitialUnknown valueReference="6"/></ModelStructure></fmiModelDescription>"""


@pytest.fixture
def path(libraries: Path, tmp_path: Path) -> Path:
    """Return the FMU."""
    binary = units.library(libraries, 3, CODE)
    return units.packed(tmp_path / "discs.fmu", 3, text=DESCRIPTION, binary=binary)


def driven(path: Path, **how: Any) -> dt.Model:
    class Driven(dt.Model):
        """One of the discs is driven by the model, the others by constants."""

        torque = Constant(k=3.0)
        discs = dt.FMU(path, **{"u[1]": 1.0, "u[3]": 0.0} | how)

        def equations(self):
            yield self.torque.y >> self.discs["u[2]"]

    return Driven()


def test_elements_of_arrays_are_states_inputs_and_outputs(path: Path) -> None:
    result = dt.simulate(driven(path, kind="me"), stop_time=1.0, tolerance=1e-10)
    assert result.final["discs.x_1"] == pytest.approx(1 - math.exp(-1), rel=1e-8)
    assert result.final["discs.x_2"] == pytest.approx(1.5 * (1 - math.exp(-2)), rel=1e-8)
    assert result.final["discs.y_2"] == pytest.approx(3 * (1 - math.exp(-2)), rel=1e-8)
    assert result.final["discs.y_3"] == 0
    ticks = dt.simulate(driven(path, kind="cs", step=0.25), stop_time=1.0)
    assert ticks.final["discs.y_2"] == pytest.approx(2 * 1.5 * (1 - 0.5**4), rel=1e-12)


@pytest.mark.parametrize("kind", ["cs", "me"])
def test_parameters_and_starts_of_elements_have_effect(path: Path, kind: str) -> None:
    how = {"step": 1 / 1024} if kind == "cs" else {"kind": kind}
    within = 1e-3 if kind == "cs" else 1e-8
    decayed = (1 - 9 / 1024) ** 512 if kind == "cs" else math.exp(-4.5)
    compiled = dt.compile(driven(path, d=[1.0, 4.0, 9.0], **{"x[3]": 2.0}, **how))
    result = compiled.simulate(stop_time=0.5, tolerance=1e-10)
    assert result.final["discs.y_2"] == pytest.approx(1.5 * (1 - math.exp(-2)), rel=within)
    assert result.final["discs.y_3"] == pytest.approx(4 * decayed, rel=1e-8)
    others = {"discs.d_2": [2.0, 4.0], "discs.x_3_start": [1.0, 2.0]}
    many = compiled.ensemble(others, stop_time=0.5)
    assert many.final("discs.y_2")[0] == pytest.approx(3 * (1 - math.exp(-1)), rel=1e-3)
    assert many.final("discs.y_3") == pytest.approx([2 * decayed, 4 * decayed], rel=1e-3)


@pytest.mark.parametrize("kind", ["cs", "me"])
def test_a_structural_parameter_decides_how_many_there_are(path: Path, kind: str) -> None:
    how = {"step": 1 / 1024} if kind == "cs" else {"kind": kind}
    part = dt.FMU(path, n=2, d=[1.0, 2.0], matrix=[[1, 2], [3, 9]], u=1.0, x=[0.0, 0.5], **how)
    part = pickle.loads(pickle.dumps(part))
    assert not hasattr(part, "y_3")
    model = dt.Model("two")
    model.add(discs=part)
    result = dt.simulate(model, stop_time=1.0, tolerance=1e-10)
    assert result.final["discs.y_1"] == pytest.approx(2 * (1 - math.exp(-1)), rel=1e-3)
    assert result.final["discs.y_2"] == pytest.approx(1.0, rel=1e-8)
    assert result.final["discs.corner"] == 9
    assert "n=2" in repr(part)


def test_what_does_not_fit_is_refused(path: Path) -> None:
    with pytest.raises(dt.DrivetrainError, match=r"'d' of .* is an array of 3, and this is one of"):
        dt.FMU(path, d=[1.0, 2.0], step=0.1)
    with pytest.raises(dt.DrivetrainError, match=r"matrix.*array of 2 x 3"):
        dt.FMU(path, matrix=[1, 2, 3, 4, 5, 6], step=0.1)
    with pytest.raises(dt.DrivetrainError, match="values low, high"):
        dt.FMU(path, level="medium", step=0.1)
    with pytest.raises(dt.DrivetrainError, match="d_1"):  # the file has no values for this size
        dt.simulate(driven(path, n=4, step=0.1, x=0.0, matrix=0.0, **{"u[4]": 0.0}), stop_time=0.1)
    with pytest.raises(dt.DrivetrainError, match=r"discs\.n"):
        dt.simulate(driven(path, step=0.1), stop_time=0.1, parameters={"discs.n": 2})


@pytest.mark.parametrize("kind", ["cs", "me"])
def test_enumerations_by_name_and_constant_texts(path: Path, kind: str) -> None:
    how = {"step": 0.125} if kind == "cs" else {"kind": kind}
    model = driven(path, level="high", label="drive", **how)
    result = dt.simulate(model, stop_time=0.5)
    assert result.final["discs.seen"] == 40
    assert result.final["discs.length"] == 5
    assert result.final["discs.corner"] == 6
