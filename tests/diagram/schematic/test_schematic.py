"""Schematics: nothing overlaps, few lines cross, everything is there, the same bytes twice."""

from __future__ import annotations

import itertools
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.blocks import Add, Constant
from drivetrain.diagram.diagram import diagram_of
from drivetrain.diagram.schematic.layout import Layout, lay_out
from drivetrain.diagram.schematic.segments import crossings
from drivetrain.diagram.schematic.sizes import NAME_HEIGHT
from drivetrain.errors import NameLookupError, ResultError, UsageError
from drivetrain.rotational import Clutch, Inertia, SpringDamper, Torque

SVG = "{http://www.w3.org/2000/svg}"
NAMES = examples.names()
CROSSINGS = {
    "HeatLosses": 3,
    "SimpleGearShift": 1,
    "machines.DualClutchLaunch": 2,
    "machines.EightSpeedAutomatic": 17,
    "machines.Hoist": 3,
    "machines.ServoAxis": 4,
    "redundancy.HeldPlanetary": 5,
    "redundancy.ParallelClutches": 1,
}
"""Most lines that may cross in an example; those that are not named have none."""

Box = tuple[float, float, float, float]


def laid_out(model: dt.Model) -> Layout:
    """Return the layout of a model."""
    found = lay_out(dt.structure(model))
    assert found is not None
    return found


def boxes(layout: Layout) -> dict[str, Box]:
    """Return the symbol, and the name below it, of each node."""
    found: dict[str, Box] = {}
    for node in layout.graph.nodes:
        size = layout.placed.sizes[node]
        x, y = layout.placed.x[node.column], layout.placed.y[node.row]
        w, h = size.width / 2, size.height / 2
        below = y + size.bottom
        found[node.path] = x - w, y - h, x + w, below
        half = size.name_width / 2
        found[f"name of {node.path}"] = x - half, below, x + half, below + NAME_HEIGHT
    return found


