"""Relations and branches on which nodes of a program depend at a point.

Only what is in force counts: the operands of a branch that is not taken may do what they like, and
so may a condition beside another one that decides alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.program.program import CONTINUOUS, WATCHED, Program, Rows

__all__ = ["Switches", "active_switches"]

_COMPARED = frozenset(("gt", "ge", "lt", "le"))
_BRANCHING = _COMPARED | {"min", "max", "abs", "sign", "floor", "ceil", "mod", "table"}
_ROUNDING = 1e-12
"""Weight of an equation in an unknown, relative to the largest, that counts as none."""


class Switches(NamedTuple):
    """What decides on the values of nodes.

    Attributes
    ----------
    relations : list of int
        Numbers of relations that raise events.
    branches : list of int
        Nodes that change their branch without an event.
    loops : list of int
        Nonlinear loops: numbers of their residuals.
    rows : list of int
        Loops over rows within which branches change: numbers of the loops.
    """

    relations: list[int]
    branches: list[int]
    loops: list[int]
    rows: list[int]


def active_switches(
    lowered: Lowered, roots: Iterable[int], value: Callable[[int], Any]
) -> Switches:
    """Find the relations and branches on which nodes depend.

    Parameters
    ----------
    lowered : Lowered
        The model.
    roots : iterable of int
        The nodes.
    value : callable
        Returns the value of a condition or of an operand, by its node.
    """
    program = lowered.program
    found = Switches([], [], [], [])
    stack, seen = list(roots), set[int]()
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        op, number = program.ops[node], program.values[node]
        if op == "rel":
            found.relations.append(int(number))
        elif op == "newton":
            found.loops.append(int(number[-1]))
        elif op in ("batch", "total") and _branches(program.rows[number]):
            found.rows.append(int(number))
        elif op in _BRANCHING and program.flags[node] & CONTINUOUS and number != WATCHED:
            found.branches.append(node)
        if op not in _COMPARED:
            stack.extend(_deciding(lowered, node, value))
    return found


def _branches(rows: Rows) -> bool:
    """Return whether rows of a loop change their branch with what moves."""
    body = rows.body
    needed = topological(body, [rows.result], discrete_known=True)
    return any(body.ops[n] in _BRANCHING and body.flags[n] & CONTINUOUS for n in needed)


def _deciding(lowered: Lowered, node: int, value: Callable[[int], Any]) -> Iterable[int]:
    """Return the operands on which a node depends at the point."""
    program = lowered.program
    op, args = program.ops[node], program.args[node]
    if op == "member":
        return (program.definitions[node],)
    if op in ("z", "pre"):
        return (lowered.discrete[program.values[node]],)
    if op == "where":
        return args[0], args[1] if value(args[0]) else args[2]
    if op in ("min", "max"):
        lower = value(args[0]) <= value(args[1])
        return (args[0] if lower == (op == "min") else args[1],)
    if op in ("and", "or"):
        alone = [arg for arg in args if bool(value(arg)) == (op == "or")]
        return alone or args
    if op == "get" and program.ops[args[0]] == "solve":
        return _of_unknown(program, args[0], int(program.values[node]), value)
    return args


def _of_unknown(
    program: Program, solve: int, place: int, value: Callable[[int], Any]
) -> Iterable[int]:
    """Return the entries of a linear loop on which one of its unknowns depends."""
    n, args = program.values[solve][0], program.args[solve]
    entries = np.array([float(value(arg)) for arg in args[: n * n]]).reshape(n, n)
    try:
        weights = np.linalg.inv(entries)[place]
    except np.linalg.LinAlgError:
        return args
    acting = np.flatnonzero(np.abs(weights) > _ROUNDING * np.abs(weights).max()).tolist()
    inner = (args[i * n : (i + 1) * n] + args[n * n + i : n * n + i + 1] for i in acting)
    return [arg for row in inner for arg in row]
