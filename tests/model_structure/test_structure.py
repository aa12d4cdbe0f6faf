"""The structure of models: parts, connections, bodies, faults; also of models that cannot run."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.broken_models import GROUPS, Broken
from tests.broken_models.entry import IMPORTS

import drivetrain as dt
from drivetrain import examples
from drivetrain.blocks import Add, Constant
from drivetrain.errors import DrivetrainError, NameLookupError, UsageError
from drivetrain.rotational import (
    Brake,
    Clutch,
    Fixed,
    IdealGear,
    IdealPlanetary,
    Inertia,
    Spring,
    SpringDamper,
    Torque,
)
from drivetrain.translational import Mass, Rod

BROKEN = [one for group in GROUPS.values() for one in group]


def connected(found: dt.model_structure.Structure) -> set[str]:  # type: ignore[name-defined]
    """Return the connections as text."""
    return {str(one) for one in found.connections}


def test_first() -> None:
    found = dt.structure(examples.find("First")())
    assert [part.path for part in found.parts] == [
        "torque", "inertia1", "ideal_gear", "inertia2", "spring", "inertia3", "damper", "sine",
        "fixed",
    ]  # fmt: skip
    assert connected(found) == {
        "torque.flange >> inertia1.flange_a", "inertia1.flange_b >> ideal_gear.flange_a",
        "ideal_gear.flange_b >> inertia2.flange_a", "inertia2.flange_b >> spring.flange_a",
        "spring.flange_b >> inertia3.flange_a", "inertia2.flange_b >> damper.flange_a",
        "damper.flange_b >> fixed.flange", "torque.support >> fixed.flange",
        "ideal_gear.support >> fixed.flange",
    }  # fmt: skip
    assert [str(one) for one in found.signals] == ["sine.y >> torque.tau"]
    assert found.part("torque").port("support").side == "housing"  # type: ignore[union-attr]
    bodies = found.bodies.all
    assert [body.masses for body in bodies] == [("inertia1",), (), ("inertia2",), ("inertia3",)]
    assert [body.is_fixed for body in bodies] == [False, True, False, False]


def test_a_gearbox_has_a_body_for_each_shaft() -> None:
    found = dt.structure(examples.find("machines.EightSpeedAutomatic")())
    by_mass = {body.masses: set(body.ports) for body in found.bodies.all}
    assert by_mass["carrier1_ring4",] >= {"set1.carrier", "set4.ring"}
    assert by_mass["suns12",] >= {"set1.sun", "set2.sun", "brake_a.flange_a", "brake_a.flange_b"}
    assert by_mass["output",] >= {"set4.carrier", "clutch_d.flange_b", "final_drive.flange_a"}
    assert "clutch_c.flange_b" not in by_mass["input",]


def test_equations_between_parts() -> None:
    found = dt.structure(examples.find("machines.DualClutchLaunch")())
    sums = next(one for one in found.functions if one.sets and one.sets.part == "clutch1")
    assert sums.text == "clutch1.f_normalized == close1.y + open1.y"
    assert [str(end) for end in sums.reads] == ["close1.y", "open1.y"]
    assert Path(sums.where.file).name == "dual_clutch_launch.py"


def test_arrays_remain_arrays() -> None:
    class Shaft(dt.Model):
        disc = Inertia.array(10_000, J=1.0)
        link = SpringDamper.array(9_999, c=1e3, d=0.1)

        def equations(self):  # type: ignore[no-untyped-def]
            yield self.disc[:-1] >> self.link >> self.disc[1:]

    found = dt.structure(Shaft())
    assert [part.count for part in found.parts] == [10_000, 9_999]
    first, second = found.connections
    assert first.left.elements == tuple(range(9_999))
    assert second.right.elements == tuple(range(1, 10_000))
    assert [str(end) for end in next(second.pairs())] == ["link[0].flange_b", "disc[1].flange_a"]
    assert len(found.bodies) == 10_000
    assert found.bodies.number_of("link[3].flange_b") == found.bodies.number_of("disc[4].flange_a")


def test_parts_inside_arrays_of_models() -> None:
    class Stage(dt.Model):
        wheel = Inertia(J=1.0)
        gear = IdealGear(ratio=2.0)

        def equations(self):  # type: ignore[no-untyped-def]
            yield self.wheel >> self.gear

    class Train(dt.Model):
        stage = Stage.array(3)

        def equations(self):  # type: ignore[no-untyped-def]
            yield self.stage[0].gear >> self.stage[1].wheel

    found = dt.structure(Train())
    assert [part.path for part in found.parts] == ["stage", "stage[:].wheel", "stage[:].gear"]
    assert found.part("stage[2].gear") is found.part("stage[:].gear")
    inner, outer = sorted(found.connections, key=lambda one: one.inside, reverse=True)
    assert (inner.inside, str(inner)) == (
        "stage",
        "stage[:].wheel.flange_b >> stage[:].gear.flange_a",
    )
    assert str(outer) == "stage[0].gear.flange_b >> stage[1].wheel.flange_a"


def test_a_statement_of_a_helper_method_has_its_own_line() -> None:
    class Two(dt.Model):
        left = Inertia(J=1.0)
        right = Inertia(J=1.0)

        def equations(self):  # type: ignore[no-untyped-def]
            yield from self.helper()

        def helper(self):  # type: ignore[no-untyped-def]
            yield self.left >> self.right

    (one,) = dt.structure(Two()).connections
    assert one.where.line == Two.helper.__code__.co_firstlineno + 1


def test_rods_and_brakes_are_rigid_with_or_without_a_moving_housing() -> None:
    m = dt.Model("rigid")
    m.add(
        one=Mass(m=1.0), rod=Rod(L=0.5), two=Mass(m=1.0), brake=Brake(fn_max=1.0, use_support=True),
        shaft=Inertia(J=1.0), frame=Inertia(J=5.0), ground=Fixed(), spring=Spring(c=1.0),
    )  # fmt: skip
    m.connect(m.one >> m.rod >> m.two)
    m.connect(m.shaft >> m.brake)
    m.connect(m.brake.support, m.frame.flange_a)
    m.connect(m.ground >> m.spring >> m.frame)
    bodies = dt.structure(m).bodies
    assert bodies.number_of("one.flange_a") == bodies.number_of("two.flange_b")
    assert bodies.number_of("brake.flange_b") == bodies.number_of("shaft.flange_a")
    assert bodies.number_of("brake.support") == bodies.number_of("frame.flange_b")
    assert len({bodies.number_of(f"{p}.flange_a") for p in ("shaft", "frame", "spring")}) == 3
    assert bodies.is_fixed(bodies.number_of("spring.flange_a"))


def test_built_step_by_step() -> None:
    m = dt.Model("steps")
    m.add(drive=Torque(), close=Constant(k=1.0), clutch=Clutch(fn_max=1.0), load=Inertia(J=1.0))
    m.connect(m.drive >> m.clutch >> m.load)
    m.connect(m.close.y >> m.clutch.f_normalized)
    found = dt.structure(m)
    assert found.title == "steps"
    assert [part.has_mode for part in found.parts] == [False, False, True, False]
    (fault,) = dt.structure(m, check=True).faults
    assert fault.code == "DrivetrainError"
    assert "drive" in fault.parts


def test_what_is_known_of_a_model_with_a_fault() -> None:
    class Wrong(dt.Model):
        drive = Torque()
        shaft = Inertia(J=1.0)
        gear = IdealPlanetary(ratio=2.0)

        def equations(self):  # type: ignore[no-untyped-def]
            yield self.drive >> self.shaft
            yield self.shaft >> self.gear.sum
            yield self.gear.ring >> self.shaft

    found = dt.structure(Wrong())
    assert connected(found) == {"drive.flange >> shaft.flange_a"}
    (fault,) = found.faults
    assert fault.code == "NameLookupError"
    assert fault.where is not None
    assert fault.where.line == Wrong.equations.__code__.co_firstlineno + 2


def models(broken: Broken, folder: Path) -> Iterator[dt.Model]:
    """Yield the model of an entry, if it can be made at all."""
    file = folder / "wrong.py"
    file.write_text(f"{IMPORTS}\n\n{broken.shown}\n", encoding="utf-8")
    names: dict[str, object] = {"__name__": "wrong"}
    try:
        exec(compile(file.read_text(), str(file), "exec"), names)
        made = names["Wrong"]
        model = made() if isinstance(made, type) else made
    except Exception:  # there is no model to be drawn
        return
    yield model  # type: ignore[misc]


@pytest.mark.parametrize("broken", BROKEN, ids=[one.title for one in BROKEN])
def test_every_broken_model_has_a_structure(broken: Broken, tmp_path: Path) -> None:
    for model in models(broken, tmp_path):
        found = dt.structure(model)
        assert repr(found)
        assert found.model.title
        assert all(fault.sentence for fault in found.faults)


def test_most_broken_models_can_be_made(tmp_path: Path) -> None:
    made = sum(1 for broken in BROKEN for _ in models(broken, tmp_path))
    assert made > 0.5 * len(BROKEN)


@pytest.mark.parametrize("name", examples.names())
def test_every_example_has_a_structure_without_faults(name: str) -> None:
    found = dt.structure(examples.find(name)())
    assert not found.faults
    assert found.parts
    paths = {part.path for part in found.parts} | {""}
    for line in (*found.connections, *found.signals):
        ends = (line.left, line.right) if hasattr(line, "left") else (line.source, line.target)
        for end in ends:
            part = found.part(end.part)
            assert part.path in paths
            assert part.port(end.port) is not None, str(line)


def test_questions_about_what_is_not_there() -> None:
    found = dt.structure(examples.find("First")())
    with pytest.raises(NameLookupError, match="did you mean 'ideal_gear'"):
        found.part("ideal_gaer")
    with pytest.raises(UsageError):
        dt.structure(3)  # type: ignore[arg-type]


def test_an_exception_becomes_a_fault() -> None:
    m = dt.Model("open")
    m.add(sum=Add(), shaft=Inertia(J=1.0), drive=Torque())
    m.connect(m.drive >> m.shaft)
    m.connect(m.sum.y >> m.drive.tau)
    with pytest.raises(DrivetrainError) as caught:
        dt.compile(m)
    fault = dt.structure(m).fault(caught.value)
    assert fault.sentence == str(caught.value)
    assert fault.ports == ("sum.u1",)
    assert fault.where is not None


def test_a_structure_can_be_pickled_without_its_lazy_parts() -> None:
    found = dt.structure(examples.find("First")())
    again = pickle.loads(pickle.dumps(found.connections))
    assert again == found.connections