def overlap(a: Box, b: Box) -> bool:
    """Tell whether two boxes share an area."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("name", NAMES)
def test_no_symbol_and_no_name_overlaps_another_one(name: str) -> None:
    found = boxes(laid_out(examples.find(name)()))
    for (a, first), (b, second) in itertools.combinations(found.items(), 2):
        assert not overlap(first, second), (a, b)


@pytest.mark.parametrize("name", NAMES)
def test_no_line_runs_through_a_symbol(name: str) -> None:
    layout = laid_out(examples.find(name)())
    symbols = {k: box for k, box in boxes(layout).items() if not k.startswith("name")}
    for segment in layout.segments:
        own = {pin.node.path for pin in segment.net.pins}
        line = segment.x1 - 0.1, segment.y1 - 0.1, segment.x2 + 0.1, segment.y2 + 0.1
        for path, box in symbols.items():
            inner = box[0] + 1, box[1] + 1, box[2] - 1, box[3] - 1
            if path not in own:
                assert not overlap(line, inner), (path, segment)


@pytest.mark.parametrize("name", NAMES)
def test_every_pin_is_reached(name: str) -> None:
    layout = laid_out(examples.find(name)())
    for net in layout.graph.nets:
        if net.ground:
            continue
        own = [segment for segment in layout.segments if segment.net is net]
        ends = {(x, y) for s in own for x, y in ((s.x1, s.y1), (s.x2, s.y2))}
        for pin in net.pins:
            x, y = layout.placed.pin(pin)
            assert any(abs(x - a) < 0.6 and abs(y - b) < 0.6 for a, b in ends), pin.path
        assert is_connected(own), net.path


def is_connected(segments: list) -> bool:  # type: ignore[type-arg]
    """Tell whether segments hang together."""
    reached, waiting = [segments[0]], list(segments[1:])
    for one in reached:
        touching = [
            s for s in waiting
            if overlap((one.x1 - 0.6, one.y1 - 0.6, one.x2 + 0.6, one.y2 + 0.6),
                       (s.x1 - 0.6, s.y1 - 0.6, s.x2 + 0.6, s.y2 + 0.6))
        ]  # fmt: skip
        reached += touching
        waiting = [s for s in waiting if s not in touching]
    return not waiting


@pytest.mark.parametrize("name", NAMES)
def test_different_nets_do_not_lie_on_each_other(name: str) -> None:
    layout = laid_out(examples.find(name)())
    for a, b in itertools.combinations(layout.segments, 2):
        if a.net is not b.net and a.is_vertical == b.is_vertical:
            first = a.x1 - 0.2, a.y1 - 0.2, a.x2 + 0.2, a.y2 + 0.2
            second = b.x1 - 0.2, b.y1 - 0.2, b.x2 + 0.2, b.y2 + 0.2
            assert not overlap(first, second), (a.net.path, b.net.path)


@pytest.mark.parametrize("name", NAMES)
def test_few_lines_cross(name: str) -> None:
    most = CROSSINGS.get(name, 0)
    assert len(crossings(laid_out(examples.find(name)()).segments)) <= most


@pytest.mark.parametrize("name", NAMES)
def test_valid_svg_with_every_part_and_the_same_bytes_twice(name: str) -> None:
    svg = examples.find(name)().diagram("schematic").svg
    assert svg == examples.find(name)().diagram("schematic").svg
    root = ElementTree.fromstring(svg)
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    drawn = {one.get("data-path") for one in root.iter(f"{SVG}g")}
    found = dt.structure(examples.find(name)())
    assert {part.path for part in found.inside()} <= drawn | {None}
    assert root.get("aria-label", "").startswith("Schematic of")


class Escaping(dt.Model):
    """<script>alert(1)</script> & "quotes" </title></svg>."""

    left = Inertia(J=1.0)
    link = SpringDamper(c=1.0, d=1.0)
    right = Inertia(J=1.0)

    def equations(self):  # type: ignore[no-untyped-def]
        yield self.left >> self.link >> self.right


class Outer(dt.Model):
    """Contains another model."""

    inner = Escaping()
    load = Inertia(J=1.0)

    def equations(self):  # type: ignore[no-untyped-def]
        yield self.inner.right >> self.load


class Tags(HTMLParser):
    """Collects the tags of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)


def test_what_authors_write_is_text(tmp_path: Path) -> None:
    picture = Outer().diagram()
    root = ElementTree.fromstring(picture.svg)
    titles = [one.text or "" for one in root.iter(f"{SVG}title")]
    assert any("<script>alert(1)</script>" in text for text in titles)
    page = picture.save(tmp_path / "outer.html").read_text()
    assert "script" not in Tags(page).tags


def test_inside_and_opened() -> None:
    found = Outer().diagram(opened=["inner"])
    assert {"inner.left", "inner.link", "inner.right", "load"} <= paths(found.svg)
    assert "load" not in paths(Outer().diagram(inside="inner").svg)
    with pytest.raises(NameLookupError, match="did you mean 'inner'"):
        Outer().diagram(inside="iner")
    with pytest.raises(NameLookupError, match="no parts inside"):
        Outer().diagram(opened=["load"])


class Row(dt.Model):
    """An array of models."""

    inner = Escaping.array(3)
    load = Inertia(J=1.0)

    def equations(self):  # type: ignore[no-untyped-def]
        yield self.inner[0].right >> self.inner[1].left
        yield self.inner[1].right >> self.inner[2].left
        yield self.inner[2].right >> self.load


@pytest.mark.parametrize("name", ["inner", "inner[:]", "inner[2]"])
def test_one_element_of_an_array_can_be_drawn_but_not_all_in_its_place(name: str) -> None:
    drawn = Row().diagram(inside=name)
    assert {"inner[:].left", "inner[:].link", "inner[:].right"} <= paths(drawn.svg)
    assert "load" not in paths(drawn.svg)
    assert ">link<" in drawn.svg
    with pytest.raises(UsageError, match="inside='inner' draws what is in one"):
        Row().diagram(opened=[name])


