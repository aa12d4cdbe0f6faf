"""Mixed systems: relations and equations that need each other, found element by element.

A loop over rows is one node of the program, though none of its rows may need another one. Here
every row counts by itself: elements that only happen to be written in one loop are not solved
together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.dependencies import connections
from drivetrain.compiler.graph import strong_components
from drivetrain.compiler.program import Program, Rows

__all__ = ["MixedSystems", "mixed_systems"]

Ints = NDArray[np.int64]


class MixedSystems(NamedTuple):
    """Sets of relations and equations that need each other.

    Attributes
    ----------
    system : int array, shape (relations + time relations,)
        System of each relation in topological order, -1 for one that is in no loop.
    level : int array, shape (relations + time relations,)
        Systems on the longest way to that of each relation: those of one level do not need each
        other. -1 for a relation that is in no loop.
    """

    system: Ints
    level: Ints


def mixed_systems(program: Program) -> MixedSystems:
    """Find the mixed systems of a program.

    Parameters
    ----------
    program : Program
        The model.
    """
    count = len(program.relations) + len(program.time_relations)
    result = MixedSystems(np.full(count, -1), np.full(count, -1))
    if not program.relations:
        return result
    n_nodes, source, target = _needs(program)
    label = strong_components(n_nodes, source, target)
    sizes = np.bincount(label)
    in_loop = [
        number for number, op in enumerate(program.ops) if op == "rel" and sizes[label[number]] > 1
    ]
    relations = [program.values[number] for number in in_loop]
    systems, numbers = np.unique(label[in_loop], return_inverse=True)
    result.system[relations] = numbers
    result.level[relations] = _levels(label, systems, source, target)[label[in_loop]]
    return result


def _needs(program: Program) -> tuple[int, Ints, Ints]:
    """Return the number of nodes, rows included, and what is needed by what needs it."""
    source, target = (np.array(k, dtype=np.int64) for k in connections(program))
    if not program.rows:
        return len(program.ops), source, target
    ops = np.array(program.ops)
    loads = np.flatnonzero(ops == "load")
    loops = np.flatnonzero(np.isin(ops, ("batch", "total")))
    by_row = np.zeros(len(ops), dtype=bool)
    by_row[loads] = by_row[loops] = True
    rows = [program.rows[program.values[loop]] for loop in loops.tolist()]
    first = len(ops) + np.cumsum([0, *(one.count for one in rows)])
    giver = _givers(program, ops, rows, first)
    sources, targets = [source[~by_row[target]]], [target[~by_row[target]]]
    for loop, one, begin in zip(loops.tolist(), rows, first.tolist(), strict=False):
        own = begin + np.arange(one.count)
        read = [giver[members] for kind, members in one.columns.values() if kind == "s"]
        sources += [*read, own]
        targets += [*[own] * len(read), np.full(one.count, loop)]
    sources.append(giver[[program.values[load] for load in loads.tolist()]])
    targets.append(loads)
    return int(first[-1]), np.concatenate(sources), np.concatenate(targets)


def _givers(program: Program, ops: NDArray[np.str_], rows: list[Rows], first: Ints) -> Ints:
    """Return the node that gives each unknown which loops and others read: a row, or a store."""
    stores = np.flatnonzero(ops == "store")
    given = [one.target for one in rows if one.target is not None]
    given.append(np.array([program.values[store] for store in stores.tolist()], dtype=np.int64))
    giver = np.zeros(1 + max(int(members.max(initial=0)) for members in given), dtype=np.int64)
    giver[given[-1]] = stores
    for one, begin in zip(rows, first.tolist(), strict=False):
        if one.target is not None:
            giver[one.target] = begin + np.arange(one.count)
    return giver


def _levels(label: Ints, systems: Ints, source: Ints, target: Ints) -> Ints:
    """Return of each component how many mixed systems the longest way to it passes, itself too."""
    own = np.zeros(int(label.max()) + 1, dtype=np.int64)
    own[systems] = 1
    level = own.tolist()
    if len(systems) > 1:
        before, after = label[source], label[target]
        edges = np.flatnonzero(before != after)
        edges = edges[np.argsort(before[edges], kind="stable")]
        for a, b, more in zip(
            before[edges].tolist(), after[edges].tolist(), own[after[edges]].tolist(), strict=True
        ):
            level[b] = max(level[b], level[a] + more)
    return np.array(level, dtype=np.int64)
