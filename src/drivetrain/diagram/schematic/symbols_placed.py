"""Draw the nodes of a schematic: their symbols or boxes, and their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from drivetrain.diagram.drawing import Group, Item, Label, Shape, box, circle
from drivetrain.diagram.notes import Note
from drivetrain.diagram.schematic.graph import FUNCTION, HEAT, SIGNAL, TERMINAL, Node, Pin
from drivetrain.diagram.schematic.sizes import NOTE_HEIGHT, Size, shortened
from drivetrain.diagram.symbols import Symbol

__all__ = ["draw_node"]

_LINES = ("rotation", "translation", "electric", "heat")


def draw_node(
    node: Node,
    symbol: Symbol | None,
    size: Size,
    pins: list[Pin],
    at: tuple[float, float],
    notes: Sequence[Note] = (),
) -> Group:
    """Return everything that shows a node, around a point.

    Parameters
    ----------
    node : Node
        The node.
    symbol : Symbol or None
        Its symbol.
    size : Size
        Its size.
    pins : list of Pin
        Its pins.
    at : (float, float)
        Its middle.
    notes : sequence of Note
        Lines of text below its name.
    """
    x, y = at
    if symbol is not None:
        items = [*_stack(node, size, x, y), *_symbol(node, symbol, pins, x, y)]
    else:
        items = [*_stack(node, size, x, y), *_box(node, size, pins, x, y)]
    items += _texts(node, size, pins, x, y, notes)
    path = node.path if node.part is not None else ""
    return Group(tuple(items), path, node.title, "node")


def _symbol(node: Node, symbol: Symbol, pins: list[Pin], x: float, y: float) -> Iterator[Item]:
    domains = _line_domains(node)
    shaft = domains[0] if len(set(domains)) == 1 else ""
    for item in symbol.items:
        if not _is_idle(item, symbol, node, pins, len(domains)):
            yield _moved(item, x, y, node.is_mirrored, shaft)


def _line_domains(node: Node) -> list[str]:
    """Return what the lines of a part carry: heat only if it is a part of heat paths."""
    ports = [p for p in node.ports if not p.is_signal and p.side != "housing"]
    return [p.domain for p in ports if p.domain != "heat" or node.kind == HEAT]


def _is_idle(item: Item, symbol: Symbol, node: Node, pins: list[Pin], lines: int) -> bool:
    """Tell whether an item is the end of a line at a side where the part has none."""
    if not isinstance(item, Shape) or item.look not in _LINES:
        return False
    ends = [x for _, values in item.steps for x in values[::2] if abs(x) >= symbol.width / 2]
    if len(ends) != 1 or (item.look != "heat" and lines > 1):
        return False
    side = "right" if (ends[0] > 0) != node.is_mirrored else "left"
    return not any(pin.side == side for pin in pins)


def _moved(item: Item, x: float, y: float, mirrored: bool, shaft: str) -> Item:
    """Return an item of a symbol at its place."""
    if isinstance(item, Group):
        inner = tuple(_moved(one, x, y, mirrored, shaft) for one in item.items)
        return Group(inner, item.path, item.title, item.look)
    sign = -1.0 if mirrored else 1.0
    if isinstance(item, Label):
        return Label(x + sign * item.x, y + item.y, item.text, item.look, item.anchor)
    look = shaft if shaft and item.look == "rotation" else item.look
    steps = tuple(
        (letter, tuple(x + sign * v if k % 2 == 0 else y + v for k, v in enumerate(values)))
        for letter, values in item.steps
    )
    return Shape(steps, look)


def _stack(node: Node, size: Size, x: float, y: float) -> Iterator[Item]:
    """Yield the corners that stick out behind an array of parts."""
    if node.part is None or node.part.count is None:
        return
    w, h = min(size.width, 40.0), size.height
    for k in (2, 1):
        yield box(x - w / 2 + 3 * k, y - h / 2 - 3 * k, w, h, "box")
    yield box(x - w / 2, y - h / 2, w, h, "box")


def _box(node: Node, size: Size, pins: list[Pin], x: float, y: float) -> Iterator[Item]:
    if node.kind == FUNCTION:
        yield box(x - size.width / 2, y - size.height / 2, size.width, size.height, "function")
        yield Label(x, y + 4, "ƒ", "formula")
    elif node.kind == TERMINAL:
        yield circle(x, y, 6.0, "port", node.label)
    else:
        look = "block" if node.kind == SIGNAL else "box"
        if node.kind != SIGNAL and node.part is not None and node.part.parts:
            look = "composite"
        yield box(x - size.width / 2, y - size.height / 2, size.width, size.height, look)
        title = "" if node.part is None else node.part.title
        yield Label(x, y + 3.5, shortened(title, size.width - 8), "class")


def _texts(
    node: Node, size: Size, pins: list[Pin], x: float, y: float, notes: Sequence[Note]
) -> Iterator[Item]:
    """Yield the name of a node and what is noted below; beside a line that goes down."""
    if node.kind == FUNCTION:
        return
    name = shortened(node.label)
    if node.part is not None and node.part.count is not None:
        name = f"{name} ×{node.part.count}"
    down = y + size.bottom + 12.0
    below = [pin.offset for pin in pins if pin.side == "bottom"]
    place, anchor = (x + max(below) + 5, "start") if below else (x, "middle")
    yield Label(place, down, name, "name", anchor, title=node.label)
    for k, note in enumerate(notes):
        yield Label(place, down + NOTE_HEIGHT * (k + 1), note.text, note.look, anchor)
