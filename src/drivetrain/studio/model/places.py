"""Where the numbers of a part are, and under which names: one part, or all elements of an array."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import NameLookupError, nearest, shown
from drivetrain.modeling.tracing.trace import Sub, Trace

__all__ = ["Place", "by_element", "expanded", "place_of"]

EVERY = "[:]"
"""Written after the name of an array: all its elements."""


@dataclass(frozen=True, eq=False)
class Place:
    """A part in a compiled model; of an array all elements at once.

    Attributes
    ----------
    label : str
        Prefix of names that stand for all elements, ``throw[:].``; empty for the model.
    prefixes : tuple of str
        Prefix of each element, ``throw[0].`` ….
    trace : Trace
        Its class.
    parameter, variable, table : int array
        First number of each element.
    """

    label: str
    prefixes: tuple[str, ...]
    trace: Trace
    parameter: NDArray[np.int64]
    variable: NDArray[np.int64]
    table: NDArray[np.int64]

    def inside(self, sub: Sub) -> Place:
        """Return a part of this part."""
        parts = [sub.label(k) for k in range(1 if sub.count is None else sub.count)]
        every = EVERY if sub.count is not None else ""
        sizes = sub.trace.n_parameters, sub.trace.n_variables, sub.trace.n_tables
        starts = sub.parameter_start, sub.variable_start, sub.table_start
        own = (self.parameter, self.variable, self.table)
        number = np.arange(len(parts))
        firsts = [
            (first[:, None] + start + size * number).ravel()
            for first, start, size in zip(own, starts, sizes, strict=True)
        ]
        prefixes = tuple(f"{outer}{part}." for outer, part in product(self.prefixes, parts))
        return Place(f"{self.label}{sub.name}{every}.", prefixes, sub.trace, *firsts)


def place_of(root: Trace, path: str) -> Place:
    """Return where a part is.

    Parameters
    ----------
    root : Trace
        The model.
    path : str
        Path of the part, with or without ``[:]`` after arrays; empty for the model itself.

    Raises
    ------
    NameLookupError
        If there is no such part; the nearest is suggested.
    """
    zero = np.zeros(1, dtype=np.int64)
    place = Place("", ("",), root, zero, zero, zero)
    for step in filter(None, path.split(".")):
        name = step.partition("[")[0]
        subs = {sub.name: sub for sub in place.trace.subs}
        if name not in subs:
            raise NameLookupError(f"there is no part {shown(path)}{nearest(name, subs)}")
        place = place.inside(subs[name])
    return place


def expanded(root: Trace, names: Iterable[str]) -> dict[str, list[str]]:
    """Return the names for which each name stands: those of all elements for ``throw[:].J``.

    Parameters
    ----------
    root : Trace
        The model.
    names : iterable of str
        Names of parameters, variables or start values.

    Raises
    ------
    NameLookupError
        If an array does not exist.
    """
    return {name: _elements(root, name) if EVERY in name else [name] for name in names}


def by_element(root: Trace, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values with those of whole arrays, ``throw[:].J``, given for each element.

    Parameters
    ----------
    root : Trace
        The model.
    values : mapping
        Values by name.

    Raises
    ------
    NameLookupError
        If an array does not exist.
    """
    return {one: values[name] for name, some in expanded(root, values).items() for one in some}


def _elements(root: Trace, name: str) -> list[str]:
    """Return names with every ``[:]`` replaced by the numbers of the elements."""
    head, _, tail = name.rpartition(EVERY)
    return [f"{prefix[:-1]}{tail}" for prefix in place_of(root, head).prefixes]
