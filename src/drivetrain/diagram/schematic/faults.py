"""Mark what is wrong: ports without a connection, parts without any, and what messages name."""

from __future__ import annotations

import re
from collections.abc import Collection

from drivetrain.diagram.schematic.graph import Graph, Node, Pin
from drivetrain.diagram.schematic.visible import graph_of
from drivetrain.model_structure import Fault, Structure

__all__ = ["faults_of", "mark_faults"]


def mark_faults(graph: Graph, structure: Structure) -> None:
    """Mark pins and nodes of a graph that have a fault; ports without connections are marked yet.

    Parameters
    ----------
    graph : Graph
        What is shown of the model.
    structure : Structure
        The structure of the model.
    """
    nodes = {node.path: node for node in graph.nodes}
    for fault in structure.faults:
        named = [found for port in fault.ports if (found := _port(nodes, port)) is not None]
        for node, name in named:
            _pin(graph, node, name).fault = fault.sentence
        _mark_parts(nodes, fault, [node for node, _ in named])
    for node in _loose(graph, structure):
        node.fault = node.fault or f"{node.path} is connected to nothing"


def faults_of(structure: Structure, opened: Collection[str]) -> dict[str, list[tuple[str, str]]]:
    """Return the faults of parts by their paths: names of ports, and sentences.

    The name is empty for a fault of the part itself.

    Parameters
    ----------
    structure : Structure
        The structure of the model.
    opened : collection of str
        Paths of parts in whose place their own parts are shown.
    """
    graph = graph_of(structure, "", frozenset(opened))
    mark_faults(graph, structure)
    found: dict[str, list[tuple[str, str]]] = {}
    for pin in graph.pins:
        if pin.fault:
            found.setdefault(pin.node.path, []).append((pin.name, pin.fault))
    for node in graph.nodes:
        if node.fault:
            found.setdefault(node.path, []).append(("", node.fault))
    return found


def _port(nodes: dict[str, Node], path: str) -> tuple[Node, str] | None:
    """Return the visible node of a port, and the name of the port there."""
    path, name = _plain(path), ""
    while path not in nodes and "." in path:
        path, _, last = path.rpartition(".")
        name = f"{last}.{name}" if name else last
    return (nodes[path], name) if path in nodes and name else None


def _plain(path: str) -> str:
    return re.sub(r"\[[^\]]*\]", "", path)


def _pin(graph: Graph, node: Node, name: str) -> Pin:
    for pin in graph.pins:
        if pin.node is node and pin.name == name:
            return pin
    port = next((one for one in node.ports if one.name == name), None)
    made = Pin(node, name, port.side if port is not None else "housing")
    graph.pins.append(made)
    return made


def _mark_parts(nodes: dict[str, Node], fault: Fault, marked: list[Node]) -> None:
    """Mark the parts that a message names, if it names no ports of theirs."""
    for path in map(_plain, fault.parts):
        while path not in nodes and "." in path:
            path = path.rpartition(".")[0]
        if path in nodes and nodes[path] not in marked:
            nodes[path].fault = fault.sentence


def _loose(graph: Graph, structure: Structure) -> list[Node]:
    """Return the nodes that have ports, but neither a connection nor an equation about them."""
    if len(graph.nodes) < 2:
        return []
    used = {pin.node for net in graph.nets for pin in net.pins}
    ends = [end for one in structure.functions for end in (*one.reads, one.sets) if end is not None]
    told = {_plain(end.part) for end in ends}
    return [
        node for node in graph.nodes
        if node.part is not None and node.ports and node not in used
        and not any(path == node.path or path.startswith(f"{node.path}.") for path in told)
    ]  # fmt: skip