def paths(svg: str) -> set[str]:
    """Return the parts that are drawn."""
    return set(re.findall(r'<g class="node" data-path="([^"]*)"', svg))


def test_faults_are_marked_at_their_ports() -> None:
    m = dt.Model("open")
    m.add(sum=Add(), drive=Torque(), shaft=Inertia(J=1.0), clutch=Clutch(fn_max=1.0))
    m.connect(m.drive >> m.shaft >> m.clutch)
    m.connect(m.sum.y >> m.drive.tau)
    marks = re.findall(r'class="fault-mark" data-path="([^"]*)"', m.diagram().svg)
    assert sorted(marks) == ["clutch.f_normalized", "sum.u1", "sum.u2"]
    m.add(one=Constant(k=1.0))
    m.connect(m.one.y >> m.sum.u1)
    m.connect(m.one.y >> m.sum.u2)
    m.connect(m.one.y >> m.clutch.f_normalized)
    assert 'fault-mark"' not in m.diagram().svg.partition("</style>")[2]


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf", ".html"])
def test_files(suffix: str, tmp_path: Path) -> None:
    model = examples.find("CoupledClutches")()
    first = model.diagram().save(tmp_path / f"one{suffix}").read_bytes()
    assert first == model.diagram().save(tmp_path / f"two{suffix}").read_bytes()
    assert len(first) > 1000


def test_bad_requests(tmp_path: Path) -> None:
    model = examples.find("First")()
    with pytest.raises(UsageError, match="did you mean 'schematic'"):
        model.diagram("shematic")
    with pytest.raises(ResultError, match="suffix"):
        model.diagram().save(tmp_path / "picture.gif")


def test_a_section_of_the_whole_only() -> None:
    model = examples.find("machines.EightSpeedAutomatic")()
    assert model.diagram().view == "section"
    assert model.diagram(inside="vehicle").view == "schematic"
    with pytest.raises(UsageError, match="the whole gearbox"):
        model.diagram("section", inside="vehicle")


def test_nothing_is_wrong_with_the_examples() -> None:
    for name in NAMES:
        drawn = examples.find(name)().diagram("schematic").svg.partition("</style>")[2]
        assert "fault" not in drawn, name


def test_parts_connected_to_nothing_are_framed() -> None:
    m = dt.Model("spare")
    m.add(drive=Torque(tau=1.0), shaft=Inertia(J=1.0), spare=Inertia(J=1.0), ramp=Constant(k=1.0))
    m.connect(m.drive >> m.shaft)
    titles = re.findall(r"<title>(\w+ is connected to nothing)</title>", m.diagram().svg)
    assert titles == ["spare is connected to nothing", "ramp is connected to nothing"]


class Mixed(dt.Model):
    """A signal is connected with a flange."""

    shaft = Inertia(J=1.0)
    one = Constant(k=1.0)

    def equations(self):  # type: ignore[no-untyped-def]
        yield self.one.y >> self.shaft.flange_b


def test_ports_named_by_a_message_are_marked_with_it() -> None:
    svg = Mixed().diagram().svg
    marks = re.findall(r'class="fault-mark" data-path="([^"]*)"', svg)
    assert sorted(marks) == ["one.y", "shaft.flange_b"]
    assert "(a real signal) cannot be connected to" in svg


def test_an_empty_model() -> None:
    assert "has no parts" in diagram_of(dt.Model("nothing")).svg


def test_the_longest_chain_is_straight() -> None:
    layout = laid_out(examples.find("CoupledClutches")())
    shafts = [n for n in layout.graph.nodes if n.kind == "mechanical"]
    assert {node.row for node in shafts} == {0}
    assert [n.path for n in sorted(shafts, key=lambda n: n.column)] == [
        "torque", "J1", "clutch1", "J2", "clutch2", "J3", "clutch3", "J4",
    ]  # fmt: skip
    bends = [s for s in layout.segments if s.is_vertical and s.net.domain == "rotation"]
    assert not bends
