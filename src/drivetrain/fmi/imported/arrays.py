"""Arrays of FMI 3: their sizes, which structural parameters may decide, and their elements."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np

from drivetrain.errors import FMUError, ParameterError, shown
from drivetrain.fmi.description.data import ModelDescription, ModelVariable

__all__ = [
    "MOST_ELEMENTS",
    "Sizes",
    "element_names",
    "elements_given",
    "elements_of",
    "structural_of",
]

MOST_ELEMENTS = 1000
"""Elements of an array beyond which it is left out."""


def structural_of(description: ModelDescription) -> dict[str, ModelVariable]:
    """Return the structural parameters, by all their names."""
    return {name: v for name, v in description.names() if v.causality == "structuralParameter"}


class Sizes:
    """Sizes of the arrays of an FMU.

    Parameters
    ----------
    description : ModelDescription
        What the FMU says of itself.
    structural : mapping of str to number
        Values of structural parameters that are not those of the file.
    title : str
        File name.
    """

    def __init__(
        self, description: ModelDescription, structural: Mapping[str, Any], title: str
    ) -> None:
        self._by_reference = {v.reference: v for v in description.variables}
        self._title = title
        known = structural_of(description)
        self.structural = {known[name].name: value for name, value in structural.items()}

    def shape(self, variable: ModelVariable) -> tuple[int, ...]:
        """Return the lengths of the dimensions; empty for a scalar."""
        return tuple(
            one.size if one.size is not None else self._length(one.reference, variable.name)
            for one in variable.dimensions
        )

    def count(self, variable: ModelVariable) -> int:
        """Return the number of elements, 1 for a scalar."""
        return math.prod(self.shape(variable))

    def _length(self, reference: int | None, array: str) -> int:
        found = self._by_reference.get(-1 if reference is None else reference)
        start: Any = None if found is None else self.structural.get(found.name, found.start)
        if start is None:
            raise FMUError(
                f"{self._title}: how long is {array}? Its dimension refers to the variable of "
                f"reference {reference}, which has no start value"
            )
        return int(start)


def element_names(name: str, shape: tuple[int, ...]) -> Iterator[str]:
    """Yield the names of the elements of an array, ``A[1,2]``, the last index first to change."""
    for index in product(*(range(1, length + 1) for length in shape)):
        yield f"{name}[{','.join(map(str, index))}]"


def elements_of(variable: ModelVariable, sizes: Sizes) -> list[tuple[str, int]]:
    """Return the names of the elements of a variable, and their numbers; of a scalar its own."""
    if not variable.dimensions:
        return [(variable.name, -1)]
    names = element_names(variable.name, sizes.shape(variable))
    return [(name, number) for number, name in enumerate(names)]


def elements_given(
    name: str, value: Any, shape: tuple[int, ...], title: str
) -> Iterator[tuple[str, Any]]:
    """Yield the elements of a value that is given for a whole array.

    Raises
    ------
    ParameterError
        If it is not of the shape of the array.
    """
    given = np.asarray(value)
    if given.shape != shape and given.ndim:
        sizes = " x ".join(map(str, shape))
        raise ParameterError(
            f"FMU({name}={shown(value)}): {name!r} of {title} is an array of {sizes}, and this is "
            f"one of {' x '.join(map(str, given.shape))}; its size follows from structural "
            "parameters, if the FMU has some"
        )
    yield from zip(
        element_names(name, shape), np.broadcast_to(given, shape).ravel().tolist(), strict=True
    )
