"""Discontinuities: where derivatives bend or jump between events.

``no_event(where(a > b, …))``, `minimum`, `maximum`, `abs`, `sign`, `floor`, `ceil`, `mod` and
tables change their branch without an event. A step across such an instant is far less accurate than
its error estimate tells. So the integrator wants to know where it lies, and to stay on one branch
within a step.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from drivetrain.compiler.program.dataflow import operands, topological
from drivetrain.compiler.program.program import WATCHED, Program

__all__ = ["Discontinuities", "find_discontinuities"]

_BRANCHES = (True, False)
_BENDING = frozenset(("abs", "min", "max"))
"""Operations that bend at a kink; all others may jump there."""
_OUT_OF_FORCE = math.nan
"""What the crossing of a kink is as long as no use of it counts."""
_Guard = frozenset[tuple[int, bool]]
"""Conditions and the values that they must have for a node to matter."""


class Discontinuities(NamedTuple):
    """Where the derivatives bend.

    Attributes
    ----------
    crossings : list of int
        Nodes that change their sign there. Where a branch is not in force its kinks do not count,
        and their nodes are NaN.
    place : dict
        Node that changes its branch → the place of its crossing in that list.
    inside : dict
        The same for nodes of nonlinear loops, by the number of the loop's residual.
    counts : list of bool
        Whether the branches of each are the numbers of pieces; there are two otherwise.
    jumps : list of bool
        Whether something may jump at each; there are but bends otherwise.
    after : list of list of int
        The kinks whose crossings depend on what bends or jumps at each kink. Where it jumps they
        may jump over their own zeros.
    lasts : list of bool
        Whether what bends or jumps at each acts on an expression whose past is read.
    """

    crossings: list[int]
    place: dict[int, int]
    inside: dict[int, dict[int, int]]
    counts: list[bool]
    jumps: list[bool]
    after: list[list[int]]
    lasts: list[bool]


def find_discontinuities(
    program: Program,
    roots: Sequence[int],
    delayed: Sequence[int] = (),
    bending: Container[int] = (),
) -> Discontinuities:
    """Find the kinks of the derivatives.

    Parameters
    ----------
    program : Program
        The model; the crossings are added to it. Loops over rows are not looked into.
    roots : sequence of int
        Nodes of the derivatives.
    delayed : sequence of int
        Nodes of expressions whose past is read.
    bending : container of int
        Numbers of the tables that bend.
    """
    roots = [*roots, *delayed]
    order = topological(program, roots, discrete_known=True)
    guards = _guards(program, roots, order)
    finder = _Finder(program, bending)
    for number in order:
        place = finder.place_of(number, guards[number])
        if place is not None:
            finder.found.place[number] = place
        if program.ops[number] == "newton":
            finder.look_inside(number, guards[number])
    found = finder.found
    behind = _behind(program, found, [*found.crossings, *delayed])
    after: list[list[int]] = [[] for _ in found.crossings]
    for k, crossing in enumerate(found.crossings):
        for before in _places(behind[crossing] & ~(1 << k)):
            after[before].append(k)
    lasting = {k for number in delayed for k in _places(behind[number])}
    jumped = {other for k, others in enumerate(after) if found.jumps[k] for other in others}
    jumps = [jump or k in jumped for k, jump in enumerate(found.jumps)]
    lasts = [k in lasting for k in range(len(jumps))]
    return found._replace(jumps=jumps, after=after, lasts=lasts)


class _Finder:
    """Gathers kinks.

    Attributes
    ----------
    found : Discontinuities
        Those so far.
    """

    def __init__(self, program: Program, bending: Container[int]) -> None:
        self.found = Discontinuities([], {}, {}, [], [], [], [])
        self._program, self._bending = program, bending
        self._numbers: dict[tuple[_Distance, _Guard], int] = {}

    def place_of(self, number: int, guard: _Guard) -> int | None:
        """Return the place of the kink of a node, None if it has none."""
        program = self._program
        distance = _distance(program, number, self._bending)
        if distance is None or not program.flags[distance.of]:
            return None
        found, key = self.found, (distance, guard)
        if key not in self._numbers:
            self._numbers[key] = len(found.crossings)
            found.crossings.append(_crossing(program, *key, place=self._numbers[key]))
            found.counts.append(distance.op != "")
            found.jumps.append(False)
        place = self._numbers[key]
        found.jumps[place] |= program.ops[number] not in _BENDING
        return place

    def look_inside(self, newton: int, guard: _Guard) -> None:
        """Find the kinks within a nonlinear loop: they lie where its solution puts them."""
        program = self._program
        number = program.values[newton][-1]
        residual = program.residuals[number]
        inner, outside = residual.program, {}
        needed = [*residual.residuals, *residual.jacobian]
        for node in topological(inner, needed, discrete_known=True):
            if inner.ops[node] == "known":
                outside[node] = program.args[newton][inner.values[node]]
            elif inner.ops[node] == "unknown":
                outside[node] = program.node("get", (newton,), inner.values[node])
            else:
                args = tuple(outside[arg] for arg in inner.args[node])
                kind, value = inner.kinds[node], inner.values[node]
                outside[node] = program.node(inner.ops[node], args, value, kind)
            place = self.place_of(outside[node], guard)
            if place is not None:
                self.found.inside.setdefault(number, {})[node] = place
                self.found.place[outside[node]] = place


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


def _behind(program: Program, found: Discontinuities, roots: Sequence[int]) -> dict[int, int]:
    """Return the kinks that are behind nodes, as bits of a number."""
    behind: dict[int, int] = {}
    for number in topological(program, roots, discrete_known=True):
        bits = 0
        for operand in operands(program, number, discrete_known=True):
            bits |= behind[operand]
        if number in found.place:
            bits |= 1 << found.place[number]
        elif program.ops[number] == "newton":
            for place in found.inside.get(program.values[number][-1], {}).values():
                bits |= 1 << place
        behind[number] = bits
    return behind


def _places(bits: int) -> Iterator[int]:
    """Yield the places of the bits that are set."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


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
