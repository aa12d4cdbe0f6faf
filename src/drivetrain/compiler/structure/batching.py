"""Batch assignments of one shape so that they can be emitted as loops.

All rows of a template that are solved for the same slot form a batch, provided that the batches
can be ordered so that each needs only the results of earlier ones. A batch may depend on itself
(angles along a shaft add up): its rows keep their order of solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.template import Template
from drivetrain.compiler.frontend.equation_groups import Group, alike_rows
from drivetrain.compiler.graph import strong_components
from drivetrain.compiler.structure.causalization import Ordered
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.modeling.expression import ORDERINGS, REAL, Expr, walk

__all__ = ["LEAST_ROWS", "Batch", "is_plain", "units"]

Ints = NDArray[np.int64]

LEAST_ROWS = 24
"""Fewer rows than this are written out one by one, so that the optimiser sees them together."""

_MOST_BENDING = 256
"""Up to this many rows with discontinuities are written out too: inside a loop they cannot be
located. With more of them, hardly any step would be free of one."""
_BENDS = frozenset(("abs", "min", "max", "sign", "floor", "ceil", "mod", "lookup", *ORDERINGS))

_PLAIN_LEAVES = frozenset(("slot", "const", "par", "time", "tab"))


@dataclass(frozen=True, eq=False)
class Batch:
    """Rows of one group that are solved for the same slot, in order of solution.

    Attributes
    ----------
    group : int
        Number of the group in ``reduced.groups``.
    place : int
        Slot that is solved for.
    rows : int array
        Rows of the group.
    members : int array
        Unknown of each row.
    """

    group: int
    place: int
    rows: Ints
    members: Ints


def units(reduced: Reduced, ordered: Ordered, loops: bool = True) -> Iterator[int | Batch]:
    """Yield numbers of blocks and batches of them, in order of solution.

    Parameters
    ----------
    reduced, ordered
        Results of the preceding passes.
    loops : bool
        Whether to form batches at all.
    """
    n_blocks = len(ordered.start) - 1
    if not loops:
        yield from range(n_blocks)
        return
    batches, unit = _candidates(reduced, ordered)
    if not batches:
        yield from range(n_blocks)
        return
    unit, batches = _acyclic(ordered, unit, batches)
    label = _labels(ordered, unit)
    first_block = np.full(int(unit.max()) + 1, -1, dtype=np.int64)
    first_block[unit[::-1]] = np.arange(n_blocks)[::-1]
    for number in np.argsort(label, kind="stable").tolist():
        if number < len(batches):
            yield batches[number]
        elif first_block[number] >= 0:
            yield int(first_block[number])


def _candidates(reduced: Reduced, ordered: Ordered) -> tuple[list[Batch], Ints]:
    """Gather the batches and number the units: batches first, then the other blocks."""
    n_blocks = len(ordered.start) - 1
    single = np.ones(n_blocks, dtype=bool)
    single[list(ordered.loops)] = False
    blocks = np.flatnonzero(single)
    equation = ordered.equation[ordered.start[blocks]]
    member = ordered.member[ordered.start[blocks]]
    group_of = ordered.group_of[equation]
    unit = np.full(n_blocks, -1, dtype=np.int64)
    batches: list[Batch] = []
    counts = np.bincount(group_of, minlength=len(reduced.groups))
    for g in np.flatnonzero(counts >= LEAST_ROWS).tolist():
        group = reduced.groups[g]
        if not is_plain(group.template):
            continue
        if counts[g] <= _MOST_BENDING and _may_bend(group.template):
            continue
        mine = np.flatnonzero(group_of == g)
        for place, pick in _alike(reduced, group, ordered.row_of[equation[mine]], member[mine]):
            chosen = mine[pick]
            unit[blocks[chosen]] = len(batches)
            rows = ordered.row_of[equation[chosen]]
            batches.append(Batch(g, place, rows, member[chosen]))
    rest = np.flatnonzero(unit < 0)
    unit[rest] = len(batches) + np.arange(len(rest))
    return batches, unit


def is_plain(template: Template) -> bool:
    """Return whether an equation is arithmetic of real quantities, without events."""
    cache = template._cache
    if "plain" not in cache:
        nodes = [*walk(template.lhs), *walk(template.rhs)]
        cache["plain"] = template.kind == REAL and not is_oscillation(nodes) and all(
            node.op in _PLAIN_LEAVES
            if not node.args
            else not (node.op in ORDERINGS and node.value is not True)
            and node.op not in ("sample", "delay", "external")
            for node in nodes
        ) and all(node.kind == REAL for node in nodes if node.op == "slot")  # fmt: skip
    return bool(cache["plain"])


def _may_bend(template: Template) -> bool:
    """Return whether an equation changes its branch without an event."""
    cache = template._cache
    if "bends" not in cache:
        nodes = [*walk(template.lhs), *walk(template.rhs)]
        cache["bends"] = any(node.op in _BENDS for node in nodes)
    return bool(cache["bends"])


def is_oscillation(nodes: list[Expr]) -> bool:
    """Return whether an equation may be an oscillation in time, whose frequency must be found."""
    ops = {node.op for node in nodes}
    return "time" in ops and not ops.isdisjoint(("sin", "cos", "mod"))


def _alike(reduced: Reduced, group: Group, rows: Ints, member: Ints) -> Iterator[tuple[int, Ints]]:
    """Split rows by solved slot, by signs, and by which slots are states; skip small parts."""
    chain, sign = group.chain[rows], group.sign[rows]
    if (chain < 0).any():
        return
    slots = reduced.member(chain, group.order[rows])
    place = (slots == member[:, None]).argmax(axis=1)
    pattern = np.column_stack([place, sign, reduced.is_state[slots]])
    for pick in alike_rows(pattern):
        if len(pick) >= LEAST_ROWS:
            solved = int(place[pick[0]])
            if group.template.solution(solved) is not None:
                yield solved, pick


def _acyclic(ordered: Ordered, unit: Ints, batches: list[Batch]) -> tuple[Ints, list[Batch]]:
    """Dissolve batches that depend on each other cyclically: their blocks stand alone again."""
    label = _labels(ordered, unit)
    shared = np.bincount(label, minlength=int(label.max()) + 1) > 1
    broken = {k for k in range(len(batches)) if shared[label[k]]}
    if not broken:
        return unit, batches
    kept = [k for k in range(len(batches)) if k not in broken]
    renumber = np.full(int(unit.max()) + 1, -1, dtype=np.int64)
    renumber[kept] = np.arange(len(kept))
    unit = np.where(unit < len(batches), renumber[unit], -1)
    rest = np.flatnonzero(unit < 0)
    unit[rest] = len(kept) + np.arange(len(rest))
    return _acyclic(ordered, unit, [batches[k] for k in kept]) if kept else (unit, [])


def _labels(ordered: Ordered, unit: Ints) -> Ints:
    """Return numbers of the units such that each needs only lower ones (equal within a cycle)."""
    block_of = np.repeat(np.arange(len(unit)), np.diff(ordered.start))
    unit_of_equation = np.empty(len(ordered.equation), dtype=np.int64)
    unit_of_equation[ordered.equation] = unit[block_of]
    size = int(max(ordered.member.max(initial=0), ordered.entry_member.max(initial=0))) + 1
    unit_of_member = np.full(size, -1, dtype=np.int64)
    unit_of_member[ordered.member] = unit[block_of]
    source = unit_of_member[ordered.entry_member]
    target = unit_of_equation[ordered.entry_equation]
    n = int(unit.max()) + 1
    between = source != target
    return np.asarray(strong_components(n, source[between], target[between]))
