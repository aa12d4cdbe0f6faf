"""What a schematic shows: nodes with pins, and nets between the pins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from drivetrain.model_structure import Part, Port

__all__ = [
    "FUNCTION", "HEAT", "MECHANICAL", "SHAFT_ROLES", "SIGNAL", "TERMINAL", "Graph", "Net", "Node",
    "Pin", "main_two", "mean",
]  # fmt: skip

MECHANICAL, SIGNAL, HEAT, FUNCTION, TERMINAL = "mechanical", "signal", "heat", "function", "port"
"""Kinds of nodes: by what they are connected with; equations, and ports of the model itself."""
SHAFT_ROLES = ("driving", "driven")
"""Roles of pins at the ends of a shaft or rod."""
_MAIN = ("_a", "_b", "_r", "_t")


@dataclass(eq=False)
class Node:
    """A part, an equation, or a port of the model itself.

    Attributes
    ----------
    number : int
        Its place in the order of declarations.
    path : str
        Path of the part; for others a name of its own.
    kind : str
        `MECHANICAL`, `SIGNAL`, `HEAT`, `FUNCTION` or `TERMINAL`.
    label, title : str
        The name that is shown, and what appears when the pointer rests on it.
    part : Part or None
        The part.
    fault : str
        What is wrong with it.
    """

    number: int
    path: str
    kind: str
    label: str
    title: str
    part: Part | None = None
    column: int = 0
    row: int = 0
    is_mirrored: bool = False
    fault: str = ""

    @property
    def ports(self) -> tuple[Port, ...]:
        """The ports that exist."""
        return tuple(port for port in (self.part.ports if self.part else ()) if port.is_on)


@dataclass(eq=False)
class Pin:
    """A port of a node at which nets end.

    Attributes
    ----------
    node : Node
        Whose port it is.
    name : str
        Name of the port.
    role : str
        Side of the port as the structure tells it, see
        :data:`drivetrain.model_structure.port.SIDES`; ``"variable"`` for a quantity that an
        equation reads.
    side : str
        Where lines leave the node: ``left``, ``right``, ``top``, ``bottom``.
    offset : float
        Distance from the middle of that side, px.
    depth : float or None
        How far from the middle of the node lines from that side end, px; None: at its edge.
    fault : str
        What is wrong with it, for example that it should be connected and is not.
    goes_on : bool
        Whether the next elements of a row of parts follow here.
    in_row : bool
        Whether it is where the parts of a row are joined.
    """

    node: Node
    name: str
    role: str
    side: str = ""
    offset: float = 0.0
    depth: float | None = None
    fault: str = ""
    goes_on: bool = False
    in_row: bool = False

    @property
    def is_shaft(self) -> bool:
        """Whether it is the end of a shaft or rod."""
        return self.role in SHAFT_ROLES

    @property
    def path(self) -> str:
        """Path of the port."""
        return f"{self.node.path}.{self.name}" if self.node.part is not None else self.name


@dataclass(eq=False)
class Net:
    """Pins that are connected with each other.

    Attributes
    ----------
    domain : str
        What it carries.
    pins : list of Pin
        In the order of the statements.
    source : Pin or None
        The output that drives it; None for connectors.
    ground : str
        Path of the part that holds it in place; empty if none does. Such a net is drawn as marks
        at its pins.
    """

    domain: str
    pins: list[Pin] = field(default_factory=list)
    source: Pin | None = None
    ground: str = ""
    ground_title: str = ""

    @property
    def is_shaft(self) -> bool:
        """Whether it is a shaft or rod that turns or moves."""
        return self.source is None and not self.ground and self.domain != "heat"

    @property
    def path(self) -> str:
        """Path of its first port."""
        return self.pins[0].path

    def others(self, node: Node) -> list[Node]:
        """Return the nodes at its other pins."""
        return [pin.node for pin in self.pins if pin.node is not node]


@dataclass(eq=False)
class Graph:
    """Nodes and nets.

    Attributes
    ----------
    nodes : list of Node
        In the order of declarations.
    pins : list of Pin
        All pins.
    nets : list of Net
        In the order of the statements.
    order : list of (Node, Node)
        Left and right nodes, as the author of the model states it by ``left >> right``.
    bonds : list of (Node, Node)
        Left and right nodes that exchange motion and load by signals.
    """

    nodes: list[Node]
    pins: list[Pin]
    nets: list[Net]
    order: list[tuple[Node, Node]]
    bonds: list[tuple[Node, Node]] = field(default_factory=list)

    @property
    def bonded(self) -> set[Node]:
        """The nodes that have a bond."""
        return {node for pair in self.bonds for node in pair}

    def pins_of(self, node: Node) -> list[Pin]:
        """Return the pins of a node."""
        return [pin for pin in self.pins if pin.node is node]

    def nets_of(self, node: Node) -> list[Net]:
        """Return the nets that end at a node."""
        return [net for net in self.nets if any(pin.node is node for pin in net.pins)]

    def of_kind(self, *kinds: str) -> list[Node]:
        """Return the nodes of some kinds."""
        return [node for node in self.nodes if node.kind in kinds]


def main_two(pins: Sequence[Pin]) -> list[Pin]:
    """Return the two ends of a shaft among the pins of a node, as far as they are named so."""
    return [pin for pin in pins if pin.name.endswith(_MAIN)][:2]


def mean(values: Iterable[float]) -> float:
    """Return the mean; 0 of nothing."""
    found = list(values)
    return sum(found) / len(found) if found else 0.0
