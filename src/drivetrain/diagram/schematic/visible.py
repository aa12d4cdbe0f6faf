"""Turn the structure of a model into the nodes and nets of a schematic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from drivetrain.diagram.schematic.graph import (
    FUNCTION,
    HEAT,
    MECHANICAL,
    SIGNAL,
    TERMINAL,
    Graph,
    Net,
    Node,
    Pin,
)
from drivetrain.diagram.schematic.repeats import Repeats, repeats_of
from drivetrain.model_structure import Connection, End, Function, Part, Structure

__all__ = ["graph_of"]

_GROUND = "ground"
_EVERY = "[:]"
_Key: TypeAlias = tuple[str, str]
"""Path of a part, and the name of its port."""


def graph_of(
    structure: Structure, inside: str, opened: frozenset[str], *, marks_ground: bool = True
) -> Graph:
    """Return what is visible inside a part, and how it is connected.

    Parameters
    ----------
    structure : Structure
        The structure of the model.
    inside : str
        Path of the part that is shown; empty for the whole model.
    opened : frozenset of str
        Paths of parts that are replaced by what is inside them.
    marks_ground : bool
        Whether what holds a shaft in place becomes marks at the parts it holds.
    """
    return _Maker(structure, inside, opened, marks_ground).graph()


@dataclass(eq=False)
class _Ends:
    """Pins that are joined, by a key for each; a union-find structure."""

    above: dict[_Key, _Key] = field(default_factory=dict)

    def root(self, key: _Key) -> _Key:
        self.above.setdefault(key, key)
        while self.above[key] != key:
            self.above[key] = self.above[self.above[key]]
            key = self.above[key]
        return key

    def join(self, a: _Key, b: _Key) -> None:
        first, second = self.root(a), self.root(b)
        if first != second:
            self.above[second] = first


class _Maker:
    """Collects nodes, pins and nets."""

    def __init__(
        self, structure: Structure, inside: str, opened: frozenset[str], marks_ground: bool
    ) -> None:
        self._marks_ground = marks_ground
        self._structure = structure
        self._outer = structure.part(inside)
        self._opened = opened
        self._nodes: dict[str, Node] = {}
        self._pins: dict[_Key, Pin] = {}
        self._ends, self._domains = _Ends(), dict[_Key, str]()
        self._order: list[tuple[_Key, _Key]] = []
        self._levels = {self._outer.path}
        self._repeats = Repeats()

    def graph(self) -> Graph:
        for part in self._visible(self._outer):
            kind = _kind(part)
            title = f"{part.path}: {part.title}\n{part.doc}"
            label = part.path.removeprefix(self._outer.path).removeprefix(_EVERY)
            label = label.removeprefix(".")
            self._nodes[part.path] = Node(len(self._nodes), part.path, kind, label, title, part)
        connections = [one for one in self._structure.connections if one.inside in self._levels]
        self._repeats = repeats_of(connections)
        for connection in connections:
            self._connect(connection)
        for key in self._repeats.ports & self._pins.keys():
            self._pins[key].in_row = True
        for line in self._structure.signals:
            if line.inside in self._levels:
                self._join(line.source, line.target, line.kind)
        for function in self._structure.functions:
            if function.inside in self._levels:
                self._function(function)
        self._open_ends()
        return self._finished()

    def _visible(self, outer: Part) -> Iterator[Part]:
        for part in outer.parts:
            if part.path in self._opened and part.parts:
                self._levels.add(part.path)
                yield from self._visible(part)
            else:
                yield part

    def _key(self, end: End) -> _Key:
        """Return the visible part at an end, and its port."""
        port, path = end.port.partition("[")[0], end.part
        while path not in self._nodes and path not in self._levels:
            if path.endswith(_EVERY):  # an array, seen from inside
                path = path.removesuffix(_EVERY)
                continue
            head, _, last = path.rpartition(".")
            port, path = f"{last}.{port}", head
        return path, port

    def _pin(self, key: _Key, role: str = "") -> Pin | None:
        """Return the pin of a key; None for a port of a part that is open."""
        path, name = key
        if key in self._pins:
            return self._pins[key]
        if path in self._levels and path != self._outer.path:
            return None
        node = self._nodes.get(path)
        if path == self._outer.path:
            node, role = self._terminal(name)
        assert node is not None
        port = node.part.port(name) if node.part is not None else None
        found = role or (port.side if port is not None else "driven")
        self._pins[key] = Pin(node, name, found)
        return self._pins[key]

    def _terminal(self, name: str) -> tuple[Node, str]:
        """Return the node of a port of the model itself, and the side of its pin."""
        port = self._outer.port(name)
        side = port.side if port is not None else "driving"
        path = f":{name}"
        if path not in self._nodes:
            title = f"{name}: {port.kind if port else 'port'} of {self._outer.title}"
            self._nodes[path] = Node(len(self._nodes), path, TERMINAL, name, title)
        opposite = {"input": "output", "output": "input", "driving": "driven", "driven": "driving"}
        return self._nodes[path], opposite.get(side, side)

    def _connect(self, connection: Connection) -> None:
        left, right = (self._repeats.outlet(end) for end in (connection.left, connection.right))
        if self._repeats.leads_back(connection):
            pin = self._pin(self._key(left))
            if pin is not None:
                pin.goes_on = True
            return
        self._join(left, right, connection.domain)

    def _join(self, left: End, right: End, domain: str) -> None:
        keys = self._key(left), self._key(right)
        for key in keys:
            self._pin(key)
        self._ends.join(*keys)
        self._domains.setdefault(self._ends.root(keys[0]), domain)
        self._order.append(keys)

    def _stated(self) -> Iterator[tuple[Node, Node]]:
        """Yield left and right nodes, also of those that are joined by ports of open parts."""
        onwards: dict[_Key, list[_Key]] = {}
        for left, right in self._order:
            onwards.setdefault(left, []).append(right)
        for left, right in self._order:
            if left in self._pins:
                first = self._pins[left].node
                for key in self._reached(right, onwards):
                    if self._pins[key].node is not first:
                        yield first, self._pins[key].node

    def _reached(self, key: _Key, onwards: dict[_Key, list[_Key]]) -> list[_Key]:
        """Return the key if it has a pin; else those that are reached through it."""
        found = [key]
        for one in found:
            if one not in self._pins:
                found += [further for further in onwards.get(one, ()) if further not in found]
        return [one for one in found if one in self._pins]

    def _function(self, function: Function) -> None:
        """Add the node of an equation that drives an input, or a line if it only passes it on."""
        if function.sets is None or not function.reads:
            return
        target = self._key(function.sets)
        if target[0] not in self._nodes:
            return
        pin = self._pin(target)
        reads = [key for key in map(self._key, function.reads) if key[0] in self._nodes]
        if pin is None or not reads:
            return
        kind = self._signal_kind(target)
        if len(reads) == 1 and self._is_output(reads[0]) and _is_plain(function):
            self._join(function.reads[0], function.sets, kind)
            return
        path = f"ƒ{len(self._nodes)}"
        node = Node(len(self._nodes), path, FUNCTION, "ƒ", f"{function.text}\n{function.where}")
        self._nodes[path] = node
        self._pins[path, "y"] = Pin(node, "y", "output")
        self._pin(target)
        self._ends.join((path, "y"), target)
        self._domains.setdefault(self._ends.root((path, "y")), kind)
        for k, key in enumerate(reads):
            self._pins[path, f"u{k}"] = Pin(node, f"u{k}", "input")
            self._pin(key, "" if self._is_output(key) else "variable")
            self._ends.join(key, (path, f"u{k}"))
            self._domains.setdefault(self._ends.root(key), self._signal_kind(key))

    def _is_output(self, key: _Key) -> bool:
        node = self._nodes[key[0]]
        port = node.part.port(key[1]) if node.part is not None else None
        return port is not None and port.side == "output"

    def _signal_kind(self, key: _Key) -> str:
        part = self._nodes[key[0]].part
        port = part.port(key[1]) if part is not None else None
        return port.domain if port is not None and port.is_signal else "real"

    def _open_ends(self) -> None:
        """Add pins for ports that should be connected and are not."""
        driven = {self._key(f.sets) for f in self._structure.functions if f.sets is not None
                  and f.inside in self._levels}  # fmt: skip
        for node in list(self._nodes.values()):
            for port in node.part.ports if node.part is not None else ():
                key = node.path, port.name
                if not port.is_on or not port.is_required or key in self._pins or key in driven:
                    continue
                if node.part is not None and _is_bound(node.part, port.name, self._structure):
                    continue
                pin = self._pin(key)
                if pin is not None:
                    pin.fault = f"{pin.path} is not connected"

    def _finished(self) -> Graph:
        nets: dict[_Key, Net] = {}
        for key, pin in self._pins.items():
            root = self._ends.root(key)
            domain = self._domains.get(root)
            if domain is not None:
                net = nets.setdefault(root, Net(domain))
                net.pins.append(pin)
                if pin.role in ("output", "variable"):
                    net.source = pin
        grounded = [net for net in nets.values() if len(net.pins) > 1]
        for net in grounded if self._marks_ground else ():
            _hold(net)
        kept = [net for net in grounded if len(net.pins) > 1 or net.ground]
        held = {pin.node.path for net in grounded for pin in net.pins}
        gone = {net.ground for net in grounded if net.ground} - held
        nodes = [node for node in self._nodes.values() if node.path not in gone]
        order = [pair for pair in self._stated() if not {one.path for one in pair} & gone]
        pins = [pin for pin in self._pins.values() if pin.node.path not in gone]
        return Graph(nodes, pins, kept, order)


def _hold(net: Net) -> None:
    """Take the part that holds a net in place out of it."""
    for pin in net.pins:
        part = pin.node.part
        if part is not None and part.symbol == _GROUND:
            net.ground, net.ground_title = part.path, pin.node.title
            net.pins = [one for one in net.pins if one.node is not pin.node]
            return


def _is_plain(function: Function) -> bool:
    """Tell whether an equation only passes a signal on."""
    left, _, right = function.text.partition(" == ")
    return all(side.replace(".", "").replace("_", "").replace("[", "").replace("]", "").isalnum()
               for side in (left, right))  # fmt: skip


def _is_bound(part: Part, port: str, structure: Structure) -> bool:
    """Tell whether an input got a value where the part was made."""
    return any(
        one.sets is not None and one.sets.part == part.path
        and one.sets.port.partition("[")[0] == port
        for one in structure.functions
    )  # fmt: skip


def _kind(part: Part) -> str:
    """Return the kind of a node by its ports."""
    domains = {port.domain for port in part.ports if port.is_on and not port.is_signal}
    if domains & {"rotation", "translation", "electric", "other"}:
        return MECHANICAL
    if "heat" in domains:
        return HEAT
    return SIGNAL if part.ports else MECHANICAL
