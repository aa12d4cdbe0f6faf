"""Models are drawn as their authors have drawn them: places, turns, lines, icons."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest
from tests.diagram.drawn_models import PACKAGE
from tests.diagram.test_ends_of_lines import (
    FIRST,
    HERE,
    NEAR,
    Neighbour,
    drawn,
    drawn_differently,
    points,
)

import drivetrain as dt
from drivetrain.diagram.drawing.frame import Frame
from drivetrain.diagram.schematic.exact.exact import ExactPlaced
from drivetrain.diagram.schematic.exact.lines import between, straightened
from drivetrain.diagram.schematic.layout import Layout, lay_out
from drivetrain.errors import UsageError
from drivetrain.model_structure import Connection, End, Part, SignalLine, Structure
from drivetrain.model_structure.port import Port, declared_ports
from drivetrain.modeling import Component
from drivetrain.modeling.presentation.icon import Icon
from drivetrain.rotational import Inertia, SpringDamper

PX = 2.6
"""Pixels of a unit where most parts are 20 units wide."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Any:
    file = tmp_path_factory.mktemp("drawn") / "Drawn.mo"
    file.write_text(PACKAGE, encoding="utf-8")
    return SimpleNamespace(
        Motor=dt.modelica.load(file, "Drawn.Motor"), Drive=dt.modelica.load(file, "Drawn.Drive")
    )


def exactly(model: Any, **asked: Any) -> Layout:
    found = lay_out(dt.structure(model), **asked)
    assert found is not None
    assert isinstance(found.placed, ExactPlaced)
    return found


def middles(layout: Layout) -> dict[str, tuple[float, float]]:
    return {node.label: layout.placed.middle(node) for node in layout.graph.nodes}


def test_parts_are_at_the_places_of_the_author(package: Any) -> None:
    found = middles(exactly(package.Motor()))
    x0, y0 = found["emf"]
    wanted = {"u": (-130, 0), "flange": (90, 0), "coil": (-40, 40)}
    for name, (x, y) in wanted.items():
        assert found[name] == pytest.approx((x0 + PX * x, y0 - PX * y), abs=1.0), name


def test_lines_are_those_of_the_author(package: Any) -> None:
    layout = exactly(package.Motor())
    x0, y0 = middles(layout)["emf"]
    drawn_lines = [(s.net.domain, s.x1, s.y1, s.x2, s.y2) for s in layout.segments]
    for domain, (x1, y1, x2, y2) in (
        ("electric", (-70, 40, -50, 40)),
        ("electric", (-30, 40, 0, 40)),
        ("electric", (-70, -40, 0, -40)),
        ("rotation", (10, 0, 84, 0)),
    ):
        wanted = x0 + PX * x1, y0 - PX * y1, x0 + PX * x2, y0 - PX * y2
        assert any(
            kind == domain and s[0] <= wanted[0] + 1 and s[2] >= wanted[2] - 1
            and s[1] == pytest.approx(wanted[1]) and s[3] == pytest.approx(wanted[3])
            for kind, *s in drawn_lines
        ), wanted  # fmt: skip


def test_a_turned_and_mirrored_part(package: Any) -> None:
    layout = exactly(package.Motor())
    (source,) = [node for node in layout.graph.nodes if node.label == "source"]
    frame = layout.placed.frame(source)
    left, right = frame.page((-26.0, 0.0)), frame.page((26.0, 0.0))
    assert left[0] == pytest.approx(right[0])
    assert left[1] < right[1], "p is at the top, mirrored before it is turned"
    coming = {pin.name: pin.side for pin in layout.graph.pins_of(source)}
    assert coming == {"p": "top", "n": "bottom", "v": "left"}


def test_an_icon_of_ones_own(package: Any) -> None:
    icon = package.Motor.diagram_icon
    assert [shape.kind for shape in icon.shapes] == ["area", "line", "line", "area", "text"]
    assert icon.ports["flange"] == (100.0, 50.0)
    assert icon.shapes[-1].text == "DC"
    layout = exactly(package.Drive())
    (motor,) = [node for node in layout.graph.nodes if node.label == "motor"]
    (flange,) = [pin for pin in layout.graph.pins_of(motor) if pin.name == "flange"]
    x, y = layout.placed.frame(motor).page((26.0, -13.0))
    assert layout.placed.pin(flange) == pytest.approx((x, y), abs=1.5)
    assert "DC" in package.Drive().diagram().svg


def test_a_motor_with_an_icon_is_drawn_so_without_places(package: Any) -> None:
    class Plain(dt.Model):
        motor = package.Motor()
        load = Inertia(J=1.0)

        def equations(self):  # type: ignore[no-untyped-def]
            yield self.motor.u == 1.0
            yield dt.connect(self.motor.flange, self.load.flange_a)

    assert "DC" in Plain().diagram().svg


