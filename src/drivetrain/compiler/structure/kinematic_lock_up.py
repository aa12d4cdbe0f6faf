"""Detect rigid couplings that contradict each other, so that nothing can move.

Two gears of different ratio between the same two shafts leave one motion: standstill. There is
neither an equation too many nor one missing, so counting finds no fault; but it is never intended.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.equation_groups import Group, concatenated, residual_at_rest
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.graph import dulmage_mendelsohn
from drivetrain.compiler.graph.sparse import grouped

__all__ = ["LockUp", "find_lock_up"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_LOOKS = 4
"""How often constraints that do not bind are removed before their graph is examined."""


class LockUp(NamedTuple):
    """Couplings, and the motions that they prevent.

    Attributes
    ----------
    equations, chains : int array
        Numbers of the couplings and of the derivative chains.
    """

    equations: Ints
    chains: Ints


def find_lock_up(
    groups: list[Group],
    values: Values,
    aliased: Aliased,
    is_motion: Bools,
    c: Ints,
    equation: Ints,
    chain: Ints,
    factor: Floats,
) -> LockUp | None:
    """Return the couplings that allow no motion, None if there are none.

    Only homogeneous linear constraints are examined: sums of motions with constant factors that
    equal zero. Motions that they connect to the ground may stand still; if the rest has as many
    (independent) constraints as motions, each of these is zero. So is a motion that a coupling ties
    to itself.

    Parameters
    ----------
    groups : list of Group
        The equations.
    values : Values
        Parameter values.
    aliased : Aliased
        Which quantities are identical.
    is_motion : bool array, shape (chains,)
        Which derivative chains begin with an angle or a position.
    c : int array
        How often each equation had to be differentiated; 0 if it is not a constraint.
    equation, chain, factor : array
        The entries of the equations, NaN for a factor that depends on the motion.
    """
    candidate = c > 0
    candidate[equation[np.isnan(factor) | ~is_motion[chain]]] = False
    candidate &= _is_homogeneous(groups, values, candidate)
    inside = candidate[equation] & (factor != 0)
    row, column = equation[inside], chain[inside]
    alone = _on_themselves(groups, aliased, row)
    if len(alone):
        return LockUp(alone, np.unique(column[np.isin(row, alone)]))
    grounded = _grounded(row, column, len(c), len(is_motion))[column]
    row, column = row[~grounded], column[~grounded]
    return None if _is_loose(row, column) else _square_part(row, column)


def _on_themselves(groups: list[Group], aliased: Aliased, row: Ints) -> Ints:
    """Return the constraints whose two ends are the same motion."""
    count = np.bincount(row)
    found: list[int] = []
    for first, group in concatenated(groups):
        here = np.flatnonzero(count[first : first + group.n_rows] == 1)
        if group.source is None or not len(here):
            continue
        slots = np.array([slot for slot, _ in group.source.slots.variables], dtype=np.int64)
        chain = aliased.chain[group.source.instances.variable[group.origin[here], None] + slots]
        alike = (chain.shape[1] > 1) & (chain[:, 0] >= 0) & (chain == chain[:, :1]).all(axis=1)
        found += (first + here[alike]).tolist()
    return np.array(found, dtype=np.int64)


def _grounded(row: Ints, column: Ints, n_rows: int, n_columns: int) -> Bools:
    """Mark the motions fixed by constraints of one motion, then those left alone in others."""
    held = np.zeros(n_columns, dtype=np.bool_)
    left = np.bincount(row, minlength=n_rows)
    waiting = np.flatnonzero(left == 1).tolist()
    if not waiting:
        return held
    columns_of, rows_of = grouped(row, column, n_rows), grouped(column, row, n_columns)
    count, done = left.tolist(), held.tolist()
    while waiting:
        for motion in columns_of[waiting.pop()]:
            if done[motion]:
                continue
            done[motion] = True
            for other in rows_of[motion]:
                count[other] -= 1
                if count[other] == 1:
                    waiting.append(other)
    return np.array(done, dtype=np.bool_)


def _is_loose(row: Ints, column: Ints) -> bool:
    """Return whether a quick check shows that no part has as many constraints as motions.

    A constraint of two or more motions, one of which occurs in no other, does not bind: another of
    its motions is free, or belongs to a constraint that does not bind either. Where such
    constraints can be removed one after another until none is left, there is no square part. This
    is the case for all springs of a shaft.
    """
    for _ in range(_LOOKS):
        own = np.bincount(column)[column] == 1
        tied = np.ones(int(row.max(initial=-1)) + 1, dtype=bool)
        tied[row[own]] = False
        row, column = row[tied[row]], column[tied[row]]
    return not len(row)


def _square_part(row: Ints, column: Ints) -> LockUp | None:
    equations, rows = np.unique(row, return_inverse=True)
    chains, columns = np.unique(column, return_inverse=True)
    if len(equations) < 2:
        return None
    parts = dulmage_mendelsohn(len(equations), len(chains), rows, columns)
    if not len(parts.well_equations):
        return None
    return LockUp(equations[parts.well_equations], chains[parts.well_unknowns])


def _is_homogeneous(groups: list[Group], values: Values, wanted: Bools) -> Bools:
    """Mark the equations that hold when all their quantities are zero, at any time."""
    found = np.zeros(len(wanted), dtype=bool)
    for first, group in concatenated(groups):
        rows = slice(first, first + group.n_rows)
        if wanted[rows].any():
            found[rows] = residual_at_rest(group, values) == 0
    return found
