"""Extract a part of a program as a function of its own, for nonlinear loops."""

from __future__ import annotations

from drivetrain.compiler.program.program import Program

__all__ = ["extract"]


def extract(
    source: Program, roots: list[int], unknowns: list[int], target: Program, known: list[int]
) -> list[int]:
    """Copy the part of a program between unknowns and roots; its other operands become known."""
    place = {number: target.node("unknown", (), k) for k, number in enumerate(unknowns)}
    depends = _dependent_nodes(source, roots, set(unknowns))
    for number in sorted(depends):
        if number in place:
            continue
        args = []
        for arg in source.args[number]:
            if arg not in depends:
                place[arg] = _outside(source, arg, target, known)
            args.append(place[arg])
        place[number] = target.node(
            source.ops[number], tuple(args), source.values[number], source.kinds[number]
        )
    return [place[r] if r in place else _outside(source, r, target, known) for r in roots]


def _outside(source: Program, number: int, target: Program, known: list[int]) -> int:
    if source.ops[number] == "const":
        return target.node("const", (), source.values[number], source.kinds[number])
    if number not in known:
        known.append(number)
    return target.node("known", (), known.index(number), source.kinds[number])


def _dependent_nodes(program: Program, roots: list[int], unknowns: set[int]) -> set[int]:
    """Return the nodes above `unknowns` that `roots` need."""
    low = min(unknowns)
    needed, stack = set(roots), list(roots)
    while stack:
        for arg in program.args[stack.pop()]:
            if arg >= low and arg not in needed:
                needed.add(arg)
                stack.append(arg)
    depends = set(unknowns)
    for number in sorted(needed):
        if number in unknowns or any(arg in depends for arg in program.args[number]):
            depends.add(number)
    return depends
