"""What a symbol is, and outlines written as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from drivetrain.diagram.drawing import Item, Shape
from drivetrain.diagram.drawing.items import Step
from drivetrain.diagram.symbols.ink import Edge, edges_of, reach
from drivetrain.errors import ModelError, shown

__all__ = ["Symbol", "outline"]

_STEP = re.compile(r"([MLHVCZ])([^MLHVCZ]*)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Symbol:
    """A drawing around the point (0, 0), with the places at which lines end.

    Attributes
    ----------
    width, height : float
        Its size, px. The shaft enters at the left and leaves at the right at height 0.
    items : tuple of Item
        The drawing.
    ports : mapping of str to float
        Height at which the lines of some ports end; for others it is found.
    places : mapping of str to (str, float)
        Side at which the lines of some ports end, ``left``, ``right``, ``top`` or ``bottom``, and
        their distance from its middle; for others they are found.
    top, bottom : float
        Where lines from above and from below end, as offsets from the middle; by default those of
        the size. The name begins below `bottom`.
    faces : str
        ``"left"`` or ``"right"`` for a symbol whose shaft ends there only; empty for others.
    turns : bool
        Whether it may point in any direction, as a ground.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    ports: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    places: Mapping[str, tuple[str, float]] = field(default_factory=lambda: MappingProxyType({}))
    top: float | None = None
    bottom: float | None = None
    faces: str = ""
    turns: bool = False

    @property
    def upper(self) -> float:
        """Where lines from above end."""
        return -self.height / 2 if self.top is None else self.top

    @property
    def lower(self) -> float:
        """Where lines from below end."""
        return self.height / 2 if self.bottom is None else self.bottom

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Its outlines as straight pieces."""
        return tuple(edges_of(self.items))

    def reach(self, side: str, offset: float, *, is_mirrored: bool = False) -> float | None:
        """Return where a line from one side meets the drawing; ``None`` if it meets nothing.

        Parameters
        ----------
        side : str
            ``left``, ``right``, ``top`` or ``bottom``.
        offset : float
            Distance of the line from the middle.
        is_mirrored : bool
            Whether the drawing is mirrored, left for right.
        """
        if not is_mirrored:
            return reach(self.edges, side, offset)
        if side in ("top", "bottom"):
            return reach(self.edges, side, -offset)
        found = reach(self.edges, "left" if side == "right" else "right", offset)
        return None if found is None else -found


def outline(text: str, look: str = "symbol") -> Shape:
    """Return an outline that is written as in SVG.

    Parameters
    ----------
    text : str
        Steps ``M x y``, ``L x y``, ``H x``, ``V y``, ``C …``, ``Z``, in absolute coordinates.
    look : str
        Names of looks.

    Raises
    ------
    ModelError
        If it is written in another way.
    """
    steps: list[Step] = []
    x = y = 0.0
    for letter, told in _STEP.findall(text):
        values = tuple(map(float, _NUMBER.findall(told)))
        if letter in "HV":
            values = tuple(v for one in values for v in ((one, y) if letter == "H" else (x, one)))
            letter = "L"
        size = {"M": 2, "L": 2, "C": 6, "Z": 0}[letter]
        if (size == 0) != (not values) or (size and len(values) % size):
            raise ModelError(f"symbol {shown(text)}: {letter} needs {size} numbers, as in SVG")
        starts = range(0, max(len(values), 1), max(size, 1))
        steps += [(letter, values[k : k + size]) for k in starts]
        if values:
            x, y = values[-2:]
    if not steps or steps[0][0] != "M":
        raise ModelError(f"symbol {shown(text)}: an outline begins with M x y, as in SVG")
    return Shape(tuple(steps), look)
