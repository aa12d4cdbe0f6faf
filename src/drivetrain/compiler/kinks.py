"""Kinks: where derivatives bend or jump between events.

``no_event(where(a > b, …))``, `minimum`, `maximum`, `abs`, `sign`, `floor`, `ceil`, `mod` and
tables change their branch without an event. A step across such an instant is far less accurate than
its error estimate tells. So the integrator wants to know where it lies, and to stay on one branch
within a step.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from drivetrain.compiler.dependencies import operands, topological
from drivetrain.compiler.program import Program

__all__ = ["Kinks", "kinks"]

_BRANCHES = (True, False)
_Guard = frozenset[tuple[int, bool]]
"""Conditions and the values that they must have for a node to matter."""


class Kinks(NamedTuple):
    """Where the derivatives bend.

    Attributes
    ----------
    crossings : list of int
        Nodes that change their sign there. Where a branch is not in force its kinks do not count:
        their nodes are 0, and a step takes the branch that holds: waves may read it all the same.
    place : dict
        Node that changes its branch → the place of its crossing in that list.
    """

    crossings: list[int]
    place: dict[int, int]


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
    numbers: dict[int, int] = {}
    place: dict[int, int] = {}
    for number in order:
        crossing = _crossing(program, number, bending)
        if crossing is not None and program.flags[crossing]:
            for condition, value in sorted(guards[number]):
                none = program.const(0.0)
                sides = (crossing, none) if value else (none, crossing)
                crossing = program.where(condition, *sides)
            place[number] = numbers.setdefault(crossing, len(numbers))
    return Kinks(list(numbers), place)


def _crossing(program: Program, number: int, bending: Container[int]) -> int | None:
    """Return what changes its sign where the node bends or jumps."""
    op, args = program.ops[number], program.args[number]
    if op in ("gt", "ge", "lt", "le", "min", "max"):
        return program.sub(*args)
    if op == "table" and program.values[number][0] in bending:
        return program.node("bend", args, (program.values[number][0], 0))
    if op in ("floor", "ceil"):
        return program.node("step_bend", args)
    if op == "mod":
        return program.node("step_bend", (program.div(*args),))
    return args[0] if op in ("abs", "sign") else None


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
