"""What the author of a model says about its drawing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from drivetrain.calls import explained_class
from drivetrain.errors import ArgumentError, nearest, shown

__all__ = ["VIEWS", "Hints", "unknown_names"]

VIEWS = ("schematic", "section")
"""Views of a model: shaft lines, and the half section of a coaxial gearbox."""


@explained_class
@dataclass(frozen=True)
class Hints:
    """Hints for the drawing of a model, as its class attribute `diagram_hints`.

    They are wishes: a name that does not exist changes nothing in the drawing, and is reported by a
    warning.

    Attributes
    ----------
    order : tuple of str
        Parts that follow each other from left to right, with others between them.
    view : str
        ``"schematic"`` or ``"section"``; empty to choose by the model.
    below : tuple of str
        Parts to be drawn below the shaft line; in the section they are listed below the drawing.

    Raises
    ------
    ArgumentError
        If a name is no text, or there is no such view.

    Examples
    --------
    >>> from drivetrain.diagram import Hints
    >>> Hints(order=("set1", "set2"), view="section")
    Hints(order=('set1', 'set2'), view='section', below=())
    """

    order: tuple[str, ...] = ()
    view: str = ""
    below: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("order", "below"):
            object.__setattr__(self, name, _names(name, getattr(self, name)))
        if self.view and (not isinstance(self.view, str) or self.view not in VIEWS):
            hint = nearest(str(self.view), VIEWS)
            raise ArgumentError(
                f"Hints(view={shown(self.view)}): there is no such view{hint}; "
                f"it is {' or '.join(map(repr, VIEWS))}"
            )


def _names(argument: str, value: object) -> tuple[str, ...]:
    names = (value,) if isinstance(value, str) else value
    if not isinstance(names, Iterable):
        raise ArgumentError(f"Hints({argument}={shown(value)}): give the names of parts")
    found = tuple(names)
    for one in found:
        if not isinstance(one, str):
            raise ArgumentError(
                f"Hints({argument}={shown(value)}): {shown(one)} is not the name of a part"
            )
    return found


def unknown_names(hints: Hints, paths: Iterable[str]) -> list[str]:
    """Return a sentence for each name of a hint that no part has.

    Parameters
    ----------
    hints : Hints
        The hints.
    paths : iterable of str
        Paths of the parts of the model.
    """
    known = set(paths)
    return [
        f"Hints({argument}=…): there is no part {shown(name)}{nearest(name, known)}"
        for argument in ("order", "below")
        for name in getattr(hints, argument)
        if name not in known
    ]
