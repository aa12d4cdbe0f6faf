"""Smooth: prescribed motions that modes have a say in, and that must not jump all the same.

A rigid connection differentiates what drives it. Where that jumps, the derivative takes no notice,
and the impulse that the jump would need is lost. Jumps at instants that parameters tell are found
before the run; others, through blocks and switches, show at the event. A speed that follows from
the motion of other parts may jump: that of a shaft without inertia does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.alias import Aliased
from drivetrain.compiler.dependencies import operands, topological
from drivetrain.compiler.flatten import Flat
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.reduce import Reduced, motions

__all__ = ["smooth_members"]

Ints = NDArray[np.int64]

_MOVED = frozenset(("x", "load", "solve", "newton", "block", "total", "delay"))
_MODES = frozenset(("rel", "trel", "z", "pre", "sample", "initial"))


def smooth_members(
    flat: Flat, aliased: Aliased, reduced: Reduced, lowered: Lowered, recorded: Ints
) -> Ints:
    """Return which prescribed angles and speeds, differentiated in the model, depend on modes.

    Parameters
    ----------
    flat, aliased, reduced, lowered
        What the passes before made.
    recorded : int array
        Chain members that have a column and are no states.

    Returns
    -------
    int array
        Positions in `recorded`.
    """
    program = lowered.program
    if not (reduced.constraints and len(lowered.discrete) + len(program.time_relations)):
        return np.empty(0, dtype=np.int64)
    chain = np.searchsorted(reduced.first, recorded, side="right") - 1
    order = recorded - reduced.first[chain]
    found = np.flatnonzero(motions(flat, aliased)[chain] & (order < reduced.d[chain]))
    roots = {int(place): lowered.members[int(recorded[place])] for place in found}
    moded: set[int] = set()
    moved: set[int] = set()
    for number in topological(program, roots.values(), discrete_known=True):
        op, needed = program.ops[number], operands(program, number, discrete_known=True)
        if op in _MODES or not moded.isdisjoint(needed):
            moded.add(number)
        if op in _MOVED or not moved.isdisjoint(needed):
            moved.add(number)
    prescribed = moded - moved
    return np.array([place for place, node in roots.items() if node in prescribed], dtype=np.int64)
