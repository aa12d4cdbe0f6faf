"""Choose the way of each net: along which levels it runs, in which channels it changes them.

A level is a row, at the height of a pin, or a track in the corridor above a row. Channel `k` is
left of column `k`. Horizontal places are counted in halves: ``2 k`` is channel `k`, ``2 c + 1`` the
middle of column `c`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from drivetrain.diagram.schematic.graph import Graph, Net, Pin, mean

__all__ = ["Level", "Rail", "Route", "routes_of"]

_APART = 6.0
"""Distance of two lines in one row, px."""


class Level(NamedTuple):
    """A height: in a row, or on a track of the corridor above it.

    Attributes
    ----------
    row : int
        The row.
    offset : float
        Distance from the middle of the row, px; for a corridor the number of the track.
    in_corridor : bool
        Whether it is in the corridor above the row.
    """

    row: int
    offset: float
    in_corridor: bool = False

    @property
    def place(self) -> float:
        """Height in rows, for comparisons."""
        return self.row - 0.5 if self.in_corridor else float(self.row)


@dataclass(eq=False)
class Rail:
    """A horizontal part of a net: its level, and from where to where it runs, in halves."""

    level: Level
    left: int
    right: int

    def reach(self, place: int) -> None:
        """Extend it to a place."""
        self.left, self.right = min(self.left, place), max(self.right, place)


@dataclass(eq=False)
class Route:
    """The way of a net.

    Attributes
    ----------
    net : Net
        The net.
    rails : list of Rail
        Horizontal parts beyond the stubs at the pins.
    trunks : dict of int to list of Level
        Levels that are joined in each channel.
    stubs : list of (Pin, int)
        Pins at the sides of nodes, and the channel to which each of them leads.
    drops : list of (Pin, Rail)
        Pins above or below nodes, and the rail on which they stand.
    is_straight : bool
        Whether it is a single vertical line from a block to the part below.
    """

    net: Net
    rails: list[Rail] = field(default_factory=list)
    trunks: dict[int, list[Level]] = field(default_factory=dict)
    stubs: list[tuple[Pin, int]] = field(default_factory=list)
    drops: list[tuple[Pin, Rail]] = field(default_factory=list)
    is_straight: bool = False

    def join(self, channel: int, level: Level) -> None:
        """Let the trunk in a channel meet a level."""
        levels = self.trunks.setdefault(channel, [])
        if level not in levels:
            levels.append(level)


_RANK = {"rotation": 0, "translation": 1, "electric": 2, "other": 3, "heat": 4}


def routes_of(graph: Graph) -> list[Route]:
    """Return the routes of all nets, shafts first."""
    cells = frozenset((node.column, node.row) for node in graph.nodes)
    nets = [net for net in graph.nets if not net.ground]
    order = sorted(nets, key=lambda net: _RANK.get(net.domain, 5))
    router = _Router(cells)
    return [router.route(net) for net in order]


class _Router:
    """Routes nets one by one; later ones keep clear of earlier ones."""

    def __init__(self, cells: frozenset[tuple[int, int]]) -> None:
        self._nodes = cells
        self._passed: dict[tuple[int, int], list[tuple[Net, float]]] = {}

    def route(self, net: Net) -> Route:
        made = Route(net)
        if self._is_straight(net):
            made.is_straight = True
            return made
        for pin in net.pins:
            if pin.side in ("left", "right"):
                channel = pin.node.column + (pin.side == "right")
                made.stubs.append((pin, channel))
                made.join(channel, Level(pin.node.row, pin.offset))
        drops = [pin for pin in net.pins if pin.side in ("top", "bottom")]
        if len(made.trunks) == 1 and not drops:
            return made
        main = self._main_rail(made, drops)
        self._drop(made, drops, main)
        for channel in list(made.trunks):
            made.join(channel, main.level)
            main.reach(2 * channel)
        self._keep_clear(net, main)
        if main.left < main.right or drops:
            made.rails.insert(0, main)
        return made

    def _is_straight(self, net: Net) -> bool:
        """Tell whether a net goes straight down from a node to one in the same column."""
        if sorted(pin.side for pin in net.pins) != ["bottom", "top"]:
            return False
        upper, lower = sorted(net.pins, key=lambda pin: pin.node.row)
        column = upper.node.column
        between = range(upper.node.row + 1, lower.node.row)
        return (
            upper.side == "bottom"
            and lower.node.column == column
            and upper.offset == lower.offset
            and not any((column, row) in self._nodes for row in between)
        )

    def _main_rail(self, made: Route, drops: Sequence[Pin]) -> Rail:
        """Return the rail along which the net runs: straight through a row, or in a corridor."""
        channels = list(made.trunks)
        places = [2 * channel for channel in channels] + [2 * p.node.column + 1 for p in drops]
        levels = [Level(pin.node.row, pin.offset) for pin, _ in made.stubs]
        corridors = [_corridor(pin) for pin in drops]
        candidates = [
            level for level in levels
            if not drops and self._is_free(made.net, level, min(channels), max(channels))
        ]  # fmt: skip
        rows = [level.row for level in levels] + [c - 1 for c in corridors] + corridors
        candidates += [Level(row, 0.0, True) for row in range(min(rows), max(rows) + 2)]
        ends = [level.place for level in levels] + [c - 0.5 for c in corridors]

        def cost(level: Level) -> tuple[float, float]:
            away = sum(abs(level.place - end) for end in ends)
            return away + 0.3 * level.in_corridor, abs(level.place - mean(ends))

        return Rail(min(candidates, key=cost), min(places), min(places))

    def _is_free(self, net: Net, level: Level, first: int, last: int) -> bool:
        """Tell whether a row has no node, and no other line at that height, between channels."""
        for column in range(first, last):
            cell = column, level.row
            if cell in self._nodes:
                return False
            others = self._passed.get(cell, ())
            if any(one is not net and abs(o - level.offset) < _APART for one, o in others):
                return False
        return True

    def _keep_clear(self, net: Net, rail: Rail) -> None:
        if not rail.level.in_corridor:
            for column in range(rail.left // 2, (rail.right + 1) // 2):
                cell = column, rail.level.row
                self._passed.setdefault(cell, []).append((net, rail.level.offset))

    def _drop(self, made: Route, drops: Sequence[Pin], main: Rail) -> None:
        """Let pins above and below nodes stand on rails in their corridors."""
        rails: dict[int, list[Pin]] = {}
        for pin in drops:
            rails.setdefault(_corridor(pin), []).append(pin)
        for corridor, pins in rails.items():
            places = [2 * pin.node.column + 1 for pin in pins]
            if main.level.in_corridor and main.level.row == corridor:
                rail = main
                for place in places:
                    rail.reach(place)
            else:
                rail = Rail(Level(corridor, 0.0, True), min(places), max(places))
                channel = _nearest_channel(rail, list(made.trunks), main)
                rail.reach(2 * channel)
                made.join(channel, rail.level)
                made.rails.append(rail)
            made.drops += [(pin, rail) for pin in pins]


def _corridor(pin: Pin) -> int:
    """Return the corridor above or below a node; each is named by the row below it."""
    return pin.node.row + (pin.side == "bottom")


def _nearest_channel(rail: Rail, channels: Sequence[int], main: Rail) -> int:
    """Return the channel beside a rail in which it is joined with the rest of its net."""
    beside = ((rail.left - 1) // 2, (rail.right + 1) // 2)
    wanted = channels or [(main.left + 1) // 2]
    return min(beside, key=lambda k: (min(abs(k - one) for one in wanted), k))
