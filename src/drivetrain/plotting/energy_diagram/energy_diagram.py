"""Draw an energy flow on the schematic of the machine."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from drivetrain.diagram.diagram import Diagram
from drivetrain.diagram.drawing import Drawing, Group, Item, Label
from drivetrain.diagram.notes import Note
from drivetrain.diagram.schematic.layout import Excerpt, Layout, lay_out
from drivetrain.diagram.schematic.schematic import draw_layout
from drivetrain.errors import ResultError
from drivetrain.model_structure import Structure
from drivetrain.plotting.energy_diagram.bands import bands_of, draw_band
from drivetrain.simulation.results.energy_flow.energy_flow import EnergyFlow
from drivetrain.simulation.results.energy_flow.part_flow import FlangeFlow, PartFlow
from drivetrain.text_tables import joules

__all__ = ["energy_diagram"]

_NEGLIGIBLE = 1e-6
"""Energy, relative to the largest, that is not told."""


def energy_diagram(flow: EnergyFlow, structure: Structure) -> Diagram:
    """Return the schematic of a machine with the energy that ran through its shafts.

    The width of a band is the energy in the window of the flow. It is blue where energy runs from
    left to right, orange where it runs back. Heat, stores and sources are told below the parts,
    and the balance of the whole below the picture, with what is left over.

    Parameters
    ----------
    flow : EnergyFlow
        The energy flow of a run.
    structure : Structure
        The structure of its model.

    Raises
    ------
    ResultError
        If there is nothing to be drawn.
    """
    parts = _visible_flows(flow, structure)
    notes = {path: _notes(part, flow) for path, part in parts.items()}
    layout = lay_out(structure, Excerpt(notes=notes))
    if layout is None:
        raise ResultError(f"{flow.model} has no parts that could be drawn")
    title = f"{flow.model}: energy, {flow.start:g} s … {flow.stop:g} s"
    drawn = draw_layout(layout, title, behind=tuple(_bands(layout, parts)), slim=True)
    return Diagram("energy", _with_balance(drawn, flow))


def _visible_flows(flow: EnergyFlow, structure: Structure) -> dict[str, PartFlow]:
    """Return the flows of the parts that are shown; those of an array are added up."""
    shown = {part.path: part for part in structure.inside()}
    groups: dict[str, list[PartFlow]] = defaultdict(list)
    for one in (*flow.parts, *flow.composites):
        path = re.sub(r"\[\d+\]", "", one.path)
        if path not in shown:
            path = _only_of_class(one, structure)
        if path in shown:
            groups[path].append(one)
    return {
        path: own[0] if shown[path].count is None else _sum(path, own)
        for path, own in groups.items()
    }


def _only_of_class(flow: PartFlow, structure: Structure) -> str:
    """Return the path of the array that is all that a class has in the model; empty if none is.

    Of a class with very many parts the audit tells the sum only.
    """
    if flow.path != f"all {flow.class_name}":
        return ""
    own = [part.path for part in structure.parts if part.title == flow.class_name]
    return own[0] if len(own) == 1 else ""


def _sum(path: str, parts: list[PartFlow]) -> PartFlow:
    """Return the flow of an array: the sum of all that its parts have at flanges of one name."""
    flanges: dict[str, FlangeFlow] = {}
    for one in (flange for part in parts for flange in part.flanges):
        before = flanges[one.name].energy if one.name in flanges else 0.0
        flanges[one.name] = FlangeFlow(one.name, one.kind, before + one.energy, -1)
    first = parts[0]
    return PartFlow(
        path, first.class_name, tuple(flanges.values()), first.is_composite,
        sum(p.stored for p in parts), sum(p.lost for p in parts),
        sum(p.supplied for p in parts), sum(p.at_once for p in parts),
    )  # fmt: skip


def _notes(part: PartFlow, flow: EnergyFlow) -> list[Note]:
    least = _NEGLIGIBLE * max((one.size for one in flow.parts), default=0.0)
    notes = []
    if abs(part.supplied) > least:
        kind = "source" if part.supplied > 0 else "taken"
        notes.append(Note(f"{kind} {joules(abs(part.supplied))}", "note-source"))
    if abs(part.stored) > least:
        kind = "stored" if part.stored > 0 else "released"
        notes.append(Note(f"{kind} {joules(abs(part.stored))}", "note-stored"))
    if abs(part.lost) > least:
        share = f", {100 * part.lost / flow.lost:.0f} %" if flow.lost > 0 else ""
        notes.append(Note(f"▾ heat {joules(part.lost)}{share}", "note-heat"))
    return notes


def _bands(layout: Layout, parts: dict[str, PartFlow]) -> Iterator[Item]:
    energies = {
        f"{path}.{one.name}": one.energy
        for path, part in parts.items()
        for one in part.flanges
        if one.kind == "work"
    }
    bands = bands_of(layout, energies)
    largest = max((band.energy for band in bands), default=0.0)
    if largest > 0:
        for band in sorted(bands, key=lambda one: -one.energy):
            yield Group(tuple(draw_band(band, largest)), band.net.path)


def _with_balance(drawn: Drawing, flow: EnergyFlow) -> Drawing:
    """Return a drawing with the balance of the whole below it."""
    told = (
        f"supplied {joules(flow.supplied)} = lost {joules(flow.lost)} + stored "
        f"{joules(flow.stored)} + left over {joules(flow.remainder, 2)}"
    )
    balance = Label(18, drawn.height + 6, told, "note", "start")
    width = max(drawn.width, 36 + 5.6 * len(told))
    items = (*drawn.items, balance)
    return Drawing(width, drawn.height + 18, items, drawn.title, drawn.description)
