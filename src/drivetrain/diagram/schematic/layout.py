"""Lay a schematic out, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from drivetrain.diagram.hints import Hints
from drivetrain.diagram.notes import Notes
from drivetrain.diagram.schematic.bonds import bonds_of
from drivetrain.diagram.schematic.columns import set_columns
from drivetrain.diagram.schematic.coordinates import Placed, place
from drivetrain.diagram.schematic.exact import Drawn, drawn_by_author, exact
from drivetrain.diagram.schematic.faults import mark_faults
from drivetrain.diagram.schematic.graph import Graph, Node, Pin
from drivetrain.diagram.schematic.marks import fault_height
from drivetrain.diagram.schematic.pins import set_pins
from drivetrain.diagram.schematic.places import set_places
from drivetrain.diagram.schematic.reordering import reorder_rows
from drivetrain.diagram.schematic.rows import set_rows
from drivetrain.diagram.schematic.segments import Segment, crossings, segments_of
from drivetrain.diagram.schematic.sizes import Size, node_symbols, size_of, text_width
from drivetrain.diagram.schematic.symbols_placed import without_idle_ends
from drivetrain.diagram.schematic.visible import graph_of
from drivetrain.diagram.symbols import Symbol
from drivetrain.model_structure import Structure

__all__ = ["Excerpt", "Layout", "lay_out"]


@dataclass(frozen=True)
class Excerpt:
    """What of a model a schematic shows, and how.

    Attributes
    ----------
    inside : str
        Path of a part whose inside is shown; empty for the whole model.
    opened : frozenset of str
        Paths of parts in whose place their own parts are shown.
    notes : mapping
        Lines of text below the names of parts, by path.
    hints : Hints
        What the author says about the drawing.
    """

    inside: str = ""
    opened: frozenset[str] = frozenset()
    notes: Notes = field(default_factory=dict)
    hints: Hints = field(default_factory=Hints)


@dataclass(frozen=True, eq=False)
class Layout:
    """Where everything is.

    Attributes
    ----------
    graph : Graph
        Nodes and nets.
    symbols : dict
        Symbol of each node; None for those drawn as boxes.
    placed : Placed
        Coordinates.
    segments : list of Segment
        Lines.
    notes : mapping
        Lines of text below the names of parts, by path.
    """

    graph: Graph
    symbols: dict[Node, Symbol | None]
    placed: Placed
    segments: list[Segment]
    notes: Notes


def lay_out(structure: Structure, excerpt: Excerpt | None = None) -> Layout | None:
    """Return where everything in a schematic is; None if there is nothing to be shown.

    Parameters
    ----------
    structure : Structure
        The structure of the model.
    excerpt : Excerpt, optional
        What of it is shown; by default the whole model, without notes.
    """
    asked = Excerpt() if excerpt is None else excerpt
    drawn = _drawn(structure, asked)
    found = _as_drawn(structure, asked, drawn)
    if found is not None:
        return found
    graph = graph_of(structure, asked.inside, asked.opened)
    if not graph.nodes:
        return None
    mark_faults(graph, structure)
    graph.bonds = bonds_of(graph)
    is_placed = set_places(graph, {name: (at.x, at.y) for name, at in drawn.places.items()})
    if not is_placed:
        set_columns(graph, asked.hints.order)
        set_rows(graph, asked.hints.below)
    symbols = node_symbols(graph)

    def draft() -> tuple[Placed, list[Segment]]:
        set_pins(graph, symbols)
        placed = place(graph, _sizes(graph, symbols, asked.notes))
        return placed, segments_of(placed)

    if not (asked.hints.below or is_placed):
        reorder_rows(graph, lambda: len(crossings(draft()[1])))
    placed, segments = draft()
    shown = {
        node: without_idle_ends(node, one, graph.pins_of(node)) for node, one in symbols.items()
    }
    return Layout(graph, shown, placed, segments, asked.notes)


def _drawn(structure: Structure, asked: Excerpt) -> Drawn:
    """Return what the author has drawn of what is shown, if hints say nothing else."""
    if asked.opened or asked.hints != Hints():
        return Drawn()
    return drawn_by_author(structure.part(asked.inside).cls)


def _as_drawn(structure: Structure, asked: Excerpt, drawn: Drawn) -> Layout | None:
    """Return the layout of the author; None if it is not complete, or not legible."""
    if not drawn.places:
        return None
    graph = graph_of(structure, asked.inside, frozenset(), marks_ground=False)
    mark_faults(graph, structure)
    symbols = node_symbols(graph)
    found = exact(graph, symbols, _sizes(graph, symbols, asked.notes), drawn)
    if found is None:
        return None
    shown, placed, segments = found
    return Layout(graph, shown, placed, segments, asked.notes)


def _sizes(graph: Graph, symbols: dict[Node, Symbol | None], notes: Notes) -> dict[Node, Size]:
    found = {}
    for node in graph.nodes:
        sides = Counter(pin.side for pin in graph.pins_of(node))
        size = size_of(node, symbols[node], sides)
        if node.part is not None and node.part.count is not None:
            size.name_width += text_width(f" ×{node.part.count}")
        lines = notes.get(node.path, ())
        size.notes = len(lines)
        size.name_width = max([size.name_width, *(text_width(one.text, 9.5) for one in lines)])
        _add_faults(size, [pin for pin in graph.pins_of(node) if pin.fault])
        if sides["bottom"]:  # the name stands beside the line
            size.name_width = 2 * size.name_width + 12.0
        found[node] = size
    return found


def _add_faults(size: Size, faults: Sequence[Pin]) -> None:
    """Make room for the marks of ports that are not connected, and for their names."""
    above = [pin for pin in faults if pin.side == "top"]
    size.above = fault_height(len(above))
    for pin in faults:
        room = text_width(pin.name, 10.0)
        if pin.side in ("left", "right"):
            room = size.width + 2 * (room + fault_height(1))
        size.name_width = max(size.name_width, room)
