"""Regular: linear loops of signals whose matrix parameters alone determine.

Friction elements that lock one motion make a loop singular, and the kernel shares the load among
them. Where no mode has a say, a singular loop has no single solution: two gains around a loop
whose product is one.
"""

from __future__ import annotations

from drivetrain.compiler.program import BOOL, Program

__all__ = ["is_given", "without_noise"]

_ROUNDING = 1e-13
"""What is left of a sum, relative to the size of its terms, when these cancel."""
_ARITHMETIC = frozenset(("add", "sub", "mul", "div", "neg"))


def is_given(program: Program, number: int) -> bool:
    """Tell whether a node is computed from constants and parameters by arithmetic."""
    operations = {program.ops[n] for n in _joined(program, number)}
    return {"const", "p", *_ARITHMETIC}.issuperset(operations)


def _joined(program: Program, number: int) -> list[int]:
    """Return the nodes that arithmetic joins to one, and where it ends; operands first."""
    waiting, seen = [number], {number}
    while waiting:
        here = waiting.pop()
        if program.ops[here] in _ARITHMETIC:
            new = [arg for arg in program.args[here] if arg not in seen]
            waiting += new
            seen.update(new)
    return sorted(seen)


def without_noise(program: Program, number: int) -> int:
    """Return a node that is zero where a sum is nothing but the rounding of its terms."""
    if {"add", "sub"}.isdisjoint(program.ops[n] for n in _joined(program, number)):
        return number
    least = program.mul(program.const(_ROUNDING), _size(program, number))
    is_noise = program.node("le", (program.node("abs", (number,)), least), None, BOOL)
    return program.where(is_noise, program.const(0.0), number)


def _size(program: Program, number: int) -> int:
    """Return the sum of the magnitudes of the terms of a node."""
    size: dict[int, int] = {}
    for here in _joined(program, number):
        op, args = program.ops[here], program.args[here]
        if op in ("add", "sub"):
            size[here] = program.add(size[args[0]], size[args[1]])
        elif op == "mul":
            size[here] = program.mul(size[args[0]], size[args[1]])
        elif op == "div":
            size[here] = program.div(size[args[0]], program.node("abs", (args[1],)))
        elif op == "neg":
            size[here] = size[args[0]]
        elif op == "const":
            size[here] = program.const(abs(program.values[here]))
        else:
            size[here] = program.node("abs", (here,))
    return size[number]
