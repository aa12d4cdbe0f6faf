"""Smooth: motions that modes have a say in, and that must not jump all the same.

A rigid connection differentiates what drives it. Where that jumps, the derivative takes no notice,
and the impulse that the jump would need is lost. Jumps at instants that parameters tell are found
before the run; others, through blocks and switches, show at the event. A speed that follows from
the motion of other parts may jump where there is no inertia: that of a shaft between dampers does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.alias import Aliased
from drivetrain.compiler.dependencies import operands, topological
from drivetrain.compiler.flatten import Flat
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.reduce import Reduced, efforts, entries, motions
from drivetrain.compiler.system import Group
from drivetrain.compiler.values import Values

__all__ = ["smooth_members"]

Ints = NDArray[np.int64]

_MOVED = frozenset(("x", "load", "solve", "newton", "block", "total", "delay"))
_MODES = frozenset(("rel", "trel", "z", "pre", "sample", "initial"))


def smooth_members(
    flat: Flat,
    aliased: Aliased,
    groups: list[Group],
    values: Values,
    reduced: Reduced,
    lowered: Lowered,
    recorded: Ints,
) -> Ints:
    """Return which angles and speeds, differentiated in the model, depend on modes.

    Those count that nothing but signals prescribe, or that take a torque to change.

    Parameters
    ----------
    flat, aliased, groups, values, reduced, lowered
        What the passes before made.
    recorded : int array
        Chain members that have a column and are no states.

    Returns
    -------
    int array
        Positions in `recorded`.
    """
    program = lowered.program
    relations = len(program.relations) + len(program.time_relations)
    if not (reduced.constraints and len(lowered.discrete) + relations):
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
    roots = {place: node for place, node in roots.items() if node in moded}
    if moved.isdisjoint(roots.values()):
        return np.array(list(roots), dtype=np.int64)
    heaviest = _heaviest(flat, aliased, groups, values)
    return np.array(
        [
            place
            for place, node in roots.items()
            if node not in moved or heaviest[chain[place]] > order[place]
        ],
        dtype=np.int64,
    )


def _heaviest(flat: Flat, aliased: Aliased, groups: list[Group], values: Values) -> Ints:
    """Return the highest derivative of each chain that a torque or a force belongs to."""
    equation, chain, order, factor = entries(groups, values)
    there = factor != 0.0  # NaN where it depends on the motion
    equation, chain, order = equation[there], chain[there], order[there]
    pushed = np.zeros(int(equation.max(initial=-1)) + 1, dtype=bool)
    pushed[equation[efforts(flat, aliased)[chain]]] = True
    heaviest = np.full(len(aliased.least), -1, dtype=np.int64)
    np.maximum.at(heaviest, chain[pushed[equation]], order[pushed[equation]])
    return heaviest
