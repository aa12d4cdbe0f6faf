"""Split long straight-line functions into several short ones, to limit compile time.

Instruction scheduling and register allocation take time that grows with the square of a function's
length. Values that one part computes and a later one reads are passed in memory, where many would
be kept anyway; inputs of the function are read again in every part.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from drivetrain.compiler.program.dataflow import behind, topological
from drivetrain.compiler.program.program import Program

__all__ = ["FAILING", "ORDER_ONLY", "Part", "pass_on", "split"]


LENGTH = 300
"""Approximate number of nodes in a part."""
ORDER_ONLY = -1
"""In place of a position: the node has no value and only has to be computed first."""

_INPUTS = frozenset((
    "const", "x", "p", "pre", "rel", "trel", "sample", "z", "member", "time", "initial",
))  # fmt: skip
FAILING = frozenset(("solve", "slopes", "newton", "block"))
"""Nodes at which a function may return early."""
_WITHOUT_VALUE = frozenset(("batch", "store", "put", "block"))


class Part(NamedTuple):
    """A part of a function.

    Attributes
    ----------
    nodes : list of int
        Nodes that it computes, operands first.
    given : dict
        Nodes of earlier parts that it reads → their positions among the values passed on.
    passed : dict
        Own nodes that later parts read → their positions.
    stored : list of int
        Numbers of the outputs that it stores.
    """

    nodes: list[int]
    given: dict[int, int]
    passed: dict[int, int]
    stored: list[int]


def split(
    program: Program,
    roots: Sequence[tuple[int, ...]],
    discrete_known: bool,
    constants: Container[int],
    early: Container[int] = (),
    late: Container[int] = (),
) -> tuple[list[Part], int]:
    """Distribute the nodes of a function among parts.

    Parameters
    ----------
    program : Program
        The program that contains them.
    roots : sequence of tuple of int
        Nodes needed by each output. Only early ones are stored before the last point at which the
        function can fail: a failed evaluation leaves the others unchanged.
    discrete_known : bool
        Whether discrete variables are inputs.
    constants : container of int
        Nodes that are inputs as well.
    early : container of int
        Numbers of the outputs that are stored where they are computed.
    late : container of int
        Numbers of the outputs that are stored after all others, by parts that cannot fail.

    Returns
    -------
    parts : list of Part
        At least one.
    count : int
        How many of them store all but the late outputs.
    """
    order, first = _in_order(program, roots, discrete_known, constants, late)
    rest = len(order) - first
    counts = _count(first), _count(rest) if any(k in late for k in range(len(roots))) else 0
    part_of: dict[int, int] = {}
    parts = [Part([], {}, {}, []) for _ in range(sum(counts))]
    safe = 0
    for at, number in enumerate(order):
        op = program.ops[number]
        if op == "get":  # read where the loop is solved: its vector is known only there
            beside = part_of[program.args[number][0]]
        elif at < first:
            beside = at * counts[0] // first
        else:
            beside = counts[0] + (at - first) * counts[1] // rest
        part_of[number] = beside
        if op in FAILING:
            safe = beside
        if number not in constants and op not in _INPUTS:
            parts[beside].nodes.append(number)
    for k, several in enumerate(roots):
        end = len(parts) - 1 if k in late else counts[0] - 1
        last = max((part_of[root] for root in several), default=end)
        least = 0 if k in early else counts[0] if k in late else safe
        parts[max(last, least)].stored.append(k)
    pass_on(program, parts, roots, discrete_known, constants)
    return parts, counts[0]


def _count(nodes: int) -> int:
    return max(1, round(nodes / LENGTH))


def _in_order(
    program: Program,
    roots: Sequence[tuple[int, ...]],
    discrete_known: bool,
    constants: Container[int],
    late: Container[int],
) -> tuple[list[int], int]:
    """Return all nodes, operands first, and how many come before those of late outputs alone."""
    early = [root for k, several in enumerate(roots) if k not in late for root in several]
    others = [root for k, several in enumerate(roots) if k in late for root in several]
    whole = topological(program, [*early, *others], discrete_known, constants)
    if not others:
        return whole, len(whole)
    failing = [number for number in whole if program.ops[number] in FAILING]
    first = topological(program, [*early, *failing], discrete_known, constants)
    known = set(first)
    return [*first, *(number for number in whole if number not in known)], len(first)


def pass_on(
    program: Program,
    parts: list[Part],
    roots: Sequence[tuple[int, ...]],
    discrete_known: bool,
    constants: Container[int],
) -> None:
    """Find the values that parts pass to each other, and assign their positions."""
    maker = {number: part for part in parts for number in part.nodes}
    places = 0
    for part in parts:
        for number in _read_by(program, part, roots):
            source = behind(program, number, discrete_known, constants)
            other = maker.get(source, part)
            if other is part or source in part.given:
                continue
            if program.ops[source] in _WITHOUT_VALUE:
                part.given[source] = ORDER_ONLY
                continue
            if source not in other.passed:
                other.passed[source] = places
                places += 1
            part.given[source] = other.passed[source]


def _read_by(program: Program, part: Part, roots: Sequence[tuple[int, ...]]) -> Iterator[int]:
    reads: Iterable[tuple[int, ...]] = (program.args[number] for number in part.nodes)
    for several in (*reads, *(roots[k] for k in part.stored)):
        yield from several
