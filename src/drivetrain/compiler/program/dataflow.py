"""Data flow in a program: topological order, operands, dependencies."""

from __future__ import annotations

from collections.abc import Container, Iterable

from drivetrain.compiler.program.program import Program
from drivetrain.errors import StructureError

__all__ = [
    "KEPT", "DiscreteCircleError", "behind", "connections", "need_any", "operands", "topological",
]  # fmt: skip

KEPT = frozenset(("const", "p", "z", "pre", "rel", "trel"))
"""Nodes without operands whose values do not change between events."""


_PLACEHOLDERS = frozenset(("member", "z", "trel"))
"""Placeholders."""


class DiscreteCircleError(StructureError):
    """Cyclic dependency of discrete variables within one instant.

    Parameters
    ----------
    numbers : list of int
        The discrete variables of the cycle.
    names : str
        Their names, if known.
    equations : list of str
        Their equations, if known.
    """

    def __init__(self, numbers: list[int], names: str = "", equations: Iterable[str] = ()) -> None:
        shown = "".join(f"\n    {equation}" for equation in equations)
        super().__init__(
            "discrete variables depend on each other in a circle within one instant"
            f"{names and ': '}{names}; use pre(…) for the value before the event in one of their "
            f"equations{shown and ':'}{shown}"
        )
        self.numbers = numbers


def topological(
    program: Program, roots: Iterable[int], discrete_known: bool, known: Container[int] = ()
) -> list[int]:
    """Return the nodes that the roots need, operands first; operands of `known` nodes are left out.

    Raises
    ------
    DiscreteCircleError
        If a value depends on itself through discrete variables.
    """
    ops, args = program.ops, program.args
    begun, done = bytearray(len(ops)), bytearray(len(ops))
    order: list[int] = []
    for root in roots:
        stack = [root]  # nodes to visit; unfinished ones as ~number, below their operands
        while stack:
            number = stack.pop()
            if number < 0:
                done[~number] = 1
                order.append(~number)
            elif begun[number] and not done[number]:
                raise DiscreteCircleError(_discretes_on_circle(program, stack, number))
            elif not done[number]:
                begun[number] = 1
                stack.append(~number)
                if number not in known:
                    own = ops[number] in _PLACEHOLDERS
                    needed = operands(program, number, discrete_known) if own else args[number]
                    stack.extend([a for a in reversed(needed) if not done[a]])
    return order


def operands(program: Program, number: int, discrete_known: bool) -> tuple[int, ...]:
    """Return the operands of a node; discrete variables are either known or computed."""
    op = program.ops[number]
    if op == "member" or (op == "z" and not discrete_known):
        return (program.definitions[number],)
    if op == "trel" and not discrete_known:
        return (program.time_relations[program.values[number]].instant,)
    return program.args[number]


def need_any(program: Program, roots: Iterable[int], ops: Container[str]) -> list[bool]:
    """Return, for each of these nodes, whether it is or needs a node with one of the operations.

    Discrete variables are computed.
    """
    roots = list(roots)
    needing: set[int] = set()
    for number in topological(program, roots, False):
        needed = operands(program, number, False)
        if program.ops[number] in ops or not needing.isdisjoint(needed):
            needing.add(number)
    return [root in needing for root in roots]


def behind(program: Program, number: int, discrete_known: bool, known: Container[int] = ()) -> int:
    """Return the node behind a placeholder, other nodes unchanged."""
    while number not in known and program.ops[number] in ("member", "z"):
        needed = operands(program, number, discrete_known)
        if not needed:
            break
        number = needed[0]
    return number


def _discretes_on_circle(program: Program, stack: list[int], number: int) -> list[int]:
    """Return the discrete variables on the path from an unfinished node back to itself."""
    way = [~n for n in stack[stack.index(~number) :] if n < 0]
    return sorted({program.values[n] for n in way if program.ops[n] == "z"})


def connections(program: Program) -> tuple[list[int], list[int]]:
    """Return operand and user of all dependencies, also through relations and discretes."""
    source: list[int] = []
    target: list[int] = []
    for number, args in enumerate(program.args):
        source.extend(args)
        target.extend([number] * len(args))
        op = program.ops[number]
        if number in program.definitions:
            source.append(program.definitions[number])
            target.append(number)
        elif op == "rel":
            source.append(program.relations[program.values[number]].crossing)
            target.append(number)
    return source, target
