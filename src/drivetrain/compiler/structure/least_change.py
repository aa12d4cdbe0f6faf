"""Unknowns with least change where equations leave a choice, such as the loads of shared locks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.structure.reduced_system import Reduced

__all__ = ["sharing_members"]

Ints = NDArray[np.int64]


def sharing_members(flat: Flat, aliased: Aliased, reduced: Reduced) -> Ints:
    """Return the members that change least where the equations leave a choice."""
    found = [
        one.variable + v.slot
        for one in flat.instances
        for v in one.trace.variables
        if v.declaration.least_change
    ]
    number = np.concatenate([np.zeros(0, dtype=np.int64), *found])
    number = number[aliased.chain[number] >= 0]
    members: Ints = reduced.member(aliased.chain[number], aliased.order[number])
    return members
