"""How hard it will be to finish a drawing: what decides which half-drawn ones are kept."""

from __future__ import annotations

from itertools import pairwise

from drivetrain.diagram.section.order.puzzle import Puzzle
from drivetrain.diagram.section.order.tracks import State

__all__ = ["difficulty"]

_TURNED = 1.5
_COVERED = 1.0
_UNJOINED = 1.0


def difficulty(puzzle: Puzzle, placed: int, state: State) -> float:
    """Return an estimate of the cost of the elements that are not placed.

    Tracks that come to a stack in the wrong order, tracks over the body of a brake, and pieces of a
    body that are not joined are likely to cause crossings.
    """
    height = {track.body: k for k, track in enumerate(state)}
    found = _UNJOINED * sum(track.piece > 0 for track in state)
    for k, one in enumerate(puzzle.elements):
        if placed >> k & 1:
            continue
        if one.kind == "tap":
            found += _COVERED * (len(state) - 1 - height.get(one.bodies[0], len(state) - 1))
        elif one.kind == "stack":
            at = [height[body] for body in one.bodies if body in height]
            found += _TURNED * sum(b < a for a, b in pairwise(at))
    return found
