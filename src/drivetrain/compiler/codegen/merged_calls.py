"""Evaluate a function once instead of twice where a condition selects one of two results.

The friction of a clutch is `where(forward, mu(w), -mu(-w))`: selecting the argument first saves one
of two table look-ups and gives the same bits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.program.program import Program

__all__ = ["merge_calls"]

_COSTLY = frozenset(("table", "sin", "cos", "tan", "exp", "log", "sqrt"))
"""Functions of one argument that take longer than a selection."""


def merge_calls(program: Program, roots: Iterable[int], branching: Mapping[int, int]) -> Program:
    """Return a program in which selections between two calls of one function make one call.

    Parameters
    ----------
    program : Program
        The model; it is not changed. Node numbers keep their meaning.
    roots : iterable of int
        Nodes that functions store.
    branching : mapping
        Its keys are nodes whose values depend on the branch selected by the kernel; they stay as
        they are.
    """
    where = (number for number, op in enumerate(program.ops) if op == "where")
    chosen = {number: calls for number in where if (calls := _calls(program, number))}
    if not chosen:
        return program
    roots = list(roots)
    readers = Counter(roots)
    for number in topological(program, roots, discrete_known=False):
        readers.update(program.args[number])
    merged = program.first(len(program.ops))
    for number, calls in chosen.items():
        inner = {*program.args[number][1:], *calls}
        alone = all(readers[n] == 1 for n in inner)
        if alone and not any(n in branching for n in (number, *calls)):
            _merge(merged, number, calls)
    return merged


def _calls(program: Program, number: int) -> tuple[int, int] | None:
    """Return two calls of one function between which a node selects, perhaps with other signs."""
    one, other = (
        program.args[case][0] if program.ops[case] == "neg" else case
        for case in program.args[number][1:]
    )
    kinds = (program.ops[one], program.values[one]), (program.ops[other], program.values[other])
    return (
        (one, other) if one != other and kinds[0] == kinds[1] and kinds[0][0] in _COSTLY else None
    )


def _merge(program: Program, number: int, calls: tuple[int, int]) -> None:
    """Rewrite a selection between two calls: first the argument, then the sign."""
    condition, *cases = program.args[number]
    one, other = calls
    argument = program.node("where", (condition, program.args[one][0], program.args[other][0]))
    call = program.node(program.ops[one], (argument,), program.values[one])
    opposite = program.node("neg", (call,))
    program.args[number] = (
        condition, *(opposite if program.ops[case] == "neg" else call for case in cases)
    )  # fmt: skip
