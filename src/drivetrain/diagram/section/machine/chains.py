"""Ends of shafts: what is attached to a body of the gearbox, as a chain from the gearbox on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from drivetrain.diagram.section.machine.core import Branch
from drivetrain.diagram.section.machine.visible import Shown
from drivetrain.model_structure import Connection, Structure

__all__ = ["Attached", "Chain", "Link", "Sides", "chains_of"]

LEFT, RIGHT = "left", "right"


@dataclass(frozen=True)
class Link:
    """A part in a chain.

    Attributes
    ----------
    shown : Shown
        The part.
    inner : int
        The body on its side of the gearbox.
    hung : tuple of Shown
        Further parts with one flange at the inner body.
    """

    shown: Shown
    inner: int
    hung: tuple[Shown, ...] = ()


@dataclass(frozen=True)
class Chain:
    """An end of a shaft.

    Attributes
    ----------
    body : int
        The body of the gearbox.
    side : {"left", "right"}
        Where it is drawn.
    links : tuple of Link
        From the gearbox on outwards.
    """

    body: int
    side: str
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Attached:
    """What is attached to bodies.

    Attributes
    ----------
    branches : list of Branch
        Parts that lead on to other bodies.
    ends : list of Shown
        Parts with one flange.
    masses : list of Shown
        Masses.
    """

    branches: list[Branch]
    ends: list[Shown]
    masses: list[Shown]


def chains_of(attached: Attached, bodies: list[int], sides: Sides) -> list[Chain]:
    """Return the ends of the shafts of a gearbox.

    Parameters
    ----------
    attached : Attached
        What is attached to bodies of the gearbox, and further out.
    bodies : list of int
        Bodies of the gearbox.
    sides : Sides
        Tells on which side of a body a part lies.
    """
    found = []
    for body in bodies:
        for side in (LEFT, RIGHT):
            ends = [one for one in attached.ends if body in one.moving
                    and sides.of(one, body) == side]  # fmt: skip
            branches = [one for one in attached.branches if one.inner == body
                        and sides.of(one.shown, body) == side]  # fmt: skip
            links = tuple(_links(attached, body, ends, branches))
            if links:
                found.append(Chain(body, side, links))
    return found


def _links(
    attached: Attached, body: int, ends: list[Shown], branches: list[Branch]
) -> Iterator[Link]:
    """Yield the links from a body on: along its longest branch, the others are left out."""
    seen = {body}
    while ends or branches:
        if not branches:
            yield Link(ends[0], body, tuple(ends[1:]))
            return
        branch = max(branches, key=lambda one: _length(attached, one, seen))
        yield Link(branch.shown, body, tuple(ends))
        body = max(branch.outer, key=lambda outer: _length_from(attached, outer, seen))
        seen.add(body)
        yield from (Link(mass, body) for mass in attached.masses if body in mass.moving)
        ends = [one for one in attached.ends if body in one.moving]
        branches = [one for one in attached.branches if one.inner == body]


def _length(attached: Attached, branch: Branch, seen: set[int]) -> int:
    return 1 + max((_length_from(attached, one, seen) for one in branch.outer), default=0)


def _length_from(attached: Attached, body: int, seen: set[int]) -> int:
    if body in seen:
        return 0
    further = [
        _length(attached, one, seen | {body}) for one in attached.branches if one.inner == body
    ]
    ends = any(body in one.moving for one in attached.ends)
    return max(further, default=int(ends))


class Sides:
    """Tells on which side of a body a part lies: left towards the engine, right to the load.

    Parts with two flanges tell it by their flanges, parts with one flange by the order in which
    the model states their connection.
    """

    def __init__(self, structure: Structure) -> None:
        self._stated: dict[str, str] = {}
        for connection in structure.connections:
            self._note(connection)

    def _note(self, connection: Connection) -> None:
        for end, side in ((connection.left, LEFT), (connection.right, RIGHT)):
            for one in replace(end).each():
                self._stated.setdefault(str(one), side)

    def of(self, shown: Shown, body: int) -> str:
        """Return the side of a part, seen from a body."""
        flange = shown.flange_at(body)
        assert flange is not None
        if len(shown.bodies) == 1:
            stated = self._stated.get(f"{shown.path}.{flange.name}")
            if stated is not None:
                return stated
        return LEFT if flange.side == "driven" else RIGHT
