"""Regular: linear loops of signals whose matrix parameters alone determine.

Friction elements that lock one motion make a loop singular, and the kernel shares the load among
them. Where no mode has a say, a singular loop has no single solution: two gains around a loop
whose product is one.
"""

from __future__ import annotations

from collections.abc import Iterator

from drivetrain.compiler.program import BOOL, Program

__all__ = ["is_given", "without_noise"]

_ROUNDING = 1e-13
"""What is left of a sum, relative to the size of its terms, when these cancel."""
_ARITHMETIC = frozenset(("add", "sub", "mul", "div", "neg"))


def is_given(program: Program, number: int) -> bool:
    """Tell whether a node is computed from constants and parameters by arithmetic."""
    return {"const", "p", *_ARITHMETIC}.issuperset(_operations(program, number))


def _operations(program: Program, number: int) -> Iterator[str]:
    """Yield the operations that arithmetic joins, and where it ends."""
    waiting, seen = [number], {number}
    while waiting:
        here = waiting.pop()
        yield program.ops[here]
        if program.ops[here] in _ARITHMETIC:
            new = [arg for arg in program.args[here] if arg not in seen]
            waiting += new
            seen.update(new)


def without_noise(program: Program, number: int) -> int:
    """Return a node that is zero where a sum is nothing but the rounding of its terms."""
    if {"add", "sub"}.isdisjoint(_operations(program, number)):
        return number
    least = program.mul(program.const(_ROUNDING), _size(program, number, {}))
    is_noise = program.node("le", (program.node("abs", (number,)), least), None, BOOL)
    return program.where(is_noise, program.const(0.0), number)


def _size(program: Program, number: int, known: dict[int, int]) -> int:
    """Return the sum of the magnitudes of the terms of a node."""
    if number not in known:
        op, args = program.ops[number], program.args[number]
        inner = [_size(program, arg, known) for arg in args] if op in _ARITHMETIC else []
        if op in ("add", "sub"):
            known[number] = program.add(*inner)
        elif op == "mul":
            known[number] = program.mul(*inner)
        elif op == "div":
            known[number] = program.div(inner[0], program.node("abs", (args[1],)))
        elif op == "neg":
            known[number] = inner[0]
        elif op == "const":
            known[number] = program.const(abs(program.values[number]))
        else:
            known[number] = program.node("abs", (number,))
    return known[number]
