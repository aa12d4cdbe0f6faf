"""Which connectors turn together: those of rigid parts, and those that are connected.

Found from the equations that the classes state about angles and positions, such as
``flange_b.phi == flange_a.phi``, so that a class from outside the package is understood as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

__all__ = ["Bodies", "Body"]

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Body:
    """What turns, or moves, together.

    Attributes
    ----------
    number : int
        Its number, in the order in which connectors are declared.
    ports : tuple of str
        Its connectors.
    masses : tuple of str
        Parts on it that store kinetic energy.
    is_fixed : bool
        Whether it is held in place: the housing, the ground.
    """

    number: int
    ports: tuple[str, ...]
    masses: tuple[str, ...]
    is_fixed: bool


@dataclass(frozen=True, eq=False)
class Bodies:
    """All rigid bodies of a model.

    Attributes
    ----------
    connectors : callable
        Returns the paths of all connectors, elements of arrays one by one.
    label : int array, shape (n_connectors,)
        Number of the body of each; -1 for connectors of other domains.
    fixed : int array
        Numbers of the bodies that are held in place.
    heavy : callable
        Returns the parts that store kinetic energy.
    """

    connectors: Callable[[], Sequence[str]]
    label: Ints
    fixed: Ints
    heavy: Callable[[], Sequence[str]]

    @cached_property
    def _number(self) -> dict[str, int]:
        return dict(zip(self.connectors(), self.label.tolist(), strict=True))

    def __len__(self) -> int:
        return int(self.label.max(initial=-1)) + 1

    def number_of(self, port: str) -> int:
        """Return the number of the body of a connector; -1 if it belongs to none."""
        return self._number.get(port, -1)

    def is_fixed(self, number: int) -> bool:
        """Tell whether a body is held in place."""
        return number in self.fixed

    @cached_property
    def all(self) -> tuple[Body, ...]:
        """The bodies one by one."""
        ports: list[list[str]] = [[] for _ in range(len(self))]
        masses: list[list[str]] = [[] for _ in range(len(self))]
        heavy = set(self.heavy())
        for name, number in self._number.items():
            if number >= 0:
                ports[number].append(name)
                part = name.rpartition(".")[0]
                if part in heavy and part not in masses[number]:
                    masses[number].append(part)
        held = set(self.fixed.tolist())
        return tuple(
            Body(k, tuple(own), tuple(masses[k]), k in held) for k, own in enumerate(ports)
        )
