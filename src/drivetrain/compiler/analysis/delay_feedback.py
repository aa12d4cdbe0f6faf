"""Find delayed expressions that depend on delayed values, directly or through integration."""

from __future__ import annotations

from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.dataflow import connections

__all__ = ["fed_back"]


def fed_back(lowered: Lowered) -> list[bool]:
    """Return, for each delayed expression, whether past values act on it.

    If so, a discontinuity that leaves a delay enters one again, somewhat smoother.
    """
    program = lowered.program
    if program.rows:
        return [True] * len(program.delays)
    reached = _reached(lowered, [n for n, op in enumerate(program.ops) if op == "delay"])
    return [d.value in reached for d in program.delays]


def _reached(lowered: Lowered, start: list[int]) -> set[int]:
    """Return the nodes that depend on some nodes."""
    users: dict[int, list[int]] = {}
    for source, target in (*zip(*connections(lowered.program), strict=True), *_memory(lowered)):
        users.setdefault(source, []).append(target)
    reached, stack = set(start), list(start)
    while stack:
        for user in users.get(stack.pop(), ()):
            if user not in reached:
                reached.add(user)
                stack.append(user)
    return reached


def _memory(lowered: Lowered) -> list[tuple[int, int]]:
    """Return how values depend on earlier ones: by states, discrete variables, scheduled times."""
    program = lowered.program
    found: list[tuple[int, int]] = []
    for number, (op, value) in enumerate(zip(program.ops, program.values, strict=True)):
        if op == "x":
            found.append((lowered.members[int(lowered.states[value]) + 1], number))
            jumps = [r for r in lowered.reinits if r[0] == value]
            found.extend((node, number) for _, *nodes in jumps for node in nodes)
        elif op in ("pre", "z"):
            found.append((lowered.discrete[value], number))
        elif op == "trel":
            found.append((program.time_relations[value].instant, number))
    return found
