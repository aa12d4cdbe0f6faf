"""Quantity kinds: variables of the same unit, whose sizes can be compared."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.modeling.units import dimension

__all__ = ["quantities"]

Ints = NDArray[np.int64]

_ANYTHING = "1"
"""Unit of signals, which carry whatever they are connected to."""


def quantities(flat: Flat) -> Ints:
    """Return a number for the unit of each variable, 0 for variables without unit.

    Parameters
    ----------
    flat : Flat
        The flat model.

    Returns
    -------
    int array, shape (variables,)
    """
    numbers: dict[object, int] = {}
    found = np.zeros(flat.n_variables, dtype=np.int64)
    for one in flat.instances:
        for v in one.trace.variables:
            unit = v.declaration.unit
            if unit != _ANYTHING:
                kind = unit if unit == "rad" else dimension(unit)
                found[one.variable + v.slot] = numbers.setdefault(kind, len(numbers) + 1)
    return found
