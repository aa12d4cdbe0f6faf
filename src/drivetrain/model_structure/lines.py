"""Connections between connectors, and lines along which signals go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat

import numpy as np

from drivetrain.modeling.component import SourceLine

__all__ = ["Connection", "End", "SignalLine"]


@dataclass(frozen=True)
class End:
    """A port of a part, or of several elements of an array.

    Attributes
    ----------
    part : str
        Path of the part; empty for the model itself.
    port : str
        Name of the connector or signal, with the index of an element of a vector of signals.
    elements : tuple of int or None
        Which elements of the array; None for a single part.
    sizes : tuple of int
        Sizes of the array if it has several dimensions: its elements are counted row by row.
    """

    part: str
    port: str
    elements: tuple[int, ...] | None = None
    sizes: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.part}{self._shown()}.{self.port}" if self.part else self.port

    def _shown(self) -> str:
        if self.elements is None:
            return ""
        first, *others = self.elements
        if self.sizes:
            return self._mark(first) if not others else f"{self._mark(first)}…"
        return f"[{first}]" if not others else f"[{first}…{others[-1]}]"

    def _mark(self, element: int) -> str:
        """Return the indices of an element, ``"[0][2]"``."""
        places = np.unravel_index(element, self.sizes) if self.sizes else (element,)
        return "".join(f"[{int(k)}]" for k in places)

    def each(self) -> Iterator[End]:
        """Yield the ends one by one."""
        for k in self.elements if self.elements is not None else (None,):
            path = self.part if k is None else f"{self.part}{self._mark(k)}"
            yield End(path, self.port)


@dataclass(frozen=True)
class Connection:
    """Two connectors that are joined, or the elements of two arrays, pair by pair.

    Attributes
    ----------
    inside : str
        Path of the part whose class states the connection.
    left, right : End
        In the order in which it is written.
    domain : str
        What they carry, see :data:`drivetrain.model_structure.port.DOMAINS`.
    where : SourceLine
        Where it is stated.
    """

    inside: str
    left: End
    right: End
    domain: str
    where: SourceLine

    def pairs(self) -> Iterator[tuple[End, End]]:
        """Yield the connections one by one; a single end goes to each element of an array."""
        left, right = list(self.left.each()), list(self.right.each())
        n = max(len(left), len(right))
        sides = [repeat(one[0], n) if len(one) == 1 else iter(one) for one in (left, right)]
        return zip(*sides, strict=True)

    def __str__(self) -> str:
        return f"{self.left} >> {self.right}"


@dataclass(frozen=True)
class SignalLine:
    """A line from an output to an input.

    Attributes
    ----------
    inside : str
        Path of the part whose class states it.
    source, target : End
        Output and input; if it `joins`, two inputs that get the same signal.
    kind : str
        ``"real"``, ``"integer"`` or ``"boolean"``.
    where : SourceLine
        Where it is stated.
    joins : bool
        Whether both ends are inputs.
    """

    inside: str
    source: End
    target: End
    kind: str
    where: SourceLine
    joins: bool = False

    def __str__(self) -> str:
        return f"{self.source} >> {self.target}"
