"""Find the gearbox in the structure of a model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal, TypeAlias, cast

from drivetrain.diagram.hints import Hints
from drivetrain.diagram.notes import Note, Notes
from drivetrain.diagram.schematic.faults import faults_of
from drivetrain.diagram.section.machine import roles
from drivetrain.diagram.section.machine.chains import Attached, Chain, Sides, chains_of
from drivetrain.diagram.section.machine.core import core_of
from drivetrain.diagram.section.machine.scheme import Scheme, Shaft
from drivetrain.diagram.section.machine.visible import (
    SET_PORTS,
    Shown,
    is_set,
    opened_paths,
    shown_parts,
)
from drivetrain.diagram.section.order import OPEN, Element, Puzzle
from drivetrain.model_structure import Structure

__all__ = ["coaxial_sets", "scheme_of"]

Kind: TypeAlias = Literal["stack", "pair", "tap"]
_MOST_SETS = 8


def coaxial_sets(structure: Structure) -> bool:
    """Tell whether two or more planetary sets have a body in common that turns."""
    if sum(1 for part in structure.model.walk() if is_set(part)) == 0:
        return False
    sets = [one for one in shown_parts(structure) if is_set(one.part)]
    shared = any(set(a.moving) & set(b.moving) for a, b in combinations(sets, 2))
    return shared and len(sets) <= _MOST_SETS


def scheme_of(structure: Structure, hints: Hints, notes: Notes | None = None) -> Scheme:
    """Return the gearbox of a model.

    Parameters
    ----------
    structure : Structure
        The structure of the model, with a planetary set in it.
    hints : Hints
        What the author says about the drawing.
    notes : mapping, optional
        Lines of text below the names of parts, by path; faults are added.
    """
    by_role = _by_role(structure, hints)
    couplings = by_role[roles.STACK] + by_role[roles.PAIR]
    core, branches = core_of(_as_declared(structure, couplings))
    bodies = sorted({body for one in core for body in one.moving})
    taps = [one for one in by_role[roles.TAP] if one.moving[0] in bodies]
    columns = _as_declared(structure, core + taps)
    outer_taps = [one for one in by_role[roles.TAP] if one not in taps]
    attached = Attached(branches, by_role[roles.END] + outer_taps, by_role[roles.MASS])
    chains = chains_of(attached, bodies, Sides(structure))
    masses = [one for one in by_role[roles.MASS] if one.moving[0] in bodies]
    drawn = {one.path for one in columns + masses} | {
        one.path for chain in chains for link in chain.links for one in (link.shown, *link.hung)
    }
    left_out = [one for group in by_role.values() for one in group if one.path not in drawn]
    grounds = tuple(one.path for one in by_role[roles.GROUND])
    others = [one for one in left_out if one not in by_role[roles.GROUND]]
    number = {body: k for k, body in enumerate(bodies)}
    prefix = _common_prefix(one.path for one in columns)
    return Scheme(
        tuple(columns), _puzzle(columns, chains, number, hints, prefix),
        tuple(_shaft(structure, body, masses, prefix) for body in bodies),
        tuple(_renumbered(one, number) for one in chains), grounds,
        tuple(_as_declared(structure, others)), prefix, _with_faults(structure, notes or {}),
    )  # fmt: skip


def _with_faults(structure: Structure, notes: Notes) -> Notes:
    """Return the notes of all parts, with those about their faults at the end."""
    found: dict[str, Sequence[Note]] = dict(notes)
    for path, faults in faults_of(structure, opened_paths(structure)).items():
        marks = [
            Note(port or "fault", "fault-text", f"{path}.{port}" if port else path, sentence)
            for port, sentence in faults
        ]
        found[path] = [*found.get(path, ()), *marks]
    return found


def _by_role(structure: Structure, hints: Hints) -> dict[str, list[Shown]]:
    found: dict[str, list[Shown]] = defaultdict(list)
    for one in shown_parts(structure):
        own = roles.role(one)
        if own == roles.END and _is_named(one, hints.below):
            own = roles.NONE
        found[own].append(one)
    return found


def _is_named(shown: Shown, names: Collection[str]) -> bool:
    return shown.path in names or shown.part.path in names


def _as_declared(structure: Structure, some: Iterable[Shown]) -> list[Shown]:
    order = {part.path: k for k, part in enumerate(structure.parts)}
    return sorted(some, key=lambda one: order[one.part.path])


def _common_prefix(paths: Iterable[str]) -> str:
    """Return the composite part in which all paths are, with a point at its end."""
    heads = {path.rpartition(".")[0] for path in paths}
    return f"{heads.pop()}." if len(heads) == 1 and heads != {""} else ""


def _shaft(structure: Structure, body: int, masses: list[Shown], prefix: str) -> Shaft:
    own = structure.bodies.all[body]
    on_it = [one.path for one in masses if one.moving[0] == body]
    name = ", ".join(path.removeprefix(prefix) for path in on_it)
    return Shaft(
        name, tuple(on_it) or own.ports[:1], f"{name or 'rigid body'}: {', '.join(own.ports)}"
    )


def _renumbered(chain: Chain, number: dict[int, int]) -> Chain:
    return replace(chain, body=number[chain.body])


def _puzzle(
    columns: list[Shown], chains: list[Chain], number: dict[int, int], hints: Hints, prefix: str
) -> Puzzle:
    elements = tuple(_element(one, number) for one in columns)
    places = {one.path: k for k, one in enumerate(columns)}
    order = [places.get(name, places.get(f"{prefix}{name}", -1)) for name in hints.order]
    sides = {
        side: tuple(dict.fromkeys(number[one.body] for one in chains if one.side == side))
        for side in ("left", "right")
    }
    chosen = tuple(dict.fromkeys(k for k in order if k >= 0))
    return Puzzle(elements, sides["left"], sides["right"], chosen)


def _element(shown: Shown, number: dict[int, int]) -> Element:
    kind = roles.role(shown)
    own = is_set(shown.part)
    at = [shown.bodies[name] for name in SET_PORTS] if own else shown.moving
    bodies = tuple(number.get(body, OPEN) for body in at)
    return Element(cast(Kind, kind), bodies)
