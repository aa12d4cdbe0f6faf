"""Fill-in of a Jacobian by the chain rule: bound the number of products in advance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.dataflow import topological

__all__ = ["LARGEST_FULL", "TooFullError", "at_most", "bearable"]

LARGEST_FULL = 2048
"""Number of states up to which the matrix is dense."""
_PER_STATE = 256
_ONE = np.ones(1)
_MANY = 1e18
"""Largest count: counts grow exponentially where sums share parts that share parts."""


class TooFullError(Exception):
    """The chain rule needs too many products."""


def bearable(n_states: int) -> int:
    """Return the number of products up to which a Jacobian is assembled.

    Its matrix is factorised again and again. For a large model that is cheap only if few states
    act on each derivative on average: a hub may depend on all its arms, but it is too much if every
    arm depends on all others through the hub.
    """
    return max(LARGEST_FULL**2, _PER_STATE * n_states)


def at_most(lowered: Lowered) -> float:
    """Return an upper bound of the number of products, at negligible cost.

    A state that acts on a quantity in several ways is counted several times.
    """
    program, n_x = lowered.program, len(lowered.states)
    of_member = np.zeros(len(lowered.members.batch))
    of_node: dict[int, float] = {}
    total = 0.0
    for number in topological(program, lowered.rates, discrete_known=True):
        op, value, args = program.ops[number], program.values[number], program.args[number]
        of_node[number] = 0.0
        if op == "batch":
            rows = program.rows[value]
            assert rows.target is not None
            count = _ONE + sum(_read(of_member, *column) for column in rows.columns.values())
            total += float(np.broadcast_to(count, rows.target.shape).sum())
            of_member[rows.target] = np.minimum(count, n_x + 1)
        elif op == "store":
            total += of_node[args[0]]
            of_member[value] = min(of_node[args[0]], n_x + 1)
        elif op == "load":
            of_node[number] = float(of_member[value])
        elif op == "member":
            of_node[number] = of_node[program.definitions[number]]
        else:
            own = float(op in ("x", "time", "delay"))
            of_node[number] = min(own + sum(of_node[a] for a in args), _MANY)
    return total


def _read(
    of_member: NDArray[np.float64], kind: str, numbers: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return how many slopes each row gets from the reads of one column."""
    return _ONE if kind == "x" else of_member[numbers]
