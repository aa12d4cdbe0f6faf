"""Energy flow as a network: nodes for parts, bands from part to part, stubs for what stays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from drivetrain.simulation.results.energy_flow.energy_flow import EnergyFlow
from drivetrain.simulation.results.energy_flow.part_flow import PartFlow

__all__ = ["Band", "Network", "Node", "Stub", "StubKind", "network_of"]

StubKind = Literal[
    "supplied", "taken", "lost", "stored", "released", "at once", "others", "left over"
]

_LEAST = 2e-3
"""Energy beside the largest one, below which it is not drawn."""
_MOST_NODES = 48


@dataclass(frozen=True)
class Stub:
    """Energy that a part gets from nowhere else, or keeps.

    Parameters
    ----------
    kind : StubKind
        What it is.
    energy : float
        J, positive.
    enters : bool
        Whether it flows into the part.
    """

    kind: StubKind
    energy: float
    enters: bool


@dataclass
class Node:
    """A part of the picture.

    Attributes
    ----------
    name : str
        Path of the part.
    size : float
        Largest energy of the part, J.
    stubs : list of Stub
        What it gets from nowhere else, or keeps.
    column : int
        Place along the machine.
    """

    name: str
    size: float
    stubs: list[Stub] = field(default_factory=list)
    column: int = 0


@dataclass(frozen=True)
class Band:
    """Energy that flows from one part to another.

    Parameters
    ----------
    source, target : str
        Paths of the parts.
    energy : float
        J, positive.
    """

    source: str
    target: str
    energy: float


@dataclass(frozen=True)
class Network:
    """Nodes by name, bands, and the number of parts that are too small to be drawn."""

    nodes: dict[str, Node]
    bands: tuple[Band, ...]
    hidden: int


def network_of(flow: EnergyFlow) -> Network:
    """Return the network of an energy flow, with its nodes in columns.

    Parameters
    ----------
    flow : EnergyFlow
        The flow.
    """
    largest = max((part.size for part in flow), default=0.0)
    least = _LEAST * largest
    drawn = sorted((part for part in flow if part.size > least), key=lambda part: -part.size)
    names = {part.path for part in drawn[:_MOST_NODES]}
    parts = [part for part in flow if part.path in names]
    bands = _bands(parts, least)
    nodes = {part.path: Node(part.path, part.size, _stubs(part, bands, least)) for part in parts}
    _place_in_columns(nodes, bands)
    return Network(nodes, bands, len(flow) - len(nodes))


def _bands(parts: Sequence[PartFlow], least: float) -> tuple[Band, ...]:
    """Return the energies from part to part.

    At a connection of several flanges each part that drives has its share of each one that is
    driven.
    """
    joints: dict[int, list[tuple[str, float]]] = defaultdict(list)
    for part in parts:
        for one in part.flanges:
            if one.kind == "work":
                joints[one.joint].append((part.path, one.energy))
    found: dict[tuple[str, str], float] = defaultdict(float)
    for members in joints.values():
        driving = [(name, -energy) for name, energy in members if energy < 0]
        driven = [(name, energy) for name, energy in members if energy > 0]
        whole = max(sum(e for _, e in driving), sum(e for _, e in driven))
        for source, given in driving:
            for target, taken in driven:
                if source != target and whole > 0:
                    found[source, target] += given * taken / whole
    return tuple(Band(*pair, energy) for pair, energy in found.items() if energy > least)


def _stubs(part: PartFlow, bands: Sequence[Band], least: float) -> list[Stub]:
    """Return what a part gets from nowhere else, or keeps."""
    through = sum(band.energy for band in bands if band.target == part.path)
    through -= sum(band.energy for band in bands if band.source == part.path)
    found: list[tuple[StubKind, float]] = [
        ("supplied" if part.supplied > 0 else "taken", part.supplied),
        ("at once", part.at_once),
        ("lost", -part.lost),
        ("stored" if part.stored > 0 else "released", -part.stored),
        ("others", part.work - through),
        ("left over", -part.remainder),
    ]
    return [Stub(kind, abs(energy), energy > 0) for kind, energy in found if abs(energy) > least]


def _place_in_columns(nodes: dict[str, Node], bands: Sequence[Band]) -> None:
    """Set the columns: the number of connections between a part and the largest source.

    Other sources are left of what they drive, so that only energy that circulates runs back.
    """
    beside: dict[str, set[str]] = {name: set() for name in nodes}
    for band in bands:
        beside[band.source].add(band.target)
        beside[band.target].add(band.source)
    _number_by_distance(nodes, beside)
    driven = {band.target for band in bands}
    for name in nodes:
        neighbours = [nodes[other].column for other in beside[name]]
        if neighbours and name not in driven and len(set(neighbours)) == 1:
            nodes[name].column = neighbours[0] - 1
    first = min((node.column for node in nodes.values()), default=0)
    for node in nodes.values():
        node.column -= first


def _number_by_distance(nodes: dict[str, Node], beside: Mapping[str, set[str]]) -> None:
    """Set the columns of each connected group of parts, from its largest source on."""
    left = dict.fromkeys(nodes)
    while left:
        level = [max(left, key=lambda name: _given(nodes[name]))]
        column = 0
        while level:
            for name in level:
                nodes[name].column = column
                left.pop(name, None)
            reached = [other for name in level for other in sorted(beside[name])]
            level = [name for name in dict.fromkeys(reached) if name in left]
            column += 1


def _given(node: Node) -> float:
    """Return the energy that a part brings in."""
    return sum(stub.energy for stub in node.stubs if stub.enters and stub.kind != "others")
