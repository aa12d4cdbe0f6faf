"""Where parts of a schematic stand: rows of parts, separate machines, cuts, marks of faults."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise
from typing import Any

import pytest
from tests.diagram.section import gearboxes
from tests.diagram.section.geometry import flat

import drivetrain as dt
from drivetrain import examples
from drivetrain.diagram.drawing import Drawing, Group, Label
from drivetrain.diagram.schematic.graph import Net, Node
from drivetrain.diagram.schematic.layout import Excerpt, Layout, lay_out
from drivetrain.diagram.schematic.segments import crossings
from drivetrain.diagram.section.picture.metrics import overlap, text_box
from drivetrain.modeling import Component, Model
from drivetrain.rotational import IdealGear, Inertia, SpringDamper, Torque
from drivetrain.rotational.interfaces import FlangeA, FlangeB


def laid_out(model: Model, **options: Any) -> Layout:
    found = lay_out(dt.structure(model), Excerpt(**options))
    assert found is not None
    return found


def nodes(layout: Layout) -> dict[str, Node]:
    return {node.path: node for node in layout.graph.nodes}


def pins(net: Net) -> set[str]:
    return {pin.path for pin in net.pins}


class Sliced(Model):
    """A shaft of discs with springs between them, joined slice by slice."""

    drive = Torque()
    disc: Any = Inertia.array(5, J=1.0)
    spring: Any = SpringDamper.array(4, c=1.0, d=1.0)
    load = Torque()

    def equations(self) -> Iterable[Any]:
        yield self.drive >> self.disc[0]
        yield self.disc[:-1] >> self.spring
        yield self.spring >> self.disc[1:]
        yield self.disc[-1] >> self.load


class Looped(Model):
    """The same, joined one by one."""

    drive = Torque()
    disc: Any = Inertia.array(5, J=1.0)
    spring: Any = SpringDamper.array(4, c=1.0, d=1.0)
    load = Torque()

    def equations(self) -> Iterable[Any]:
        yield self.drive >> self.disc[0]
        for k in range(4):
            yield self.disc[k] >> self.spring[k] >> self.disc[k + 1]
        yield self.disc[4] >> self.load


class SpringsFirst(Model):
    """A row whose first part is a spring, and whose last one is a disc."""

    drive = Torque()
    disc: Any = Inertia.array(5, J=1.0)
    spring: Any = SpringDamper.array(5, c=1.0, d=1.0)
    load = Torque()

    def equations(self) -> Iterable[Any]:
        yield self.drive >> self.spring[0]
        yield self.spring >> self.disc
        yield self.disc[:-1] >> self.spring[1:]
        yield self.disc[-1] >> self.load


@pytest.mark.parametrize(
    ("model", "row", "last"),
    [
        (Sliced, ["drive", "disc", "spring", "load"], "spring.flange_b"),
        (Looped, ["drive", "disc", "spring", "load"], "spring.flange_b"),
        (SpringsFirst, ["drive", "spring", "disc", "load"], "disc.flange_b"),
    ],
)
def test_a_row_of_parts_goes_on_behind_its_last_array(
    model: type[Model], row: list[str], last: str
) -> None:
    layout = laid_out(model())
    placed = sorted(layout.graph.nodes, key=lambda node: node.column)
    assert [node.path for node in placed] == row
    assert {node.row for node in placed} == {0}
    assert [pin.path for pin in layout.graph.pins if pin.goes_on] == [last]
    assert {last, "load.flange"} in [pins(net) for net in layout.graph.nets]
    assert all(len(net.pins) == 2 for net in layout.graph.nets)
    assert "the next elements follow here" in model().diagram().svg


class Ring(Model):
    """Masses on a closed ring: nothing is its end, so that the loop is drawn."""

    disc: Any = Inertia.array(4, J=1.0)
    spring: Any = SpringDamper.array(4, c=1.0, d=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.disc >> self.spring
        yield self.spring[:-1] >> self.disc[1:]
        yield self.spring[-1] >> self.disc[0]


def test_a_closed_ring_is_a_loop() -> None:
    layout = laid_out(Ring())
    assert not any(pin.goes_on for pin in layout.graph.pins)
    assert {"spring.flange_b", "disc.flange_a"} in [pins(net) for net in layout.graph.nets]


class Hub(Component):
    """Two masses and a spring."""

    flange_a = FlangeA()
    flange_b = FlangeB()
    first = Inertia(J=1.0)
    spring = SpringDamper(c=1.0, d=1.0)
    second = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.flange_a >> self.first >> self.spring >> self.second >> self.flange_b


class Middle(Component):
    """Two hubs and a gear."""

    flange_a = FlangeA()
    flange_b = FlangeB()
    left = Hub()
    gear = IdealGear(ratio=2.0)
    right = Hub()

    def equations(self) -> Iterable[Any]:
        yield self.flange_a >> self.left >> self.gear >> self.right >> self.flange_b


class Deep(Model):
    """Parts within parts within parts."""

    drive = Torque()
    box = Middle()
    load = Torque()

    def equations(self) -> Iterable[Any]:
        yield self.drive >> self.box >> self.load


def test_the_shaft_stays_straight_through_open_parts() -> None:
    opened = frozenset({"box", "box.left", "box.right"})
    layout = laid_out(Deep(), opened=opened)
    row = sorted(layout.graph.nodes, key=lambda node: node.column)
    assert {node.row for node in row} == {0}
    assert [node.path for node in row] == [
        "drive", "box.left.first", "box.left.spring", "box.left.second", "box.gear",
        "box.right.first", "box.right.spring", "box.right.second", "load",
    ]  # fmt: skip
    assert all(a.y1 == b.y1 for a, b in pairwise(layout.segments))


def test_machines_that_have_nothing_to_do_with_each_other_stand_one_below_the_other() -> None:
    layout = laid_out(examples.find("book.SMDGearComparison")())
    rows = {node.path: node.row for node in layout.graph.nodes}
    first = {rows[name] for name in ("inertia1", "grounded_gear", "inertia2", "damper2")}
    second = {rows[name] for name in ("inertia3", "bolted_gear", "inertia4", "damper4")}
    assert max(first) < min(second)
    assert not crossings(layout.segments)


def test_the_shaft_is_straight_and_its_housing_beside_it() -> None:
    rows = {n.path: n.row for n in laid_out(examples.find("ElasticBearing")()).graph.nodes}
    assert {rows[name] for name in ("torque", "shaft", "ideal_gear", "spring", "load")} == {0}
    assert rows["housing"] == rows["spring_damper"] == 1


def test_both_sides_of_a_cut_stand_in_one_row() -> None:
    layout = laid_out(examples.find("GenerationOfFMUs")())
    by_path = nodes(layout)
    for row in (
        ["torque2", "inertia2a", "torque_to_angle2a", "spring_damper", "torque_to_angle2b",
         "inertia2b"],
        ["force3", "inertia3a", "torque_to_angle3a", "spring", "torque_to_angle3b", "inertia3b"],
        ["direct_inertia", "inverse_inertia"],
    ):  # fmt: skip
        assert len({by_path[name].row for name in row}) == 1
        columns = [by_path[name].column for name in row]
        assert columns == sorted(columns)
    bundle = [s for s in layout.segments if "spring_damper" in {p.node.path for p in s.net.pins}]
    assert len({id(segment.net) for segment in bundle}) == 6
    assert not any(segment.is_vertical for segment in bundle)


def test_a_heat_store_hangs_straight_below_its_source() -> None:
    layout = laid_out(examples.find("EddyCurrentBrake")())
    (line,) = [segment for segment in layout.segments if segment.net.domain == "heat"]
    assert line.is_vertical


def labels(drawing: Drawing) -> list[Label]:
    return [one for one in flat(drawing.items) if isinstance(one, Label)]


@pytest.mark.parametrize(
    "model", [gearboxes.Simpson, gearboxes.Ravigneaux, gearboxes.Lepelletier, gearboxes.Permuted]
)
def test_names_of_open_ports_overlap_no_other_name(model: type[Model]) -> None:
    drawing = model().diagram("schematic").drawing
    boxes = [(one.text, text_box(one.x, one.y, one.text, 10.0, one.anchor))
             for one in labels(drawing) if one.look in ("name", "fault-text")]  # fmt: skip
    assert any(text == "f_normalized" for text, _ in boxes)
    for (first, a), (second, b) in combinations(boxes, 2):
        assert not overlap(a, b), (first, second)


def test_groups_are_drawn() -> None:
    drawing = Sliced().diagram().drawing
    assert any(isinstance(one, Group) and one.path == "spring.flange_b" for one in drawing.items)
