"""Parts of a model, as a tree; arrays of parts remain one node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from inspect import getdoc
from itertools import product
from math import prod

from drivetrain.model_structure.port import Port
from drivetrain.modeling.component import Component, SourceLine

__all__ = ["Part", "summary"]


@dataclass(frozen=True)
class Part:
    """A part, or an array of equal ones.

    Attributes
    ----------
    path : str
        ``gearbox.set1``; what is inside an array is named ``stage[:].gear``. Empty for the model.
    cls : type
        The class.
    title : str
        Name of the class, or of a model that was built step by step.
    sizes : tuple of int, or None
        Sizes of an array: one of a row of parts, two of a matrix.
    where : SourceLine or None
        Where it was made.
    ports : tuple of Port
        Connectors and signals, also those that are switched off.
    parts : tuple of Part
        What it consists of.
    stores : str
        ``"kinetic"``, ``"elastic"`` or ``"heat"`` if it stores energy; else empty.
    has_mode : bool
        Whether it sticks, slides or opens.
    """

    path: str
    cls: type[Component]
    title: str
    sizes: tuple[int, ...] | None
    where: SourceLine | None
    ports: tuple[Port, ...]
    parts: tuple[Part, ...] = ()
    stores: str = ""
    has_mode: bool = False

    @property
    def count(self) -> int | None:
        """Number of elements of an array; None for a single part."""
        return None if self.sizes is None else prod(self.sizes)

    @property
    def marks(self) -> tuple[str, ...]:
        """What the names of the elements of an array end with, ``"[0]"`` …; of a part, nothing."""
        places = product(*map(range, self.sizes or ()))
        return tuple("".join(f"[{k}]" for k in place) for place in places)

    @property
    def name(self) -> str:
        """Name within the part that contains it."""
        return self.path.rpartition(".")[2]

    @property
    def parent(self) -> str:
        """Path of the part that contains it."""
        return self.path.rpartition(".")[0]

    @property
    def doc(self) -> str:
        """First line of what the class says about itself."""
        return summary(self.cls)

    @property
    def symbol(self) -> str:
        """Name of the symbol with which it is drawn; empty for a box with its name."""
        return str(getattr(self.cls, "symbol", ""))

    @property
    def is_array(self) -> bool:
        """Whether it stands for several equal parts."""
        return self.count is not None

    def port(self, name: str) -> Port | None:
        """Return the port of this name; elements of vectors belong to the port of the vector."""
        plain = name.partition("[")[0]
        return next((port for port in self.ports if port.name == plain), None)

    def walk(self) -> Iterator[Part]:
        """Yield this part and all that are inside it, containing ones first."""
        pending = [self]
        while pending:
            one = pending.pop()
            yield one
            pending.extend(reversed(one.parts))

    def __str__(self) -> str:
        many = "" if self.count is None else f" × {self.count}"
        return f"{self.path or 'model'}: {self.title}{many}"


def summary(cls: type) -> str:
    """Return the first line of what a class says about itself."""
    return (getdoc(cls) or "").partition("\n")[0]
