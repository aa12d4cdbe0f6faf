"""Nonsingular linear loops, and rounding errors in their entries.

Friction elements that lock one motion make a loop singular, and the kernel shares the load among
them. Where no mode is involved, a singular loop has no unique solution: for instance, two gains
around a loop whose product is one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from drivetrain.compiler.expressions.algebra import ROUNDING
from drivetrain.compiler.program.program import BOOL, Program, Sizes

__all__ = ["is_given", "sizes_of", "without_noise"]

_ARITHMETIC = frozenset(("add", "sub", "mul", "div", "neg"))
_JOINING = _ARITHMETIC | {"where"}
_READ = frozenset(("const", "p", "x", "time", "rel", "pre"))
"""Leaves that every function of a model can read."""


def is_given(program: Program, number: int) -> bool:
    """Return whether a node is computed from constants and parameters by arithmetic."""
    operations = {program.ops[n] for n in _joined(program, [number], _ARITHMETIC)}
    return {"const", "p", *_ARITHMETIC}.issuperset(operations)


def sizes_of(program: Program, matrix: Sequence[int], right: Sequence[int], low: int) -> Sizes:
    """Return the sizes of the terms of a linear loop, as a separate function.

    On the right-hand side, nodes before number `low`, which do not belong to the loop, are not
    split.
    """
    inner, known = Program(), dict[int, int]()

    def outside(number: int) -> int:
        op, kind = program.ops[number], program.kinds[number]
        if op in _READ:
            return inner.node(op, (), program.values[number], kind)
        return inner.node("known", (), known.setdefault(number, len(known)), kind)

    sizes = _Sizes(program, inner, outside)
    nodes = [*sizes.of(matrix), *sizes.of(right, low)]
    return Sizes(inner, list(known), nodes)


def without_noise(program: Program, number: int) -> int:
    """Return a node that is zero where a sum is only the rounding of its terms."""
    if {"add", "sub"}.isdisjoint(program.ops[n] for n in _joined(program, [number], _JOINING)):
        return number
    (size,) = _Sizes(program, program, lambda outside: outside).of([number])
    least = program.mul(program.const(ROUNDING), size)
    is_noise = program.node("le", (program.node("abs", (number,)), least), None, BOOL)
    return program.where(is_noise, program.const(0.0), number)


def _joined(program: Program, roots: Sequence[int], by: frozenset[str], low: int = 0) -> list[int]:
    """Return the nodes connected to the roots by the operations `by`, operands first.

    The search stops before number `low` at the latest; nodes at which it ends are included.
    """
    waiting, seen = list(roots), set(roots)
    while waiting:
        here = waiting.pop()
        if program.ops[here] in by and here >= low:
            new = [arg for arg in _terms(program, here) if arg not in seen]
            waiting += new
            seen.update(new)
    return sorted(seen)


def _terms(program: Program, number: int) -> tuple[int, ...]:
    """Return the operands that are numbers."""
    args = program.args[number]
    return args[1:] if program.ops[number] == "where" else args


class _Sizes:
    """Builds sums of the magnitudes of terms; `outside` maps all other nodes."""

    def __init__(self, program: Program, target: Program, outside: Callable[[int], int]) -> None:
        self._program, self._target, self._outside = program, target, outside

    def of(self, roots: Sequence[int], low: int = 0) -> list[int]:
        """Return the nodes of the sizes; nodes before number `low` are not split into terms."""
        program = self._program
        size: dict[int, int] = {}
        sums: set[int] = set()
        for here in _joined(program, roots, _JOINING, low):
            joins = program.ops[here] in _JOINING and here >= low
            is_sum = program.ops[here] in ("add", "sub")
            if joins and (is_sum or not sums.isdisjoint(_terms(program, here))):
                sums.add(here)
                size[here] = self._sum(here, size)
        return [self._size(root, size) for root in roots]

    def _size(self, number: int, size: dict[int, int]) -> int:
        if number not in size:
            if self._program.ops[number] == "const":
                size[number] = self._target.const(abs(self._program.values[number]))
            else:
                size[number] = self._target.node("abs", (self._outside(number),))
        return size[number]

    def _sum(self, number: int, size: dict[int, int]) -> int:
        """Build the size of a node that contains a sum."""
        p, op, args = self._target, self._program.ops[number], self._program.args[number]
        sizes = [self._size(term, size) for term in _terms(self._program, number)]
        if op == "where":
            return p.where(self._outside(args[0]), *sizes)
        if op == "neg":
            return sizes[0]
        if op == "div":
            return p.div(sizes[0], p.node("abs", (self._outside(args[1]),)))
        return (p.mul if op == "mul" else p.add)(*sizes)
