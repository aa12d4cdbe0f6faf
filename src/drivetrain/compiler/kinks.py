"""Kinks: where derivatives bend or jump between events.

``no_event(where(a > b, …))``, `minimum`, `maximum`, `abs`, `sign`, `floor`, `ceil`, `mod` and
tables change their branch without an event. A step across such an instant is far less accurate than
its error estimate tells. So the integrator wants to know where it lies, and to stay on one branch
within a step.
"""

from __future__ import annotations

import math
from collections.abc import Container, Sequence
from typing import NamedTuple

from drivetrain.compiler.dependencies import operands, topological
from drivetrain.compiler.program import WATCHED, Program

__all__ = ["Kinks", "kinks"]

_BRANCHES = (True, False)
_BENDING = frozenset(("abs", "min", "max"))
"""Operations that bend at a kink; all others may jump there."""
_OUT_OF_FORCE = math.nan
"""What the crossing of a kink is as long as no use of it counts."""
_Guard = frozenset[tuple[int, bool]]
"""Conditions and the values that they must have for a node to matter."""


class Kinks(NamedTuple):
    """Where the derivatives bend.

    Attributes
    ----------
    crossings : list of int
        Nodes that change their sign there. Where a branch is not in force its kinks do not count,
        and their nodes are NaN.
    place : dict
        Node that changes its branch → the place of its crossing in that list.
    counts : list of bool
        Whether the branches of each are the numbers of pieces; there are two otherwise.
    jumps : list of bool
        Whether something may jump at each; there are but bends otherwise.
    after : list of list of int
        The kinks whose crossings depend on what bends or jumps at each kink. Where it jumps they
        may jump over their own zeros.
    """

    crossings: list[int]
    place: dict[int, int]
    counts: list[bool]
    jumps: list[bool]
    after: list[list[int]]


def kinks(program: Program, roots: Sequence[int], bending: Container[int] = ()) -> Kinks:
    """Find the kinks of the derivatives.

    Parameters
    ----------
    program : Program
        The model; the crossings are added to it. Neither bodies of loops nor nonlinear algebraic
        loops are looked into.
    roots : sequence of int
        Nodes of the derivatives.
    bending : container of int
        Numbers of the tables that bend.
    """
    order = topological(program, roots, discrete_known=True)
    guards = _guards(program, roots, order)
    numbers: dict[tuple[_Distance, _Guard], int] = {}
    found = Kinks([], {}, [], [], [])
    for number in order:
        distance = _distance(program, number, bending)
        if distance is None or not program.flags[distance.of]:
            continue
        key = distance, guards[number]
        if key not in numbers:
            numbers[key] = len(found.crossings)
            found.crossings.append(_crossing(program, *key, place=numbers[key]))
            found.counts.append(distance.op != "")
            found.jumps.append(False)
        found.place[number] = numbers[key]
        found.jumps[numbers[key]] |= program.ops[number] not in _BENDING
    after = _after(program, found)
    jumped = {other for k, others in enumerate(after) if found.jumps[k] for other in others}
    jumps = [jump or k in jumped for k, jump in enumerate(found.jumps)]
    return found._replace(jumps=jumps, after=after)


class _Distance(NamedTuple):
    """What tells how far off a kink is.

    Attributes
    ----------
    of : int
        A node that is zero there, or on which pieces depend.
    op : str
        What counts pieces; empty: nothing does.
    table : int
        The table that has them.
    """

    of: int
    op: str = ""
    table: int = -1


def _distance(program: Program, number: int, bending: Container[int]) -> _Distance | None:
    """Return what tells how far off it is where the node bends or jumps."""
    op, args = program.ops[number], program.args[number]
    if program.values[number] == WATCHED:
        return None
    if op in ("gt", "ge", "lt", "le", "min", "max"):
        return _Distance(program.sub(*args))
    if op == "table" and program.values[number][0] in bending:
        return _Distance(args[0], "bend", program.values[number][0])
    if op in ("floor", "ceil"):
        return _Distance(args[0], "step_bend")
    if op == "mod":
        return _Distance(program.div(*args), "step_bend")
    return _Distance(args[0]) if op in ("abs", "sign") else None


def _crossing(program: Program, distance: _Distance, guard: _Guard, place: int) -> int:
    """Return the node that changes its sign at a kink; it is NaN where no use of it counts."""
    of, op, table = distance
    found = of
    if op:
        found = program.node(op, (of,), (table, place) if op == "bend" else place)
    for condition, value in sorted(guard):
        none = program.const(_OUT_OF_FORCE)
        found = program.where(condition, *((found, none) if value else (none, found)))
    return found


def _after(program: Program, found: Kinks) -> list[list[int]]:
    """Return the kinks whose crossings depend on what changes its branch at each kink."""
    behind: dict[int, int] = {}
    for number in topological(program, found.crossings, discrete_known=True):
        bits = 0
        for operand in operands(program, number, discrete_known=True):
            bits |= behind[operand]
        behind[number] = bits | (1 << found.place[number] if number in found.place else 0)
    after: list[list[int]] = [[] for _ in found.crossings]
    for k, crossing in enumerate(found.crossings):
        bits = behind[crossing]
        while bits:
            before = (bits & -bits).bit_length() - 1
            bits &= bits - 1
            after[before].append(k)
    return after


def _guards(program: Program, roots: Sequence[int], order: Sequence[int]) -> dict[int, _Guard]:
    """Return for each node the branches in which all its uses lie."""
    guards: dict[int, _Guard] = dict.fromkeys(roots, frozenset())
    for number in reversed(order):
        mine = guards[number]
        for place, operand in enumerate(operands(program, number, discrete_known=True)):
            here = mine
            if program.ops[number] == "where" and place > 0:
                here = mine | {(program.args[number][0], _BRANCHES[place - 1])}
            guards[operand] = guards.get(operand, here) & here
    return guards
