"""Draw the nodes of a schematic: their symbols or boxes, and their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from drivetrain.diagram.drawing import Group, Item, Label, Shape, box, circle
from drivetrain.diagram.notes import Note
from drivetrain.diagram.schematic.coordinates import Placed
from drivetrain.diagram.schematic.graph import FUNCTION, HEAT, SIGNAL, TERMINAL, Node, Pin
from drivetrain.diagram.schematic.sizes import NOTE_HEIGHT, Size, shortened
from drivetrain.diagram.symbols import Symbol

__all__ = ["draw_node", "line_looks", "without_idle_ends"]

_LINES = ("rotation", "translation", "electric", "heat")


def draw_node(
    node: Node,
    symbol: Symbol | None,
    placed: Placed,
    pins: list[Pin],
    notes: Sequence[Note] = (),
) -> Group:
    """Return everything that shows a node.

    Parameters
    ----------
    node : Node
        The node.
    symbol : Symbol or None
        Its symbol.
    placed : Placed
        Where it is.
    pins : list of Pin
        Its pins.
    notes : sequence of Note
        Lines of text below its name.
    """
    (x, y), size = placed.middle(node), placed.sizes[node]
    items = list(_stack(node, size, x, y))
    if symbol is not None:
        looks = line_looks(node)
        items += [placed.frame(node).put(item, looks) for item in symbol.items]
    else:
        items += _box(node, size, x, y)
    items += _texts(node, placed.label(node, pins), notes)
    path = node.path if node.part is not None else ""
    return Group(tuple(items), path, node.title, "node")


def line_looks(node: Node) -> dict[str, str]:
    """Return looks in place of others, for symbols that stand for several domains."""
    domains = set(_line_domains(node))
    return {"rotation": domains.pop()} if len(domains) == 1 else {}


def _line_domains(node: Node) -> list[str]:
    """Return what the lines of a part carry: heat only if it is a part of heat paths."""
    ports = [p for p in node.ports if not p.is_signal and p.side != "housing"]
    return [p.domain for p in ports if p.domain != "heat" or node.kind == HEAT]


def without_idle_ends(node: Node, symbol: Symbol | None, pins: Sequence[Pin]) -> Symbol | None:
    """Return a symbol without ends of lines at sides where the part has none.

    Parameters
    ----------
    node : Node
        The node.
    symbol : Symbol or None
        Its symbol.
    pins : sequence of Pin
        Its pins, with their sides.
    """
    if symbol is None:
        return None
    lines = len(_line_domains(node))
    kept = tuple(one for one in symbol.items if not _is_idle(one, symbol, node, pins, lines))
    return symbol if len(kept) == len(symbol.items) else replace(symbol, items=kept)


def _is_idle(item: Item, symbol: Symbol, node: Node, pins: Sequence[Pin], lines: int) -> bool:
    if not isinstance(item, Shape) or item.look not in _LINES:
        return False
    ends = [x for _, values in item.steps for x in values[::2] if abs(x) >= symbol.width / 2]
    if len(ends) != 1 or (item.look != "heat" and lines > 1):
        return False
    side = "right" if (ends[0] > 0) != node.is_mirrored else "left"
    return not any(pin.side == side for pin in pins)


def _stack(node: Node, size: Size, x: float, y: float) -> Iterator[Item]:
    """Yield the corners that stick out behind an array of parts."""
    if node.part is None or node.part.count is None:
        return
    w, h = min(size.width, 40.0), size.height
    for k in (2, 1):
        yield box(x - w / 2 + 3 * k, y - h / 2 - 3 * k, w, h, "box")
    yield box(x - w / 2, y - h / 2, w, h, "box")


def _box(node: Node, size: Size, x: float, y: float) -> Iterator[Item]:
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


def _texts(node: Node, at: tuple[float, float, str], notes: Sequence[Note]) -> Iterator[Item]:
    """Yield the name of a node, and below it what is noted."""
    if node.kind == FUNCTION:
        return
    name = shortened(node.label)
    if node.part is not None and node.part.count is not None:
        name = f"{name} ×{node.part.count}"
    x, y, anchor = at
    yield Label(x, y, name, "name", anchor, title=node.label)
    for k, note in enumerate(notes):
        yield Label(x, y + NOTE_HEIGHT * (k + 1), note.text, note.look, anchor)
