"""A gearbox as it is drawn in half section: its columns, bodies and ends of shafts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from drivetrain.diagram.notes import Note, Notes
from drivetrain.diagram.section.machine.chains import Chain
from drivetrain.diagram.section.machine.visible import Shown
from drivetrain.diagram.section.order import Puzzle

__all__ = ["Scheme", "Shaft"]


@dataclass(frozen=True)
class Shaft:
    """A rigid body of the gearbox.

    Attributes
    ----------
    name : str
        Names of its masses.
    paths : tuple of str
        Its masses, or one of its connectors.
    title : str
        Text that appears when the pointer rests on it.
    """

    name: str
    paths: tuple[str, ...]
    title: str


@dataclass(frozen=True)
class Scheme:
    """A gearbox.

    Attributes
    ----------
    columns : tuple of Shown
        Parts with a column of their own, in the order of declaration.
    puzzle : Puzzle
        Which bodies they join; numbers of bodies refer to `shafts`, of elements to `columns`.
    shafts : tuple of Shaft
        The bodies.
    chains : tuple of Chain
        What is attached to the bodies; numbers of bodies as in `shafts`.
    grounds : tuple of str
        Paths of parts that hold others in place.
    others : tuple of Shown
        Parts that are not drawn.
    prefix : str
        With what all paths within the gearbox begin; it is left out of names.
    notes : mapping
        Lines of text below the names of parts, by path.
    """

    columns: tuple[Shown, ...]
    puzzle: Puzzle
    shafts: tuple[Shaft, ...]
    chains: tuple[Chain, ...]
    grounds: tuple[str, ...]
    others: tuple[Shown, ...]
    prefix: str
    notes: Notes

    def notes_of(self, shown: Shown) -> Sequence[Note]:
        """Return the lines of text below the name of a part."""
        return self.notes.get(shown.path) or self.notes.get(shown.part.path, ())

    def label(self, shown: Shown) -> str:
        """Return the name under which a part is shown."""
        return shown.path.removeprefix(self.prefix)
