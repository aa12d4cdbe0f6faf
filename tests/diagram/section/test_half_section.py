"""Half sections: textbook schemes come out, nothing overlaps, nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from tests.diagram.section.gearboxes import (
    Lepelletier,
    Machine,
    Permuted,
    Ravigneaux,
    Simpson,
    Tangled,
    Wolfrom,
    planetary,
)
from tests.diagram.section.geometry import (
    around,
    flat,
    groups,
    label_box,
    outline_box,
    pieces,
)

import drivetrain as dt
from drivetrain.diagram.diagram import diagram_of
from drivetrain.diagram.drawing import Drawing, Group, Item, Label, Shape, to_svg
from drivetrain.diagram.hints import Hints
from drivetrain.diagram.section import is_coaxial, section
from drivetrain.diagram.section.layout import layout_of
from drivetrain.diagram.section.machine import is_set, scheme_of
from drivetrain.diagram.section.order import best_order
from drivetrain.diagram.section.picture.bodies import Segment
from drivetrain.diagram.section.picture.metrics import Box, overlap
from drivetrain.errors import ArgumentError, ModelWarning, UsageError
from drivetrain.model_structure import Part
from drivetrain.rotational import Clutch, Fixed, IdealPlanetary, Inertia, Torque

EightSpeedAutomatic = dt.examples.find("machines.EightSpeedAutomatic")
WindTurbineStop = dt.examples.find("machines.WindTurbineStop")
CROSSINGS = {
    EightSpeedAutomatic: 0,
    WindTurbineStop: 0,
    Simpson: 0,
    Ravigneaux: 0,
    Lepelletier: 0,
    Machine: 0,
    Wolfrom: 0,
    Permuted: 0,
    Tangled: 1,
}
"""Most places at which lines may cross."""
MODELS = list(CROSSINGS)


def drawn(model: type[dt.Model], hints: Hints | None = None) -> Drawing:
    return section(dt.structure(model()), hints)


def columns(drawing: Drawing) -> list[str]:
    """Return the names of the columns from left to right."""
    told = drawing.description.partition("from left to right: ")[2]
    return told.partition(";")[0].split(", ")


def paths(items: tuple[Item, ...]) -> Iterator[str]:
    for one in items:
        yield one.path
        if isinstance(one, Group):
            yield from paths(one.items)


def shapes_with_looks(items: tuple[Item, ...], looks: str = "") -> Iterator[tuple[Shape, set[str]]]:
    for one in items:
        if isinstance(one, Group):
            yield from shapes_with_looks(one.items, f"{looks} {one.look}")
        elif isinstance(one, Shape):
            yield one, {*looks.split(), *one.look.split()}


@pytest.mark.parametrize("model", MODELS)
def test_few_lines_cross(model: type[dt.Model]) -> None:
    layout = layout_of(scheme_of(dt.structure(model()), Hints()).puzzle)
    assert layout is not None
    assert layout.crossings <= CROSSINGS[model]
    assert ("cross" in drawn(model).description) == (layout.crossings > 0)


@pytest.mark.parametrize("model", MODELS)
def test_texts_overlap_neither_each_other_nor_lines_of_bodies(model: type[dt.Model]) -> None:
    drawing = drawn(model)
    texts = [one for one in flat(drawing.items) if isinstance(one, Label)]
    for one, other in combinations(texts, 2):
        assert not overlap(label_box(one), label_box(other)), (one.text, other.text)
    for shape, looks in shapes_with_looks(drawing.items):
        if "rotation" in looks:
            for text in texts:
                assert not overlap(label_box(text), outline_box(shape)), (text.text, shape)


@pytest.mark.parametrize("model", MODELS)
def test_parts_overlap_nowhere(model: type[dt.Model]) -> None:
    drawing = drawn(model)
    shown = dt.structure(model())
    bodies = {path for one in shown.bodies.all for path in (*one.masses, *one.ports)}
    parts: dict[str, Box] = {}
    for one in groups(drawing):
        shapes = [outline_box(item) for item in flat(one.items) if isinstance(item, Shape)]
        if one.path in {part.path for part in shown.parts} - bodies and shapes and not one.look:
            parts[one.path] = around(shapes)
    parts = {path: box for path, box in parts.items() if shown.part(path).symbol != "ground"}
    assert len(parts) >= 2
    for (name, first), (other, second) in combinations(parts.items(), 2):
        assert not overlap(first, second), (name, other)


@pytest.mark.parametrize("model", MODELS)
def test_what_has_one_colour_is_one_piece(model: type[dt.Model]) -> None:
    found = list(shapes_with_looks(drawn(model).items))
    axis = next(outline_box(shape).top for shape, looks in found if "axis" in looks)
    lines: dict[str, list[Segment]] = {}
    for shape, looks in found:
        box = outline_box(shape)
        if "rotation" in looks and box.bottom < axis:  # below it there is the legend
            for look in filter(re.compile(r"body\d+").fullmatch, looks):
                lines.setdefault(look, []).append(Segment(0, *box))
    assert len(lines) >= 3
    for colour, own in lines.items():
        assert pieces(own) == 1, colour


@pytest.mark.parametrize("model", MODELS)
def test_no_part_is_lost(model: type[dt.Model]) -> None:
    found = dt.structure(model())
    shown = set(paths(drawn(model).items))
    for part in leaves(found.model.parts):
        assert part.path in shown


def leaves(parts: tuple[Part, ...]) -> Iterator[Part]:
    """Yield the parts that are not opened."""
    for part in parts:
        if not is_set(part) and any(is_set(one) for one in part.walk()):
            yield from leaves(part.parts)
        else:
            yield part


@pytest.mark.parametrize("model", MODELS)
def test_everything_lies_within_the_picture(model: type[dt.Model]) -> None:
    drawing = drawn(model)
    for one in flat(drawing.items):
        box = label_box(one) if isinstance(one, Label) else outline_box(one)
        assert 0 <= box.left < box.right + 0.1 <= drawing.width
        assert 0 <= box.top < box.bottom + 0.1 <= drawing.height


@pytest.mark.parametrize("model", MODELS)
def test_the_same_model_gives_the_same_bytes(model: type[dt.Model]) -> None:
    first = to_svg(drawn(model))
    best_order.cache_clear()
    assert to_svg(drawn(model)) == first


def test_eight_speeds_come_out_as_the_textbook_has_them() -> None:
    found = columns(drawn(EightSpeedAutomatic))
    assert found[:2] == ["brake_a", "brake_b"]
    assert [one for one in found if one.startswith("set")] == ["set1", "set2", "set3", "set4"]
    assert found.index("set2") < found.index("clutch_e") < found.index("set3")
    assert found.index("clutch_d") < found.index("set4")


@pytest.mark.parametrize(
    ("model", "first", "second"),
    [(Simpson, "set1", "set2"), (Ravigneaux, "set1", "set2"), (Lepelletier, "set2", "set3")],
)
def test_halves_of_a_compound_set_are_neighbours(
    model: type[dt.Model], first: str, second: str
) -> None:
    found = columns(drawn(model))
    assert abs(found.index(first) - found.index(second)) == 1


def test_sets_within_a_part_are_found_and_named_as_in_that_part() -> None:
    assert set(columns(drawn(Machine))) == {"first", "second", "lock", "brake"}


def test_a_ring_that_is_held_reaches_the_housing() -> None:
    drawing = drawn(WindTurbineStop)
    housing = next(one for one in groups(drawing) if one.path == "housing")
    top = max(outline_box(one).bottom for one in flat(housing.items) if isinstance(one, Shape))
    for name in ("stage1", "stage2"):
        stage = next(one for one in groups(drawing) if one.path == name)
        highest = min(outline_box(one).top for one in flat(stage.items) if isinstance(one, Shape))
        assert highest == pytest.approx(top)


@pytest.mark.parametrize("model", MODELS)
def test_models_with_sets_on_common_shafts_are_coaxial(model: type[dt.Model]) -> None:
    assert is_coaxial(dt.structure(model()))
    assert diagram_of(model(), "section").view == "section"


@pytest.mark.parametrize("name", ["First", "SimpleGearShift", "machines.Hoist"])
def test_other_models_are_not(name: str) -> None:
    assert not is_coaxial(dt.structure(dt.examples.find(name)()))


def test_a_single_set_is_drawn_when_asked_for() -> None:
    drawing = drawn(dt.examples.find("SimpleGearShift"))
    assert set(columns(drawing)) == {"ideal_planetary", "clutch", "brake"}


class Inverted(dt.Model):
    """A row of sets whose order a hint changes; parts are classes of the user."""

    class Epicyclic(IdealPlanetary):
        """A planetary set of the user."""

    class Disconnect(Clutch):
        """A clutch of the user."""

    motor = Torque()
    shaft = Inertia(J=1.0)
    stage = Epicyclic.array(3, ratio=2.0)
    lock = Disconnect(fn_max=1.0)
    frame = Fixed()
    anchor = Fixed()
    drum = Inertia(J=1.0)
    load = Torque()

    def equations(self) -> Any:
        yield self.motor >> self.shaft >> self.stage[0].sun
        yield self.stage[0].carrier >> self.stage[1].sun
        yield self.stage[1].carrier >> self.stage[2].sun
        yield self.stage[0].ring >> self.frame.flange
        yield self.stage[1].ring >> self.anchor.flange
        yield self.stage[2].ring >> self.anchor.flange
        yield self.stage[2].sun >> self.lock >> self.drum
        yield self.stage[2].carrier >> self.drum >> self.load


def test_arrays_of_sets_are_drawn_one_by_one() -> None:
    assert columns(drawn(Inverted)) == ["stage[0]", "stage[1]", "stage[2]", "lock"]
    assert {"frame", "anchor"} <= set(paths(drawn(Inverted).items))


def test_hints_give_the_order() -> None:
    order = ("set2", "set1", "brake_a")
    found = columns(drawn(EightSpeedAutomatic, Hints(order=order)))
    assert [one for one in found if one in order] == list(order)


def test_hints_take_parts_out() -> None:
    assert "half_shafts" in set(paths(drawn(EightSpeedAutomatic).items))
    words = [one.text for one in flat(drawn(EightSpeedAutomatic, Hints(below=("engine",))).items)
             if isinstance(one, Label) and "small" in one.look]  # fmt: skip
    assert "engine" in words


def test_hints_with_wrong_names_are_harmless() -> None:
    with pytest.warns(ModelWarning, match=r"no part 'set11'; did you mean 'set1'"):
        found = drawn(EightSpeedAutomatic, Hints(order=("set11", "set2")))
    assert to_svg(found) == to_svg(drawn(EightSpeedAutomatic, Hints(order=("set2",))))


def test_models_without_sets_are_refused() -> None:
    found = dt.structure(dt.examples.find("First")())
    with pytest.raises(UsageError, match=r"no planetary set.*choose view='schematic'"):
        section(found)


@pytest.mark.parametrize("call", [section, is_coaxial])
def test_what_is_no_structure_is_refused(call: Any) -> None:
    with pytest.raises(ArgumentError, match=r"dt\.structure\(model\)"):
        call(EightSpeedAutomatic())


def test_what_is_no_hint_is_refused() -> None:
    with pytest.raises(ArgumentError, match="give Hints"):
        section(dt.structure(Simpson()), ("set1",))  # type: ignore[arg-type]


def test_a_set_without_connections_is_drawn() -> None:
    model = dt.Model("lone")
    model.add(set1=planetary())
    assert columns(section(dt.structure(model))) == ["set1"]
