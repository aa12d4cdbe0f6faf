"""Dependencies of the model structure, against matrices of the linear model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave

import drivetrain as dt
from drivetrain import CompiledModel, Equations, Model, blocks, fixed
from drivetrain.fmi.description.data import Unknown
from drivetrain.fmi.export.structure import model_structure
from drivetrain.fmi.export.variables import ExportedVariables
from drivetrain.rotational import Inertia, SpringDamper, Torque
from tests.compiled_examples import compiled_example
from tests.fmi.units import variables_of


def dependencies(found: ExportedVariables, unknown: Unknown) -> dict[str, str]:
    assert unknown.dependencies is not None
    names = [found.binary[k].name for k in unknown.dependencies]
    return dict(zip(names, unknown.kinds, strict=True))


def column_of(compiled: CompiledModel, name: str) -> int:
    return int(compiled.layout.column[compiled.layout.position(name)]) - 2


@pytest.mark.parametrize("time", [0.05, 0.5, 1.0])
@pytest.mark.parametrize("name", ["First", "CoupledClutches", "Backlash", "HeatLosses"])
def test_slopes_are_where_dependencies_say(name: str, time: float) -> None:
    compiled = compiled_example(name)
    found = variables_of(compiled, ["*.a", "*.tau"], "parts")
    structure = model_structure(compiled.translation, found)
    linear = compiled.linearise(at=time)
    columns = [column_of(compiled, name) for name in linear.states]
    order = [columns.index(found.binary[k].index) for k in found.states]
    place = {reference: order[k] for k, reference in enumerate(found.states)}

    def allowed(unknown: Unknown) -> set[int]:
        assert unknown.dependencies is not None
        return {place[k] for k in unknown.dependencies}

    for row, unknown in zip(order, structure.derivatives, strict=True):
        name = found.binary[unknown.reference].name
        assert set(np.flatnonzero(linear.A[row])) <= allowed(unknown), name
    listed = list(linear.outputs)
    for unknown in structure.outputs:
        output = found.binary[unknown.reference].name
        if output in listed:
            assert set(np.flatnonzero(linear.C[listed.index(output)])) <= allowed(unknown), output


class Pair(Model):
    """Two discs; the torque depends on the speed of the second one by a square."""

    first = Inertia(J=1.0, phi=fixed(0), w=fixed(1))
    shaft = SpringDamper(c=10.0, d=1.0)
    second = Inertia(J=2.0)
    motor = Torque()
    square = blocks.Product()

    def equations(self) -> Equations:
        yield self.motor >> self.first >> self.shaft >> self.second
        yield self.square.u1 == self.first.w
        yield self.square.u2 == self.first.w
        yield self.square.y >> self.motor.tau


def test_kinds_tell_constant_factors_from_others() -> None:
    from drivetrain import compile as compile_model

    compiled = compile_model(Pair())
    found = variables_of(compiled, ["shaft.tau", "motor.tau"], "parts")
    structure = model_structure(compiled.translation, found)
    torque, square = (dependencies(found, unknown) for unknown in structure.outputs)
    assert torque == {"shaft.phi_rel": "tunable", "shaft.w_rel": "tunable"}
    assert set(square.values()) == {"dependent"}
    speeds = structure.derivatives[0]
    assert set(dependencies(found, speeds).values()) == {"constant"}


def test_locked_clutch_reaches_outputs_through_its_mode() -> None:
    compiled = compiled_example("CoupledClutches")
    found = variables_of(compiled, ["clutch1.locked"], "parts")
    (locked,) = model_structure(compiled.translation, found).outputs
    assert "clutch1.w_relfric" in dependencies(found, locked)


@pytest.mark.parametrize("name", ["CoupledClutches", "OneWayClutch", "LossyGearDemo1"])
def test_what_a_start_depends_on_is_listed(name: str, tmp_path: Path) -> None:
    """Whatever changes an unknown of the initialisation is among its dependencies."""
    compiled = compiled_example(name)
    unit = dt.export(compiled.model, tmp_path / "unit.fmu", fmi=2, outputs=["*.tau"])
    description = read_model_description(str(unit))
    unknowns = [one for one in description.initialUnknowns if one.variable.type == "Real"]
    references = [one.variable.valueReference for one in unknowns]
    place = extract(str(unit), unzipdir=str(tmp_path / "in"))
    slave = FMU2Slave(
        guid=description.guid, unzipDirectory=place, instanceName="one",
        modelIdentifier=description.coSimulation.modelIdentifier,
    )  # fmt: skip
    slave.instantiate()

    def start(known: Any = None, value: float = 0.0) -> list[float]:
        slave.reset()
        slave.setupExperiment()
        if known is not None:
            slave.setReal([known.valueReference], [value])
        slave.enterInitializationMode()
        slave.exitInitializationMode()
        return slave.getReal(references)

    before, seen = start(), 0
    for known in description.modelVariables:
        if known.type != "Real" or known.initial != "exact" or known.variability == "constant":
            continue
        after = start(known, float(known.start) * 1.25 + 0.125)
        for unknown, old, new in zip(unknowns, before, after, strict=True):
            if old != new:
                seen += 1
                assert known in unknown.dependencies, f"{unknown.variable.name} on {known.name}"
    slave.freeInstance()
    listed = sum(len(one.dependencies) for one in unknowns)
    assert 0 < seen <= listed < len(unknowns) * len(description.modelVariables) / 4
