"""Sizes of nodes: of their symbols, of boxes with names, and of names."""

from __future__ import annotations

from drivetrain.diagram.schematic.graph import FUNCTION, TERMINAL, Graph, Node
from drivetrain.diagram.symbols import Symbol, symbol_named, symbol_of_icon

__all__ = [
    "NAME_HEIGHT",
    "NOTE_HEIGHT",
    "Size",
    "node_symbols",
    "shortened",
    "size_of",
    "text_width",
]

NAME_HEIGHT = 15.0
"""Height of a name below a symbol, px."""
NOTE_HEIGHT = 11.0
"""Height of a further line below a name, px."""
_LONGEST_NAME = 140.0
_LETTER = 0.6
"""Width of a letter over its height, on average of names in DejaVu Sans; others are narrower."""
_PITCH = 14.0


class Size:
    """How much room a node takes around its middle.

    Attributes
    ----------
    width, height : float
        Of its symbol or box.
    name_width : float
        Of its name.
    top, bottom : float
        Where lines from above and below end, as offsets from the middle.
    notes : int
        Lines of text below the name.
    above : float
        Room for marks above.
    """

    def __init__(
        self, width: float, height: float, name_width: float, top: float, bottom: float
    ) -> None:
        self.width, self.height, self.name_width = width, height, name_width
        self.top, self.bottom = top, bottom
        self.notes, self.above = 0, 0.0

    @property
    def cell_width(self) -> float:
        """Width including the name."""
        return max(self.width, self.name_width)


def text_width(text: str, size: float = 11.0) -> float:
    """Return the width of a text, estimated on the safe side."""
    return len(text) * _LETTER * size


def shortened(name: str, widest: float = _LONGEST_NAME) -> str:
    """Return a name with its middle left out if it is too long."""
    most = int(widest / (_LETTER * 11.0))
    if len(name) <= most:
        return name
    head = (most - 1) // 2
    return f"{name[:head]}…{name[len(name) - (most - 1 - head) :]}"


def node_symbols(graph: Graph) -> dict[Node, Symbol | None]:
    """Return the symbol of each node; None for those drawn as boxes."""
    return {node: _symbol(node) for node in graph.nodes}


def _symbol(node: Node) -> Symbol | None:
    if node.part is None:
        return None
    icon = node.part.cls.diagram_icon
    return symbol_named(node.part.symbol) if icon is None else symbol_of_icon(icon)


def size_of(node: Node, symbol: Symbol | None, pins: dict[str, int]) -> Size:
    """Return the size of a node; `pins` counts its pins by side."""
    name_width = text_width(shortened(node.label))
    if node.kind == FUNCTION:
        height = max(20.0, _PITCH * max(pins.get("left", 0), pins.get("right", 0)) + 6)
        return Size(20.0, height, 0.0, -height / 2, height / 2)
    if node.kind == TERMINAL:
        return Size(14.0, 14.0, name_width, -7.0, 7.0)
    if symbol is not None:
        return Size(symbol.width, symbol.height, name_width, symbol.upper, symbol.lower)
    title = "" if node.part is None else node.part.title
    sides = max(pins.get("left", 0), pins.get("right", 0))
    ends = max(pins.get("top", 0), pins.get("bottom", 0))
    width = max(52.0, min(text_width(shortened(title), 11.0) + 14, 130.0), _PITCH * ends + 12)
    height = max(28.0, _PITCH * sides + 8)
    return Size(width, height, name_width, -height / 2, height / 2)
