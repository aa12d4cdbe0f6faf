"""Dependencies: the nodes of a program in an order in which operands come first."""

from __future__ import annotations

from collections.abc import Iterable

from drivetrain.compiler.program import Program
from drivetrain.errors import StructureError

__all__ = ["topological"]


def topological(program: Program, roots: Iterable[int], discrete_known: bool) -> list[int]:
    """Return the nodes that the roots need, operands first.

    Raises
    ------
    StructureError
        If a value needs itself through discrete variables.
    """
    order: list[int] = []
    state: dict[int, int] = {}
    for root in roots:
        stack = [root]
        while stack:
            number = stack[-1]
            if state.get(number) == 2:
                stack.pop()
                continue
            pending = [a for a in _operands(program, number, discrete_known) if state.get(a) != 2]
            if not pending:
                state[number] = 2
                order.append(stack.pop())
            elif state.get(number) == 1:
                raise _circular(program, stack)
            else:
                state[number] = 1
                stack.extend(reversed(pending))
    return order


def _operands(program: Program, number: int, discrete_known: bool) -> tuple[int, ...]:
    op = program.ops[number]
    if op == "member" or (op == "z" and not discrete_known):
        return (program.definitions[number],)
    return program.args[number]


def _circular(program: Program, stack: list[int]) -> StructureError:
    numbers = sorted({program.values[n] for n in stack if program.ops[n] == "z"})
    error = StructureError(
        "discrete variables depend on each other in a circle within one instant; use pre(…) for "
        "the value before the event in one of their equations"
    )
    error.discrete = numbers  # type: ignore[attr-defined]
    return error
