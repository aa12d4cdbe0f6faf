"""Find motions that depend on modes but must not jump.

A rigid connection differentiates the signal that drives it. Where the signal jumps, its derivative
does not show this, and the impulse that the jump would need is lost. Jumps at times known from
parameters are found before the run; others, through blocks and switches, show at the event. A speed
that follows from the motion of other parts may jump where there is no inertia: that of a shaft
between dampers does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.equation_groups import Group
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.graph import distinct
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.dataflow import operands, topological
from drivetrain.compiler.program.program import Program
from drivetrain.compiler.structure.occurrences import efforts, entries, motions
from drivetrain.compiler.structure.reduced_system import Reduced

__all__ = ["continuous_members"]

Ints = NDArray[np.int64]

_MOVED = frozenset(("x", "load", "solve", "newton", "block", "total", "delay"))
_MODES = frozenset(("rel", "trel", "z", "pre", "sample", "initial"))


def continuous_members(
    flat: Flat,
    aliased: Aliased,
    groups: list[Group],
    values: Values,
    reduced: Reduced,
    lowered: Lowered,
    recorded: Ints,
) -> Ints:
    """Return which angles and speeds, differentiated in the model, depend on modes.

    Only those count that are prescribed by signals alone, or that need a torque to change.

    Parameters
    ----------
    flat, aliased, groups, values, reduced, lowered
        Results of the preceding passes.
    recorded : int array
        Chain members that have a column and are not states.

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
    batch = lowered.members.batch[recorded[found]]
    single = found[batch < 0]
    # A loop's results are read after it: they depend on modes if the loop does, and always move.
    nodes = np.where(batch < 0, -1, batch)
    nodes[batch < 0] = [lowered.members[member] for member in recorded[single].tolist()]
    moded, moved = _behind(program, distinct(nodes, len(program.ops)).tolist())
    wanted = np.isin(nodes, moded)
    moves = wanted & ((batch >= 0) | np.isin(nodes, moved))
    if moves.any():
        heaviest = _heaviest(flat, aliased, groups, values)
        wanted &= ~moves | (heaviest[chain[found]] > order[found])
    return np.asarray(found[wanted])


def _behind(program: Program, roots: list[int]) -> tuple[list[int], list[int]]:
    """Return the operands of these nodes that depend on modes, and those that depend on motions."""
    moded: set[int] = set()
    moved: set[int] = set()
    for number in topological(program, roots, discrete_known=True):
        op, needed = program.ops[number], operands(program, number, discrete_known=True)
        if op in _MODES or not moded.isdisjoint(needed):
            moded.add(number)
        if op in _MOVED or not moved.isdisjoint(needed):
            moved.add(number)
    return list(moded), list(moved)


def _heaviest(flat: Flat, aliased: Aliased, groups: list[Group], values: Values) -> Ints:
    """Return the highest derivative of each chain in equations with a torque or a force."""
    equation, chain, order, factor = entries(groups, values)
    there = factor != 0.0  # NaN where it depends on the motion
    equation, chain, order = equation[there], chain[there], order[there]
    pushed = np.zeros(int(equation.max(initial=-1)) + 1, dtype=bool)
    pushed[equation[efforts(flat, aliased)[chain]]] = True
    heaviest = np.full(len(aliased.least), -1, dtype=np.int64)
    np.maximum.at(heaviest, chain[pushed[equation]], order[pushed[equation]])
    return heaviest
