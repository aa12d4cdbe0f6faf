"""Find switching functions of derivatives that are discontinuous between events.

``no_event(where(a > b, …))``, `minimum`, `maximum`, `abs`, `sign`, `floor`, `ceil`, `mod` and
tables change their branch without an event. A step across such an instant is far less accurate than
its error estimate indicates. So the integrator must locate it, and stay on one branch within a
step.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from drivetrain.compiler.program.dataflow import operands, topological
from drivetrain.compiler.program.program import WATCHED, Program

__all__ = ["Discontinuities", "find_discontinuities", "switched_by", "with_slopes"]

_BRANCHES = (True, False)
_BENDING = frozenset(("abs", "min", "max"))
"""Operations that are continuous there, with a discontinuous slope; all others may jump."""
_OUT_OF_FORCE = math.nan
"""Value of a switching function while all its uses are inactive."""
_Guard = frozenset[tuple[int, bool]]
"""Conditions, and the values they must have for a node to be used."""


class Discontinuities(NamedTuple):
    """The discontinuities of the derivatives.

    Attributes
    ----------
    crossings : list of int
        Nodes of the switching functions: they change sign there. In an inactive branch they have
        no effect and are NaN.
    place : dict
        Node that changes its branch → position of its switching function in that list.
    inside : dict
        The same for nodes of nonlinear loops, by the number of the loop's residual.
    counts : list of bool
        Whether the branches of each are numbered pieces; otherwise there are two.
    jumps : list of bool
        Whether a value may jump at each; otherwise only slopes do.
    after : list of list of int
        For each discontinuity, those whose switching functions depend on values that are
        discontinuous there. If the value jumps, these may jump across their own zeros.
    lasts : list of bool
        Whether values discontinuous at each act on an expression whose past is read.
    else_at : dict
        Node that changes its branch → further positions of functions of the same distance, which
        count where the first is not in force: a node may be used under several conditions.
    """

    crossings: list[int]
    place: dict[int, int]
    inside: dict[int, dict[int, int]]
    counts: list[bool]
    jumps: list[bool]
    after: list[list[int]]
    lasts: list[bool]
    else_at: dict[int, tuple[int, ...]]


def find_discontinuities(
    program: Program,
    roots: Sequence[int],
    delayed: Sequence[int] = (),
    bending: Container[int] = (),
) -> Discontinuities:
    """Find the discontinuities of the derivatives.

    Parameters
    ----------
    program : Program
        The model; the switching functions are added to it. Loops over rows are not examined.
    roots : sequence of int
        Nodes of the derivatives.
    delayed : sequence of int
        Nodes of expressions whose past is read.
    bending : container of int
        Numbers of the tables with discontinuities.
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


def with_slopes(
    program: Program, found: Discontinuities, bending: Container[int]
) -> Discontinuities:
    """Return the same discontinuities, with the nodes that were added to the program since.

    Slopes are on the branch on which the values are. The same distance may count under several
    conditions, with a switching function for each: that which is in force tells the branch.

    Parameters
    ----------
    program : Program
        The model, with slopes of its values.
    found : Discontinuities
        Its discontinuities.
    bending : container of int
        Numbers of the tables with discontinuities.
    """
    places: dict[_Distance, dict[int, None]] = {}
    for number, place in found.place.items():
        distance = _distance(program, number, bending)
        if distance is not None:
            places.setdefault(distance, {})[place] = None
    more, else_at = dict(found.place), {}
    for number in range(len(program.ops)):
        distance = _distance(program, number, bending)
        if distance not in places or not (number in more or program.flags[number]):
            continue
        own = more.setdefault(number, next(iter(places[distance])))
        others = tuple(place for place in places[distance] if place != own)
        if others:
            else_at[number] = others
    return found._replace(place=more, else_at=else_at)


def switched_by(program: Program, found: Discontinuities) -> list[int]:
    """Return the nodes on which switching functions depend: they differ from these by constants.

    Parameters
    ----------
    program : Program
        The model.
    found : Discontinuities
        Its discontinuities.
    """
    return [_inner(program, crossing) for crossing in found.crossings]


def _inner(program: Program, number: int) -> int:
    """Return what is inside the conditions under which a switching function is in force."""
    while program.ops[number] == "where":
        _, yes, no = program.args[number]
        number = no if program.ops[yes] == "const" and math.isnan(program.values[yes]) else yes
    return program.args[number][0] if program.ops[number] in ("bend", "step_bend") else number


class _Finder:
    """Collects discontinuities.

    Attributes
    ----------
    found : Discontinuities
        Those found so far.
    """

    def __init__(self, program: Program, bending: Container[int]) -> None:
        self.found = Discontinuities([], {}, {}, [], [], [], [], {})
        self._program, self._bending = program, bending
        self._numbers: dict[tuple[_Distance, _Guard], int] = {}

    def place_of(self, number: int, guard: _Guard) -> int | None:
        """Return the position of the switching function of a node, None if it has none."""
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
        """Find the discontinuities in a nonlinear loop: its solution decides where they are."""
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
    """Distance from a discontinuity.

    Attributes
    ----------
    of : int
        A node that is zero there, or that selects the piece.
    op : str
        Operation that counts pieces; empty if there are none.
    table : int
        The table that consists of them.
    """

    of: int
    op: str = ""
    table: int = -1


def _distance(program: Program, number: int, bending: Container[int]) -> _Distance | None:
    """Return the distance of a node from its discontinuity, None if it has none."""
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
    """Return the node that changes sign at a discontinuity; NaN where all its uses are inactive."""
    of, op, table = distance
    found = of
    if op:
        found = program.node(op, (of,), (table, place) if op == "bend" else place)
    for condition, value in sorted(guard):
        none = program.const(_OUT_OF_FORCE)
        found = program.where(condition, *((found, none) if value else (none, found)))
    return found


def _behind(program: Program, found: Discontinuities, roots: Sequence[int]) -> dict[int, int]:
    """Return the discontinuities on which nodes depend, as bits of an integer."""
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
    """Yield the positions of the bits that are set."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def _guards(program: Program, roots: Sequence[int], order: Sequence[int]) -> dict[int, _Guard]:
    """Return, for each node, the branches in which all its uses are."""
    guards: dict[int, _Guard] = dict.fromkeys(roots, frozenset())
    for number in reversed(order):
        mine = guards[number]
        for place, operand in enumerate(operands(program, number, discrete_known=True)):
            here = mine
            if program.ops[number] == "where" and place > 0:
                here = mine | {(program.args[number][0], _BRANCHES[place - 1])}
            guards[operand] = guards.get(operand, here) & here
    return guards
