"""Find relations and equations that depend on each other, row by row.

A loop over rows is one node of the program even if its rows are independent. Here every row is a
node of its own: elements that merely share a loop are not solved together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.graph import strong_components
from drivetrain.compiler.program.dataflow import connections
from drivetrain.compiler.program.program import Program, Rows

__all__ = ["MixedSystems", "mixed_systems"]

Ints = NDArray[np.int64]
_NONE, _SEVERAL = -1, -2


class MixedSystems(NamedTuple):
    """Sets of relations and equations that depend on each other.

    Attributes
    ----------
    system : int array, shape (relations + time relations,)
        System of each relation in topological order, -1 for a relation in no loop.
    level : int array, shape (relations + time relations,)
        Number of systems on the longest path to that of each relation: those of one level are
        independent of each other. -1 for a relation in no loop.
    decides : int array, shape (discrete variables,)
        The one system that determines each discrete variable, with any others only before that
        one; -1: there is none, or several.
    """

    system: Ints
    level: Ints
    decides: Ints


def mixed_systems(program: Program, discrete: Sequence[int] = ()) -> MixedSystems:
    """Find the mixed systems of a program.

    Parameters
    ----------
    program : Program
        The model.
    discrete : sequence of int, optional
        Nodes of the discrete variables.
    """
    count = len(program.relations) + len(program.time_relations)
    result = MixedSystems(*(np.full(n, -1) for n in (count, count, len(discrete))))
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
    level, last = _behind(label, systems, source, target)
    result.system[relations] = numbers
    result.level[relations] = level[label[in_loop]]
    result.decides[:] = last[label[list(discrete)]]
    return result


def _needs(program: Program) -> tuple[int, Ints, Ints]:
    """Return the number of nodes, rows included, and all dependencies as (source, target)."""
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
    """Return the node that computes each unknown read from memory: a row, or a store."""
    stores = np.flatnonzero(ops == "store")
    given = [one.target for one in rows if one.target is not None]
    given.append(np.array([program.values[store] for store in stores.tolist()], dtype=np.int64))
    giver = np.zeros(1 + max(int(members.max(initial=0)) for members in given), dtype=np.int64)
    giver[given[-1]] = stores
    for one, begin in zip(rows, first.tolist(), strict=False):
        if one.target is not None:
            giver[one.target] = begin + np.arange(one.count)
    return giver


def _behind(label: Ints, systems: Ints, source: Ints, target: Ints) -> tuple[Ints, Ints]:
    """Return the level of each component, and the system that is last on all paths to it.

    A system counts as its own last one. -1: there is no such system, or there are several.
    """
    n_components = int(label.max()) + 1
    number = np.full(n_components, _NONE)
    number[systems] = np.arange(len(systems))
    own = (number >= 0).tolist()
    level, last = [int(k) for k in own], number.tolist()
    before, after = label[source], label[target]
    edges = np.flatnonzero(before != after)
    edges = edges[np.argsort(before[edges], kind="stable")]
    for a, b in zip(before[edges].tolist(), after[edges].tolist(), strict=True):
        if not level[a]:
            continue
        level[b] = max(level[b], level[a] + own[b])
        if not own[b]:
            last[b] = last[a] if last[b] in (_NONE, last[a]) else _SEVERAL
    return np.array(level), np.maximum(last, _NONE)
