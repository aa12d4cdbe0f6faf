"""Find discrete variables that may change between events."""

from __future__ import annotations

from drivetrain.compiler.program.dataflow import KEPT, operands, topological
from drivetrain.compiler.program.program import Program

__all__ = ["may_vary_between_events"]

_AT_EVENTS = frozenset(("sample", "initial"))


def may_vary_between_events(program: Program, discrete: list[int]) -> bool:
    """Return whether a discrete variable may change between events.

    Between events relations are frozen, clocks do not tick, and no condition becomes true, so
    nothing happens in a `when`.

    Parameters
    ----------
    program : Program
        The model.
    discrete : list of int
        Node of each discrete quantity.
    """
    moving: set[int] = set()
    for number in topological(program, discrete, discrete_known=True):
        if _moves(program, number, moving):
            moving.add(number)
    return not moving.isdisjoint(discrete)


def _moves(program: Program, number: int, moving: set[int]) -> bool:
    op, needed = program.ops[number], operands(program, number, discrete_known=True)
    if op == "where":
        condition, one, other = needed
        if _never(program, condition):
            return other in moving
        return condition in moving or one in moving or other in moving
    if op in KEPT or op in _AT_EVENTS:
        return False
    return not moving.isdisjoint(needed) if needed else True


def _never(program: Program, number: int) -> bool:
    """Return whether a condition holds at events only."""
    op, args = program.ops[number], program.args[number]
    if op == "and":
        became = _quantity(program, args[0]) == _opposite(program, args[1]) is not None
        return became or any(_never(program, arg) for arg in args)
    if op == "or":
        return all(_never(program, arg) for arg in args)
    return op in _AT_EVENTS or (op == "const" and not program.values[number])


def _quantity(program: Program, number: int) -> int | None:
    return program.values[number] if program.ops[number] in ("z", "pre") else None


def _opposite(program: Program, number: int) -> int | None:
    is_not = program.ops[number] == "not"
    return _quantity(program, program.args[number][0]) if is_not else None
