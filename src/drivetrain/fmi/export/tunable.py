"""Parameters that may change during a run: no start, motion or clock follows from them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.program.dataflow import connections
from drivetrain.compiler.translation import Translation
from drivetrain.fmi.binary.parameter_program import ParameterProgram, Place

__all__ = ["tunable_parameters"]

_CHOICES = ("where", "and", "or")


def tunable_parameters(translation: Translation, follow: ParameterProgram) -> NDArray[np.bool_]:
    """Return which parameters can be set at events, beside those that follow from them.

    One of which a start or a clock is made would change nothing any more. One through which a
    motion follows from others, such as a ratio or a wheel's radius, would make it jump.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    follow : ParameterProgram
        What follows from parameters.
    """
    program, found = translation.program, follow.settable.copy()
    if program.rows or program.blocks:
        found[:] = False
        return found
    own = {number: 1 << number for number in np.flatnonzero(found).tolist()}
    bound = 0
    masks = _masks_of_operands(follow, own)
    for one in follow.derived:
        if one.place is Place.PARAMETER:
            own[one.index] = masks[one.node]
        else:
            bound |= masks[one.node]
    flow = _Flow(translation, own)
    bound |= flow.to_motions() | flow.to_start() | ~flow.anywhere()
    for number in np.flatnonzero(found).tolist():
        found[number] = not bound >> number & 1
    for number in np.flatnonzero(follow.computed).tolist():
        found[number] = bool(own.get(number, 0)) and not own[number] & bound
    return found


def _masks_of_operands(follow: ParameterProgram, own: dict[int, int]) -> list[int]:
    """Return from which settable parameters each node of the program of parameters follows."""
    program = follow.program
    masks = [0] * len(program.ops)
    for number, args in enumerate(program.args):
        if program.ops[number] == "p":
            masks[number] = own.get(program.values[number], 0)
        for arg in args:
            masks[number] |= masks[arg]
    return masks


class _Flow:
    """Which settable parameters reach what in the program of a model."""

    def __init__(self, translation: Translation, own: dict[int, int]) -> None:
        self._translation = translation
        program = translation.program
        self._edges = [*zip(*connections(program), strict=True)]
        pairs = list(zip(program.ops, program.values, strict=True))
        self._masks = self._spread([own.get(v, 0) if op == "p" else 0 for op, v in pairs])
        self._is_initial = self._spread([int(op == "initial") for op, _ in pairs])

    def _spread(self, masks: list[int]) -> list[int]:
        changed = True
        while changed:
            changed = False
            for source, target in self._edges:
                if masks[source] & ~masks[target]:
                    masks[target] |= masks[source]
                    changed = True
        return masks

    def anywhere(self) -> int:
        """Return those that reach anything."""
        found = 0
        for mask in self._masks:
            found |= mask
        return found

    def to_motions(self) -> int:
        """Return those by which quantities that are differentiated follow from states."""
        reduced, nodes = self._translation.reduced, self._translation.lowered.members
        found = 0
        for first, highest in zip(reduced.first.tolist(), reduced.d.tolist(), strict=False):
            for member in range(first, first + highest):
                if member in nodes:  # others are states
                    found |= self._masks[nodes[member]]
        return found

    def to_start(self) -> int:
        """Return those that meet a condition which holds at the start only."""
        program, found = self._translation.program, 0
        for number, args in enumerate(program.args):
            if program.ops[number] in _CHOICES and any(self._is_initial[k] for k in args):
                found |= self._masks[number]
        return found
