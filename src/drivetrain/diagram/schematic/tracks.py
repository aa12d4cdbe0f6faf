"""Give lines that run in one corridor or one channel tracks of their own, with few crossings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from drivetrain.diagram.schematic.routes import Level, Rail, Route

__all__ = ["Trunk", "set_channel_tracks", "set_corridor_tracks"]

_OVERLAP = 1000.0
"""Cost of two lines on top of each other, in crossings."""


def set_corridor_tracks(routes: Sequence[Route]) -> dict[int, int]:
    """Set the tracks of all rails in corridors; return how many each corridor has."""
    by_corridor: dict[int, list[tuple[Route, Rail]]] = defaultdict(list)
    for route in routes:
        for rail in route.rails:
            if rail.level.in_corridor:
                by_corridor[rail.level.row].append((route, rail))
    return {row: _pack(found) for row, found in by_corridor.items()}


def _pack(found: list[tuple[Route, Rail]]) -> int:
    """Put rails on the fewest tracks on which they do not overlap."""
    ends: list[int] = []
    for route, rail in sorted(found, key=lambda pair: (pair[1].left, -pair[1].right)):
        track = next((k for k, end in enumerate(ends) if end < rail.left), len(ends))
        ends[track : track + 1] = [rail.right]
        _put(route, rail, track)
    return len(ends)


def _put(route: Route, rail: Rail, track: int) -> None:
    """Move a rail to a track, with the trunks that meet it."""
    old, new = rail.level, replace_track(rail.level, track)
    rail.level = new
    for channel, levels in route.trunks.items():
        if rail.left <= 2 * channel <= rail.right:
            route.trunks[channel] = [new if one == old else one for one in levels]


def replace_track(level: Level, track: int) -> Level:
    """Return a level on another track of its corridor."""
    return level._replace(offset=float(track))


@dataclass(eq=False)
class Trunk:
    """A vertical part of a net in a channel.

    Attributes
    ----------
    route : Route
        Whose part it is.
    top, bottom : float
        Its ends.
    left, right : list of float
        Heights at which lines come from the left and from the right.
    track : int
        Its place from the left.
    """

    route: Route
    top: float
    bottom: float
    left: list[float]
    right: list[float]
    track: int = 0


def set_channel_tracks(
    routes: Sequence[Route], height: Callable[[Level], float]
) -> dict[int, list[Trunk]]:
    """Return the trunks of each channel with their tracks.

    Parameters
    ----------
    routes : sequence of Route
        The routes.
    height : callable
        Returns the height of a level.
    """
    found: dict[int, list[Trunk]] = defaultdict(list)
    for route in routes:
        for channel, levels in route.trunks.items():
            trunk = _trunk(route, channel, levels, height)
            if trunk.bottom > trunk.top:
                found[channel].append(trunk)
    for trunks in found.values():
        _order(trunks)
    return found


def _trunk(
    route: Route, channel: int, levels: Sequence[Level], height: Callable[[Level], float]
) -> Trunk:
    heights = [height(level) for level in levels]
    trunk = Trunk(route, min(heights), max(heights), [], [])
    for pin, own in route.stubs:
        if own == channel:
            at = height(Level(pin.node.row, pin.offset))
            (trunk.left if pin.side == "right" else trunk.right).append(at)
    for rail in route.rails:
        at = height(rail.level)
        if rail.level in levels and rail.left < 2 * channel <= rail.right:
            trunk.left.append(at)
        if rail.level in levels and rail.left <= 2 * channel < rail.right:
            trunk.right.append(at)
    return trunk


def _order(trunks: list[Trunk]) -> None:
    """Order trunks from left to right: each in turn goes where it crosses fewest others."""
    trunks.sort(key=lambda one: (one.top, one.bottom))
    costs = {(id(a), id(b)): _cost(a, b) for a in trunks for b in trunks if a is not b}
    for _ in range(len(trunks)):
        before = list(trunks)
        for trunk in before:
            trunks.remove(trunk)
            trunks.insert(_best_place(trunk, trunks, costs), trunk)
        if trunks == before:
            break
    for k, trunk in enumerate(trunks):
        trunk.track = k


def _best_place(trunk: Trunk, others: Sequence[Trunk], costs: dict[tuple[int, int], float]) -> int:
    """Return at which place among others a trunk crosses fewest of them; the first of equals."""
    cost = sum(costs[id(trunk), id(one)] for one in others)
    best, least = 0, cost
    for k, one in enumerate(others):
        cost += costs[id(one), id(trunk)] - costs[id(trunk), id(one)]
        if cost < least:
            best, least = k + 1, cost
    return best


def _cost(first: Trunk, second: Trunk) -> float:
    """Return the crossings of two trunks if the first is left of the second."""
    crossings = sum(first.top < y < first.bottom for y in second.left)
    crossings += sum(second.top < y < second.bottom for y in first.right)
    lying = sum(abs(y - other) < 1.0 for y in second.left for other in first.right)
    touching = sum(abs(y - e) < 1.0 for y in second.left for e in (first.top, first.bottom))
    touching += sum(abs(y - e) < 1.0 for y in first.right for e in (second.top, second.bottom))
    return crossings + _OVERLAP * lying + 1.5 * touching
