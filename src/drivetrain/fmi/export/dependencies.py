"""What outputs, derivatives and event indicators depend on, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.dataflow import connections, topological
from drivetrain.compiler.program.program import Program

__all__ = ["KINDS", "Dependencies", "bits"]

KINDS = ("constant", "tunable", "discrete", "dependent")
"""How an unknown changes with what it depends on: by a factor that is constant, that depends on
parameters, that changes at events only, or in another way."""

_CONSTANT, _FIXED, _DISCRETE, _CONTINUOUS = range(4)
_LEVELS = {"const": _CONSTANT, "p": _FIXED, "time": _CONTINUOUS, "delay": _CONTINUOUS}
_SUMS = frozenset(("add", "sub", "neg", "member", "get"))


class _Flow(NamedTuple):
    """How often a node changes, and on what it depends: bits of an integer for each kind."""

    level: int
    masks: tuple[int, int, int, int]

    @property
    def everything(self) -> int:
        """All that it depends on."""
        a, b, c, d = self.masks
        return a | b | c | d

    def scaled(self, level: int) -> _Flow:
        """Return the same, multiplied by a factor that changes as often as `level` says."""
        if level == _CONTINUOUS:
            return _Flow(_CONTINUOUS, (0, 0, 0, self.everything))
        kept = list(self.masks)
        for k in range(level):
            kept[level] |= kept[k]
            kept[k] = 0
        return _Flow(max(self.level, level), (kept[0], kept[1], kept[2], kept[3]))


def _sum(flows: Iterable[_Flow]) -> _Flow:
    level, masks = _CONSTANT, [0, 0, 0, 0]
    for flow in flows:
        level = max(level, flow.level)
        for k, mask in enumerate(flow.masks):
            masks[k] |= mask
    return _Flow(level, (masks[0], masks[1], masks[2], masks[3]))


class Dependencies:
    """Dependencies of nodes on states and inputs, by the structure of the program.

    Parameters
    ----------
    lowered : Lowered
        The model.
    inputs : mapping of int to int
        Number of each input by the parameter through which the program reads it. Knowns are
        numbered with the states first, then the inputs.
    """

    def __init__(self, lowered: Lowered, inputs: Mapping[int, int]) -> None:
        self._lowered, self._inputs = lowered, inputs
        self._n_states = len(lowered.states)

    @property
    def are_known(self) -> bool:
        """Whether the program says them: loops over rows and large blocks do not."""
        program = self._lowered.program
        return not (program.rows or program.blocks)

    def between_events(self, root: int) -> list[tuple[int, str]]:
        """Return the knowns on which a node depends while no event changes a mode, and how."""
        masks = list(self._flows_of(root).masks)
        return self._listed(masks)

    def at_events(self, root: int) -> list[tuple[int, str]]:
        """Return the knowns on which a node depends when modes may change too, and how.

        What acts through a condition only counts as ``"dependent"``.
        """
        masks = list(self._flows_of(root).masks)
        masks[_CONTINUOUS] |= self._through_modes[root] & ~(masks[0] | masks[1] | masks[2])
        return self._listed(masks)

    def _listed(self, masks: list[int]) -> list[tuple[int, str]]:
        strongest: dict[int, str] = {}
        for kind, mask in zip(KINDS, masks, strict=True):
            strongest |= dict.fromkeys(bits(mask), kind)
        return sorted(strongest.items())

    @cached_property
    def _flows(self) -> dict[int, _Flow]:
        return {}

    def _flows_of(self, root: int) -> _Flow:
        known = self._flows
        if root not in known:
            for number in topological(self._lowered.program, [root], True, known):
                if number not in known:
                    known[number] = self._flow(self._lowered.program, number)
        return known[root]

    def _flow(self, program: Program, number: int) -> _Flow:
        op, value, known = program.ops[number], program.values[number], self._flows
        if op == "x":
            return _Flow(_CONTINUOUS, (1 << value, 0, 0, 0))
        if op == "p" and value in self._inputs:
            place = self._n_states + self._inputs[value]
            return _Flow(_CONTINUOUS, (1 << place, 0, 0, 0))
        args = program.args[number]
        if op == "member":
            args = (program.definitions[number],)
        if not args:
            return _Flow(_LEVELS.get(op, _DISCRETE), (0, 0, 0, 0))
        if op == "solve":
            n = value[0]
            matrix = _sum(known[k] for k in args[: n * n])
            return _sum(known[k] for k in args[n * n : n * n + n]).scaled(matrix.level)
        flows = [known[k] for k in args]
        return _combined(op, flows)

    @cached_property
    def _through_modes(self) -> list[int]:
        """What each node depends on, relations and discrete variables included."""
        program = self._lowered.program
        found = [0] * len(program.ops)
        for number, (op, value) in enumerate(zip(program.ops, program.values, strict=True)):
            if op == "x":
                found[number] = 1 << value
            elif op == "p" and value in self._inputs:
                found[number] = 1 << (self._n_states + self._inputs[value])
        source, target = connections(program)
        edges = list(zip(source, target, strict=True))
        changed = True
        while changed:  # relations of a loop depend on it and it on them
            changed = False
            for one, other in edges:
                if found[one] & ~found[other]:
                    found[other] |= found[one]
                    changed = True
        return found


def _combined(op: str, flows: list[_Flow]) -> _Flow:
    together = _sum(flows)
    if together.level < _CONTINUOUS or op in _SUMS:
        return together
    if op == "mul" and min(flow.level for flow in flows) < _CONTINUOUS:
        one, other = sorted(flows, key=lambda flow: flow.level)
        return other.scaled(one.level)
    if op == "div" and flows[1].level < _CONTINUOUS:
        return flows[0].scaled(flows[1].level)
    if op == "where" and flows[0].level < _CONTINUOUS:
        return _sum(flow.scaled(_DISCRETE) for flow in flows[1:])
    return together.scaled(_CONTINUOUS)


def bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits of a number that are set.

    Parameters
    ----------
    mask : int
        The number.
    """
    place = 0
    while mask:
        skip = (mask & -mask).bit_length() - 1
        place += skip
        yield place
        mask >>= skip + 1
        place += 1
