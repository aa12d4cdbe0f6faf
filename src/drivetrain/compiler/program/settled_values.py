"""Find values that stay the same from one event to the next, or while time stands still.

Between events modes and relations are frozen: what follows from them and from parameters alone,
such as the matrix of a loop of friction elements, need not be computed in each evaluation. What
follows from time alone, such as the sine of an excitation, is the same in all evaluations at one
instant; there are several at the end of a step.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from drivetrain.compiler.program.dataflow import KEPT, behind, operands, topological
from drivetrain.compiler.program.program import Program
from drivetrain.compiler.program.run_constants import FUNCTIONS

__all__ = ["Settled", "settled_values"]

_MODES = KEPT - {"const", "p"}
_COSTLY = frozenset(
    (
        "pow", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
        "exp", "log", "log10", "table",
    )
)  # fmt: skip
"""Functions that take longer than to ask whether their value is known."""


class Settled(NamedTuple):
    """Values that need not be computed in each evaluation.

    Attributes
    ----------
    held : list of int
        Nodes whose values stay the same between events.
    timed : list of int
        Nodes whose values follow from time and from values of the first kind.
    modes : list of int
        Nodes of the discrete quantities and relations from which they follow.
    matrices : dict
        Linear loop → the nodes of its matrix, if all of these stay the same between events.
    """

    held: list[int]
    timed: list[int]
    modes: list[int]
    matrices: dict[int, tuple[int, ...]]


def settled_values(
    program: Program, roots: Sequence[int], constants: Container[int], branching: Container[int]
) -> Settled:
    """Find values of both kinds from which others are computed.

    Parameters
    ----------
    program : Program
        The model.
    roots : list of int
        Nodes that the model functions store, while discrete variables are known.
    constants : container of int
        Nodes that are constant during a run.
    branching : container of int
        Nodes whose values depend on the branch selected by the kernel.
    """
    held: set[int] = set()
    timed: set[int] = set()
    costly: set[int] = set()
    order = topological(program, roots, True, constants)
    for number in order:
        op = program.ops[number]
        needed = () if number in constants else operands(program, number, True)
        if number in constants or op in KEPT:
            held.add(number)
        elif op == "time":
            timed.add(number)
        elif (op in FUNCTIONS or op == "member") and number not in branching:
            if held.issuperset(needed):
                held.add(number)
            elif all(n in held or n in timed for n in needed):
                timed.add(number)
                if op in _COSTLY or not costly.isdisjoint(needed):
                    costly.add(number)
    kept = _frontier(program, roots, order, held, constants)
    found = [n for n in kept if n not in constants and program.ops[n] not in KEPT]
    late = [n for n in _frontier(program, roots, order, held | timed, constants) if n in costly]
    matrices = {n: _matrix(program, n) for n in order if program.ops[n] == "solve"}
    matrices = {n: nodes for n, nodes in matrices.items() if held.issuperset(nodes)}
    roots = [*found, *late, *(n for nodes in matrices.values() for n in nodes)]
    inner = topological(program, roots, True, constants)
    return Settled(found, late, [n for n in inner if program.ops[n] in _MODES], matrices)


def _matrix(program: Program, number: int) -> tuple[int, ...]:
    """Return the nodes of the matrix of a linear loop."""
    n = program.values[number][0]
    return program.args[number][: n * n]


def _frontier(
    program: Program,
    roots: Iterable[int],
    order: Iterable[int],
    inside: Container[int],
    constants: Container[int],
) -> list[int]:
    """Return the nodes of a set that are stored, or read by others outside of it."""
    read = set(roots)
    for number in order:
        if number not in inside:
            read.update(operands(program, number, True))
    return sorted({behind(program, n, True, constants) for n in read if n in inside})
