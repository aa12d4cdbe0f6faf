"""What units say of themselves: valid by another tool, and true by the compiler's own words."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fmpy import extract, read_model_description
from fmpy.validation import validate_fmu

import drivetrain as dt
from drivetrain.errors import NameLookupError, UsageError
from drivetrain.fmi.binary.model_object import parameters_of
from drivetrain.fmi.description.reader import read_description
from drivetrain.fmi.description.writer import description_xml
from drivetrain.rotational import Inertia, Spring, SpringDamper
from drivetrain.simulation.settings import settings_of
from tests.compiled_examples import compiled_example
from tests.fmi.units import describe, hollow_unit, variables_of

SOME = ["First", "CoupledClutches", "Friction", "OneWayClutch", "HeatLosses"]
VERSIONS = ["2.0", "3.0"]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", SOME)
def test_description_is_valid(name: str, version: str, tmp_path: Path) -> None:
    unit = hollow_unit(tmp_path / "unit.fmu", compiled_example(name), version)
    assert validate_fmu(str(unit)) == []


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("which", ["interface", "all"])
@pytest.mark.parametrize("name", dt.examples.names())
def test_every_description_is_valid(name: str, which: str, version: str, tmp_path: Path) -> None:
    unit = hollow_unit(tmp_path / "unit.fmu", compiled_example(name), version, which=which)
    assert validate_fmu(str(unit)) == []


@pytest.mark.slow
@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("name", dt.examples.names())
def test_every_unit_is_valid(name: str, fmi: int, tmp_path: Path) -> None:
    model = compiled_example(name).model
    unit = dt.export(model, tmp_path / "unit.fmu", fmi=fmi, kinds=["cs", "me"])
    assert validate_fmu(str(unit)) == []


@pytest.mark.parametrize("version", VERSIONS)
def test_same_model_makes_the_same_bytes(version: str, tmp_path: Path) -> None:
    model = dt.examples.find("First")
    made = [
        hollow_unit(tmp_path / f"{k}.fmu", dt.compile(model()), version).read_bytes()
        for k in range(2)
    ]
    assert made[0] == made[1]


def test_archive_has_plain_paths_and_no_time(tmp_path: Path) -> None:
    unit = hollow_unit(tmp_path / "unit.fmu", compiled_example("First"), "3.0")
    with zipfile.ZipFile(unit) as pack:
        names = pack.namelist()
        assert all(info.date_time == (1980, 1, 1, 0, 0, 0) for info in pack.infolist())
    assert names[0] == "modelDescription.xml"
    assert not any("\\" in name or ".." in name or name.startswith("/") for name in names)
    assert {"documentation/index.html", "extra/drivetrain/reference.csv"} <= set(names)


class Discs(dt.Model):
    """Three discs on a shaft."""

    disc = Inertia.array(3, J=[1.0, 2.0, 3.0])
    link = Spring.array(2, c=10.0)

    def equations(self):
        yield self.disc[:-1] >> self.link >> self.disc[1:]


@pytest.mark.parametrize("version", VERSIONS)
def test_arrays_begin_at_one(version: str, tmp_path: Path) -> None:
    unit = hollow_unit(tmp_path / "unit.fmu", dt.compile(Discs()), version, ["disc[0].w"])
    variables = {v.name: v for v in read_model_description(str(unit)).modelVariables}
    assert variables["disc[1].w"].causality == "output"
    assert variables["disc[3].J"].start == "3.0"
    assert "disc[0].w" not in variables


@pytest.mark.parametrize("version", VERSIONS)
def test_parameters_units_and_starts(version: str, tmp_path: Path) -> None:
    unit = hollow_unit(tmp_path / "unit.fmu", compiled_example("CoupledClutches"), version)
    description = read_model_description(str(unit))
    variables = {v.name: v for v in description.modelVariables}
    inertia = variables["J1.J"]
    assert (inertia.causality, inertia.variability, inertia.initial) == (
        "parameter",
        "tunable",
        "exact",
    )
    assert (inertia.unit, float(inertia.start), float(inertia.min)) == ("kg.m2", 1.0, 0.0)
    assert variables["step1.start_time"].causality == "calculatedParameter"  # the model's T2
    assert variables["torque.use_support"].causality == "local"
    assert "cannot be set" in variables["torque.use_support"].description
    assert (variables["J4.w"].initial, float(variables["J4.w"].start)) == ("exact", 0.0)
    assert variables["clutch1.mode"].declaredType.items[0].name
    units = {u.name: u for u in description.unitDefinitions}
    speed = units["rad/s"]
    assert (speed.baseUnit.s, speed.baseUnit.rad) == (-1, 1)
    rpm = next(one for one in speed.displayUnits if one.name == "rpm")
    assert rpm.factor == pytest.approx(60 / (2 * np.pi), rel=1e-15)


def test_aliases_have_the_same_sign_and_unit() -> None:
    compiled = compiled_example("CoupledClutches")
    result = compiled.simulate(stop_time=0.1)
    found = variables_of(compiled, None, "all")
    for described, binary in zip(found.described, found.binary, strict=True):
        for alias in described.aliases:
            assert np.array_equal(result[alias.name], result[binary.name]), alias.name


def test_every_variable_of_the_model_is_there_once() -> None:
    compiled = compiled_example("CoupledClutches")
    _, description = describe(compiled, "3.0", ["J1.w"], "all")
    names = [name for name, _ in description.names()]
    assert len(names) == len(set(names))
    assert set(compiled.layout.names) <= set(names)


def test_constants_and_states_are_marked() -> None:
    found, description = describe(compiled_example("First"), "2.0", which="all")
    states = {description.variables[k].name for k in found.states}
    assert states == {"damper.phi_rel", "damper.w_rel", "inertia3.phi", "inertia3.w"}
    rates = [description.variables[k] for k in found.rates]
    assert all(one.derivative_of in states for one in rates)
    zero = next(v for v in description.variables if v.name == "spring.flange_a.tau")
    assert zero.variability == "continuous"


@pytest.mark.parametrize("version", VERSIONS)
def test_what_is_left_out_is_what_readers_assume(version: str, tmp_path: Path) -> None:
    compiled = compiled_example("CoupledClutches")
    _, description = describe(compiled, version)
    unit = hollow_unit(tmp_path / "unit.fmu", compiled, version, which="parts")
    read = {v.name: v for v in read_model_description(str(unit)).modelVariables}
    for one in description.variables:
        there = read[one.name]
        assert there.causality == one.causality
        assert there.variability == one.variability
        assert (there.initial or "") == one.initial, one.name


class Chain(dt.Model):
    """Fifty discs with the same springs, without a start."""

    disc = Inertia.array(50, J=1.0)
    link = Spring.array(49, c=10.0)

    def equations(self):
        yield self.disc[:-1] >> self.link >> self.disc[1:]


@pytest.mark.parametrize(("version", "bytes_each"), [("2.0", 240), ("3.0", 215)])
def test_variables_take_little_room(version: str, bytes_each: int) -> None:
    _, description = describe(dt.compile(Chain()), version)
    count = len(list(description.names()))
    assert len(description_xml(description)) < bytes_each * count


def test_long_lists_leave_out_units_that_types_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = compiled_example("HeatLosses")
    monkeypatch.setattr("drivetrain.fmi.description.fmi_2._LONG", 10)
    unit = hollow_unit(tmp_path / "unit.fmu", compiled, "2.0", which="parts")
    assert validate_fmu(str(unit)) == []
    described_unit = {name: v.unit for name, v in describe(compiled, "2.0")[1].names()}
    read = read_description(Path(extract(str(unit), str(tmp_path / "in"))), "unit.fmu")
    assert {v.name: v.unit for v in read.variables} == described_unit
    own = {v.name: v.unit for v in read_model_description(str(unit)).modelVariables}
    assert own["inertia1.w"] is None


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_a_hundred_thousand_variables_fit_into_twenty_megabytes(version: str) -> None:
    class Long(dt.Model):
        """A chain of 6250 discs."""

        disc = Inertia.array(6250, J=1.0)
        link = SpringDamper.array(6249, c=1e4, d=1.0)

        def equations(self):
            yield self.disc[:-1] >> self.link >> self.disc[1:]

    _, description = describe(dt.compile(Long()), version)
    assert len(description.variables) > 99_000
    assert len(description_xml(description)) < 20e6


def test_parameters_relied_on_need_no_code() -> None:
    compiled = dt.compile(Chain())
    settings = settings_of(compiled.model, None, None, None, "auto", None)
    found = parameters_of(compiled.prepared, settings)
    assert {one.text for one in found.reliances} >= {"disc[0].J is not zero"}
    assert not found.program.ops


def test_unknown_output_is_refused() -> None:
    compiled = compiled_example("First")
    with pytest.raises(NameLookupError, match=r"did you mean 'inertia3\.w'"):
        variables_of(compiled, ["inertia3.v"], "parts")


def test_unknown_choice_of_variables_is_refused() -> None:
    with pytest.raises(UsageError, match="did you mean 'parts'"):
        variables_of(compiled_example("First"), None, "part")  # type: ignore[arg-type]


def test_texts_are_escaped() -> None:
    _, description = describe(compiled_example("First"), "3.0")
    text = description_xml(replace(description, description='a < b & "c"\nd'))
    assert 'description="a &lt; b &amp; &quot;c&quot; d"' in text
