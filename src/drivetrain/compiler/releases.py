"""Releases: what decides whether an element that may lock goes on holding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.alias import Aliased
from drivetrain.compiler.flatten import Flat
from drivetrain.compiler.holds import Hold
from drivetrain.compiler.program import Program

__all__ = ["Release", "find_releases"]

Ints = NDArray[np.int64]


class Release(NamedTuple):
    """What lets an element go that its load breaks away.

    Attributes
    ----------
    modes : list of int
        Discrete quantities of the element that need its load, its "locked" among them.
    relations : list of int
        Relations of mixed systems that these are written with.
    """

    modes: list[int]
    relations: list[int]


def find_releases(
    flat: Flat,
    aliased: Aliased,
    program: Program,
    discrete: Sequence[int],
    holds: Sequence[Hold],
    systems: Ints,
) -> list[Release]:
    """Return what releases each hold; nothing where no load does.

    Parameters
    ----------
    flat, aliased, program
        What the passes before made.
    discrete : sequence of int
        Node of each discrete quantity.
    holds : sequence of Hold
        What is at rest while elements are locked.
    systems : int array
        Mixed system of each relation, -1: none.
    """
    if not holds:
        return []
    own = _own_discretes(flat, aliased)
    reads = _Reads(program, discrete, systems)
    return [_release(hold.discrete, own[hold.locked], reads) for hold in holds]


def _own_discretes(flat: Flat, aliased: Aliased) -> dict[int, list[int]]:
    """Return of each "locked" the discrete quantities of its component, signals left out."""
    found = {}
    for one in flat.instances:
        if not one.trace.holds:
            continue
        slots = np.array([v.slot for v in one.trace.variables if not v.is_signal])
        numbers = aliased.discrete[one.variable[:, None] + slots]
        for start, row in zip(one.variable.tolist(), numbers, strict=True):
            discretes = np.unique(row[row >= 0]).tolist()
            for hold in one.trace.holds:
                found[start + hold.condition] = discretes
    return found


def _release(locked: int, own: list[int], reads: _Reads) -> Release:
    """Return what releases the element with this "locked" and these discrete quantities."""
    behind = {number: reads.behind(number, own) for number in {locked, *own}}
    deciding = {reads.systems[k] for k in behind[locked]}
    modes = sorted(
        number
        for number, relations in behind.items()
        if number == locked or any(reads.systems[k] in deciding for k in relations)
    )
    return Release(modes, sorted({k for number in modes for k in reads.relations(number)}))


class _Reads:
    """Which discrete quantities and relations of mixed systems others are written with."""

    def __init__(self, program: Program, discrete: Sequence[int], systems: Ints) -> None:
        self.systems: list[int] = systems.tolist()
        self._program, self._discrete = program, discrete
        self._known: dict[int, tuple[set[int], set[int]]] = {}

    def relations(self, number: int) -> set[int]:
        """Return the relations of mixed systems in the equation of a discrete quantity."""
        return self._of(number)[1]

    def behind(self, number: int, own: Sequence[int]) -> set[int]:
        """Return those in it and in the equations of what it needs of these quantities."""
        seen, stack = {number}, [number]
        relations: set[int] = set()
        while stack:
            needed, found = self._of(stack.pop())
            relations |= found
            new = needed.intersection(own) - seen
            seen |= new
            stack.extend(new)
        return relations

    def _of(self, number: int) -> tuple[set[int], set[int]]:
        if number not in self._known:
            self._known[number] = self._read(self._discrete[number])
        return self._known[number]

    def _read(self, root: int) -> tuple[set[int], set[int]]:
        """Return what an expression is written with; other equations are not entered."""
        program, seen, stack = self._program, {root}, [root]
        needed, relations = set(), set()
        while stack:
            node = stack.pop()
            if program.ops[node] in ("z", "pre"):
                needed.add(int(program.values[node]))
            elif program.ops[node] == "rel" and self.systems[program.values[node]] >= 0:
                relations.add(int(program.values[node]))
            new = set(program.args[node]) - seen
            seen |= new
            stack.extend(new)
        return needed, relations