def test_what_holds_a_part_is_drawn(package: Any) -> None:
    layout = exactly(package.Drive())
    floor, housing = (
        next(node for node in layout.graph.nodes if node.label == name)
        for name in ("floor", "housing")
    )
    for node, is_below in ((floor, True), (housing, False)):
        (pin,) = layout.graph.pins_of(node)
        _, y = layout.placed.pin(pin)
        plate = layout.placed.frame(node).page((0.0, 0.0))[1]
        assert (plate > y) is is_below, node.label


def test_the_lines_of_a_planetary_set_reach_its_members(package: Any) -> None:
    layout = exactly(package.Drive())
    (gear,) = [node for node in layout.graph.nodes if node.label == "gear"]
    frame = layout.placed.frame(gear)
    heights = {pin.name: frame.own(layout.placed.pin(pin))[1] for pin in layout.graph.pins_of(gear)}
    assert heights == pytest.approx({"sun": 24.0, "carrier": 0.0, "ring": -24.0})
    nets = {pin.name: net for net in layout.graph.nets for pin in net.pins if pin.node is gear}
    sun, carrier = ([s for s in layout.segments if s.net is nets[n]] for n in ("sun", "carrier"))
    for a in sun:
        for b in carrier:
            apart = a.x2 < b.x1 - 1 or b.x2 < a.x1 - 1 or a.y2 < b.y1 - 1 or b.y2 < a.y1 - 1
            crosses = a.is_vertical != b.is_vertical
            assert apart or crosses, "lines of different members lie on each other"


class Machine(dt.Model):
    """What is around a part."""


SIDES = {"driving": (-1, 0), "driven": (1, 0), "heat": (-1, -1), "housing": (0, -1)}


def around(
    cls: type[Component], width: float, height: float, rotation: float
) -> tuple[Structure, dict[str, tuple[float, float]]]:
    """Return a part that is turned, with a box at the end of a line from each of its ports."""
    ports = declared_ports(cls)
    parts = [Part("one", cls, cls.__name__, None, HERE, ports)]
    places: dict[str, tuple[float, ...]] = {"one": (0.0, 0.0, width, height, rotation)}
    lines, ends = {}, {}
    connections, signals = [], []
    frame = Frame(0.0, 0.0, width / 2, height / 2, -rotation)  # y upwards
    assert HERE is not None
    for k, port in enumerate(ports):
        alike = [one for one in ports if one.side == port.side]
        shift = 0.0 if len(alike) == 1 else 0.8 - 1.6 * alike.index(port) / (len(alike) - 1)
        x, y = SIDES.get(port.side, (-1 if port.side == "input" else 1, 0))
        x, y = (x, y + shift) if x and not y else (shift or x, y)
        start = frame.page((x, y))
        opposite = {"input": "output", "output": "input"}.get(port.side, "driving")
        parts.append(
            Part(
                f"n{k}", Neighbour, "N", None, HERE, (Port("x", port.domain, opposite, port.kind),)
            )
        )
        places[f"n{k}"] = (60 * k - 100, 300 + 40 * k)
        lines[f"one.{port.name}", f"n{k}.x"] = (start, places[f"n{k}"])
        ends[port.name] = start
        own, other = End("one", port.name), End(f"n{k}", "x")
        if port.is_signal:
            source, target = (other, own) if port.side == "input" else (own, other)
            signals.append(SignalLine("", source, target, port.kind, HERE))
        else:
            connections.append(Connection("", own, other, port.domain, HERE))
    made = type("Machine", (Machine,), {})
    made.diagram_places, made.diagram_lines = places, lines  # type: ignore[attr-defined]
    model = Part("", made, "Machine", None, None, (), tuple(parts))
    return Structure(model, tuple(connections), tuple(signals), (), FIRST.bodies), ends


@pytest.mark.parametrize(
    ("width", "height", "rotation"), [(20, 20, 0), (-20, 14, 0), (20, -20, 270)]
)
def test_lines_lead_from_the_authors_ends_to_the_symbol(
    width: float, height: float, rotation: float
) -> None:
    wrong = []
    for cls in drawn_differently():
        structure, ends = around(cls, width, height, rotation)
        layout = lay_out(structure)
        assert layout is not None
        assert isinstance(layout.placed, ExactPlaced), cls
        (one,) = [node for node in layout.graph.nodes if node.path == "one"]
        ink = np.concatenate([points(shape) for shape in drawn(layout, one)])
        nets = {pin.name: net for net in layout.graph.nets for pin in net.pins if pin.node is one}
        (box,) = [node for node in layout.graph.nodes if node.path == "n0"]
        away = structure.model.cls.diagram_places["n0"]
        x0, y0 = layout.placed.middle(box)
        for pin in layout.graph.pins_of(one):
            place = np.array(layout.placed.pin(pin))
            own = [s for s in layout.segments if s.net is nets[pin.name]]
            x, y = ends[pin.name]
            start = x0 + PX * (x - away[0]), y0 - PX * (y - away[1])
            near = np.abs(ink - place).max(axis=1).min()
            if near > NEAR and near > 6 * 2.2:  # into the gap of a clutch
                wrong.append(f"{cls.__module__}: the line of {pin.name} ends beside the symbol")
            for what, at in (("its part", place), ("the line of the author", start)):
                if not any(
                    s.x1 - 0.6 <= at[0] <= s.x2 + 0.6 and s.y1 - 0.6 <= at[1] <= s.y2 + 0.6
                    for s in own
                ):
                    wrong.append(f"{cls.__module__}: nothing leads from {pin.name} to {what}")
    assert wrong == []


