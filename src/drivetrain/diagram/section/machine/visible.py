"""The parts that a half section shows: composite parts with planetary sets in them are opened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from drivetrain.model_structure import Part, Port, Structure

__all__ = ["HOUSING", "SET_PORTS", "Shown", "is_set", "opened_paths", "shown_parts"]

HOUSING = -1
"""Stands for all bodies that are held in place."""
SET_PORTS = ("sun", "carrier", "ring")
"""Terminals of a planetary set, from the axis outwards."""


@dataclass(frozen=True)
class Shown:
    """A part, or one element of an array of parts.

    Attributes
    ----------
    path : str
        Its path, with the numbers of elements.
    part : Part
        What the structure says about it.
    bodies : mapping of str to int
        The body at each of its flanges that turn; `HOUSING` where it is held in place. The flanges
        of reaction torques are left out.
    """

    path: str
    part: Part
    bodies: Mapping[str, int]

    @property
    def title(self) -> str:
        """Text that appears when the pointer rests on it."""
        return f"{self.path}: {self.part.title}\n{self.part.doc}".rstrip()

    @cached_property
    def moving(self) -> tuple[int, ...]:
        """The different bodies on which it acts, without the housing."""
        return tuple(dict.fromkeys(body for body in self.bodies.values() if body != HOUSING))

    def flange_at(self, body: int) -> Port | None:
        """Return the first flange at a body."""
        name = next((port for port, at in self.bodies.items() if at == body), None)
        return None if name is None else self.part.port(name)


def is_set(part: Part) -> bool:
    """Tell whether a part is a planetary set with sun, carrier and ring."""
    return part.symbol == "planetary" and all(part.port(name) for name in SET_PORTS)


def shown_parts(structure: Structure) -> list[Shown]:
    """Return the parts of a model as they are to be shown, in the order of their declaration.

    Parameters
    ----------
    structure : Structure
        The structure of the model.
    """
    return [
        Shown(path, part, _bodies(structure, path, part))
        for path, part in _leaves(structure.model.parts, "")
    ]


def opened_paths(structure: Structure) -> list[str]:
    """Return the paths of the parts in whose place their own parts are shown."""
    return [part.path for part in structure.parts if _is_opened(part)]


def _is_opened(part: Part) -> bool:
    return not is_set(part) and any(is_set(one) for one in part.walk())


def _leaves(parts: tuple[Part, ...], prefix: str) -> Iterator[tuple[str, Part]]:
    for part in parts:
        path = f"{prefix}{part.name}"
        paths = [f"{path}{mark}" for mark in part.marks]
        opened = _is_opened(part)
        if not opened and not is_set(part) and part.count is not None and not _turns(part):
            paths = [path]
        for one in paths:
            if opened:
                yield from _leaves(part.parts, f"{one}.")
            else:
                yield one, part


def _turns(part: Part) -> bool:
    return any(port.domain == "rotation" and port.is_on for port in part.ports)


def _bodies(structure: Structure, path: str, part: Part) -> dict[str, int]:
    found = {}
    for port in part.ports:
        if port.domain == "rotation" and port.is_on and port.side != "housing":
            number = structure.bodies.number_of(f"{path}.{port.name}")
            if number >= 0:
                held = structure.bodies.is_fixed(number)
                found[port.name] = HOUSING if held else number
    return found
