"""Turn columns, rows and tracks of a schematic into coordinates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from drivetrain.diagram.drawing.frame import Frame
from drivetrain.diagram.schematic.graph import Graph, Node, Pin
from drivetrain.diagram.schematic.routes import Level, Route, routes_of
from drivetrain.diagram.schematic.sizes import NAME_HEIGHT, NOTE_HEIGHT, Size
from drivetrain.diagram.schematic.tracks import Trunk, set_channel_tracks, set_corridor_tracks

__all__ = ["Placed", "place"]

_MARGIN, _TITLE = 18.0, 34.0
_CHANNEL, _TRACK = 26.0, 9.0
_CORRIDOR, _CORRIDOR_TRACK = 16.0, 8.0


@dataclass(eq=False)
class Placed:
    """Coordinates of everything.

    Attributes
    ----------
    x, y : dict
        Middles of columns and rows.
    channel : dict
        Left and right edge of each channel.
    corridor : dict
        Height of the first track of each corridor.
    routes : list of Route
        The routes of the nets.
    trunks : dict
        Vertical parts by channel.
    sizes : dict
        Sizes of the nodes.
    """

    sizes: dict[Node, Size]
    routes: list[Route]
    x: dict[int, float] = field(default_factory=dict)
    y: dict[int, float] = field(default_factory=dict)
    channel: dict[int, tuple[float, float]] = field(default_factory=dict)
    corridor: dict[int, float] = field(default_factory=dict)
    trunks: dict[int, list[Trunk]] = field(default_factory=dict)
    width: float = 0.0
    height: float = 0.0

    def level(self, level: Level) -> float:
        """Return the height of a level."""
        if level.in_corridor:
            return self.corridor[level.row] + _CORRIDOR_TRACK * level.offset
        return self.y[level.row] + level.offset

    def trunk_x(self, channel: int, track: int, count: int) -> float:
        """Return where a track of a channel is."""
        left, right = self.channel[channel]
        return (left + right) / 2 + _TRACK * (track - (count - 1) / 2)

    def middle(self, node: Node) -> tuple[float, float]:
        """Return the middle of a node."""
        return self.x[node.column], self.y[node.row]

    def frame(self, node: Node) -> Frame:
        """Return how the symbol of a node is put on the page."""
        return Frame(*self.middle(node), across=-1.0 if node.is_mirrored else 1.0)

    def label(self, node: Node, pins: Sequence[Pin]) -> tuple[float, float, str]:
        """Return where the name of a node stands: below, beside a line that goes down.

        Parameters
        ----------
        node : Node
            The node.
        pins : sequence of Pin
            Its pins.

        Returns
        -------
        (float, float, str)
            Anchor, baseline, and which end of the text is anchored.
        """
        x, y = self.middle(node)
        below = [pin.offset for pin in pins if pin.side == "bottom"]
        place, anchor = (x + max(below) + 5, "start") if below else (x, "middle")
        return place, y + self.sizes[node].bottom + 12.0, anchor

    def pin(self, pin: Pin) -> tuple[float, float]:
        """Return where a pin is."""
        node, size = pin.node, self.sizes[pin.node]
        x, y = self.middle(node)
        half = size.width / 2
        edge = {"left": -half, "right": half, "top": size.top, "bottom": size.bottom}[pin.side]
        depth = edge if pin.depth is None else pin.depth
        if pin.side in ("left", "right"):
            return x + depth, y + pin.offset
        return x + pin.offset, y + depth


def place(graph: Graph, sizes: dict[Node, Size]) -> Placed:
    """Return the coordinates of a schematic."""
    placed = Placed(sizes, routes_of(graph))
    tracks = set_corridor_tracks(placed.routes)
    _set_rows(placed, graph, tracks)
    placed.trunks = set_channel_tracks(placed.routes, placed.level)
    _set_columns(placed, graph)
    return placed


def _set_rows(placed: Placed, graph: Graph, tracks: dict[int, int]) -> None:
    above: dict[int, float] = defaultdict(float)
    below: dict[int, float] = defaultdict(float)
    for node in graph.nodes:
        size = placed.sizes[node]
        above[node.row] = max(above[node.row], size.height / 2 + size.above, size.above - size.top)
        texts = NAME_HEIGHT + NOTE_HEIGHT * size.notes
        below[node.row] = max(below[node.row], size.bottom + texts)
    rows = sorted(above)
    y = _TITLE
    for row in range(rows[0], rows[-1] + 2):
        count = tracks.get(row, 0)
        placed.corridor[row] = y + _CORRIDOR / 2 + _CORRIDOR_TRACK / 2
        y += _CORRIDOR + _CORRIDOR_TRACK * count
        placed.y[row] = y + above[row]
        y += above[row] + below[row]
    placed.height = y + _MARGIN / 2


def _set_columns(placed: Placed, graph: Graph) -> None:
    half: dict[int, float] = defaultdict(float)
    for node in graph.nodes:
        half[node.column] = max(half[node.column], placed.sizes[node].cell_width / 2)
    x = _MARGIN
    for column in range(max(half, default=0) + 2):
        count = len(placed.trunks.get(column, ()))
        is_outer = column in (0, max(half, default=0) + 1)
        width = _TRACK * count + (_CHANNEL if count or not is_outer else 0.0)
        placed.channel[column] = x, x + width
        x += width
        if not is_outer or column == 0:
            placed.x[column] = x + half[column]
            x += 2 * half[column]
    placed.width = x + _MARGIN