# -- what is not complete --------------------------------------------------------------------------


class Chain(dt.Model):
    """Two masses on a spring."""

    left = Inertia(J=1.0)
    spring = SpringDamper(c=1.0, d=1.0)
    right = Inertia(J=1.0)
    diagram_places: ClassVar[Any] = {
        "left": (0, 0),
        "spring": (40, 0),
        "right": (80, 0, 20, 20, 180),
    }

    def equations(self):  # type: ignore[no-untyped-def]
        yield self.left >> self.spring >> self.right


LINES = {
    ("left.flange_b", "spring.flange_a"): ((10, 0), (30, 0)),
    ("spring.flange_b", "right.flange_a"): ((50, 0), (60, 0), (60, 20), (95, 20), (95, 0), (90, 0)),
}


def derived(**attributes: Any) -> Any:
    return type("Changed", (Chain,), {"__doc__": "", **attributes})()


def test_python_may_say_it_too() -> None:
    layout = exactly(derived(diagram_lines=LINES))
    (right,) = [node for node in layout.graph.nodes if node.path == "right"]
    assert layout.placed.frame(right).rotation == 180
    assert max(s.x2 for s in layout.segments) > layout.placed.middle(right)[0] + 26


@pytest.mark.parametrize(
    "attributes",
    [
        {},  # no lines
        {"diagram_lines": {("left.flange_b", "spring.flange_a"): ((210, 0), (230, 0))}},
        {"diagram_lines": LINES, "diagram_places": {"spring": (5, 5)}},  # on top of another one
    ],
)
def test_what_would_not_be_legible_is_laid_out(attributes: dict[str, Any]) -> None:
    layout = lay_out(dt.structure(derived(**attributes)))
    assert layout is not None
    assert not isinstance(layout.placed, ExactPlaced)


def test_a_line_that_is_missing_is_found() -> None:
    half = dict([next(iter(LINES.items()))])
    layout = exactly(derived(diagram_lines=half))
    for net in layout.graph.nets:
        own = [s for s in layout.segments if s.net is net]
        for pin in net.pins:
            x, y = layout.placed.pin(pin)
            assert any(s.x1 - 1 <= x <= s.x2 + 1 and s.y1 - 1 <= y <= s.y2 + 1 for s in own)


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"diagram_places": {"left": (1, 2, 3)}}, r"diagram_places\['left'\].*\(x, y\)"),
        ({"diagram_places": {"left": (1, float("nan"))}}, "in numbers"),
        ({"diagram_places": {"left": (0, 0, 0, 20)}}, "no size"),
        ({"diagram_lines": {"left": ((0, 0), (1, 1))}}, "no two ports"),
        ({"diagram_lines": {("a.b", "c.d"): ((0, 0),)}}, "give the points"),
    ],
)
def test_places_that_are_none(attributes: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        derived(**attributes).diagram()


def test_the_inside_of_a_part_is_that_of_its_class(package: Any) -> None:
    svg = package.Drive().diagram(inside="motor").svg
    assert svg.count("data-path") > 5
    outer, inner = middles(exactly(package.Motor())), package.Drive().diagram(inside="motor")
    assert inner.drawing.width == package.Motor().diagram().drawing.width
    assert "coil" in outer


def test_hand_drawn_steps_are_made_straight() -> None:
    assert straightened(((0, 0), (10, 0.4), (10, 9))) == ((0, 0), (10, 0), (10, 9))
    assert straightened(((0, 0), (10, 8))) == ((0, 0), (10, 0), (10, 8))
    way = between((0, 0), (1, 0), (50, 40), (-1, 0))
    assert way == ((0, 0), (25, 0), (25, 40), (50, 40))


def test_frames_turn_counterclockwise_and_back() -> None:
    frame = Frame(10, 20, -2, 3, 90)
    assert frame.page((1, 0)) == (10, 22)
    for angle in (0, 90, 33):
        turned = Frame(1, 2, -2, 3, angle)
        assert turned.own(turned.page((5, -7))) == pytest.approx((5, -7))
    assert Icon().extent == (-100, -100, 100, 100)
