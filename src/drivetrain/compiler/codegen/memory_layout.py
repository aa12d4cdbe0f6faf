"""Arrange the unknowns that loops exchange so that whole vectors can be loaded.

Unknowns computed by one batch are contiguous, in its order of rows. Single unknowns are put into
the free positions next to a batch where a loop reads them together with it: the ends of a shaft
often differ from its middle.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.program.program import Program

__all__ = ["step_of", "storage"]

Ints = NDArray[np.int64]


def storage(program: Program, n_members: int) -> tuple[Ints, int]:
    """Assign a position to every unknown that loops exchange.

    Parameters
    ----------
    program : Program
        Program with its rows.
    n_members : int
        Number of chain members.

    Returns
    -------
    place : int array, shape (n_members,)
        Position of each chain member, -1 for those that are not stored.
    size : int
        Number of positions.
    """
    place = np.full(n_members, -1, dtype=np.int64)
    size = 0
    gaps: set[int] = set()
    for rows in program.rows:
        if rows.target is not None:
            place[rows.target] = size + 1 + np.arange(rows.count)
            gaps |= {size, size + rows.count + 1}
            size += rows.count + 2
    for rows in program.rows:
        for kind, members in rows.columns.values():
            if kind == "s":
                size = _place_alone(place, members, gaps, size)
    return place, size


def _place_alone(place: Ints, members: Ints, gaps: set[int], size: int) -> int:
    """Place the members of a column that have no position yet; return the new size."""
    at = place[members]
    alone = np.flatnonzero(at < 0)
    if not len(alone):
        return size
    known = np.flatnonzero(at >= 0)
    first = int(known[0]) if len(known) else 0
    step = int(at[known[1]] - at[first]) // int(known[1] - first) if len(known) > 1 else 0
    for k in alone.tolist():
        wanted = int(at[first]) + step * (k - first)
        if place[members[k]] >= 0:
            continue
        if step and wanted in gaps:
            gaps.remove(wanted)
            place[members[k]] = wanted
        else:
            place[members[k]] = size
            size += 1
    return size


def step_of(numbers: Ints) -> int | None:
    """Return the step of an arithmetic progression, None if the numbers do not form one."""
    if len(numbers) < 2:
        return 0
    step = int(numbers[1] - numbers[0])
    return step if bool((np.diff(numbers) == step).all()) else None
