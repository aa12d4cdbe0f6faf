"""Quantities: which variables are of one kind, so that their sizes can be compared."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.flatten import Flat
from drivetrain.compiler.program import Program
from drivetrain.modeling.units import dimension

__all__ = ["Compared", "compared", "quantities"]

Ints = NDArray[np.int64]

_ANYTHING = "1"
"""Unit of signals, which carry whatever they are connected to."""


def quantities(flat: Flat) -> Ints:
    """Return a number for the unit of each variable, 0 for what has none.

    Parameters
    ----------
    flat : Flat
        The flat model.

    Returns
    -------
    int array, shape (variables,)
    """
    numbers: dict[object, int] = {}
    found = np.zeros(flat.n_variables, dtype=np.int64)
    for one in flat.instances:
        for v in one.trace.variables:
            unit = v.declaration.unit
            if unit != _ANYTHING:
                kind = unit if unit == "rad" else dimension(unit)
                found[one.variable + v.slot] = numbers.setdefault(kind, len(numbers) + 1)
    return found


class Compared(NamedTuple):
    """Kinds of quantities that relations compare.

    Attributes
    ----------
    values : list of int array
        Value indices of all quantities of each kind.
    of_relation : int array
        Kind that each relation compares, -1 for none.
    of_speed : int array
        Kind of each speed that is held, -1 for none.
    """

    values: list[Ints]
    of_relation: Ints
    of_speed: Ints


def compared(
    number: Ints, member: Ints, value: Ints, program: Program, states: Ints, speeds: Ints
) -> Compared:
    """Return what relations compare.

    Parameters
    ----------
    number : int array, shape (variables,)
        For the unit of each variable, 0 for none.
    member : int array, shape (variables,)
        Chain member that each variable is, -1 for none.
    value : int array, shape (variables,)
        Index of each among the values of a row, negative for none.
    program : Program
        The program.
    states : int array
        Members that are states.
    speeds : int array
        Variables that are held.
    """
    known = (number > 0) & (member >= 0)
    of_member = dict(zip(member[known].tolist(), number[known].tolist(), strict=True))
    found = np.array([_kind(program, r.crossing, of_member, states) for r in program.relations])
    used = np.unique(np.concatenate([found, number[speeds]]))
    used = used[used > 0]
    values = [np.unique(value[(number == kind) & (value >= 0)]) for kind in used.tolist()]
    place = np.full(int(number.max(initial=0)) + 1, -1)
    place[used] = np.arange(len(used))
    return Compared(values, place[found], place[number[speeds]])


_ALIKE = frozenset(("add", "sub", "neg", "abs", "min", "max"))
"""Operations on quantities of one unit, which the result has as well."""


def _kind(program: Program, node: int, of_member: dict[int, int], states: Ints) -> int:
    """Return the number of the unit of a node, from the first term that tells one; else 0."""
    stack, seen = [node], set[int]()
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        op, args, value = program.ops[node], program.args[node], program.values[node]
        if op in ("member", "x"):
            kind = of_member.get(value if op == "member" else int(states[value]), 0)
            if kind:
                return kind
        elif op in _ALIKE:
            stack.extend(reversed(args))
        elif op == "where":
            stack.extend(reversed(args[1:]))
    return 0
