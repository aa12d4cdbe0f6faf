"""Separate a gearbox from what is attached to its shafts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from drivetrain.diagram.section.machine.visible import Shown, is_set

__all__ = ["Branch", "core_of"]


@dataclass(frozen=True)
class Branch:
    """A part that is attached to a shaft, with one or more bodies beyond it.

    Attributes
    ----------
    shown : Shown
        The part.
    inner : int
        The body to which it is attached.
    outer : tuple of int
        The bodies beyond it.
    """

    shown: Shown
    inner: int
    outer: tuple[int, ...]


def core_of(couplings: list[Shown]) -> tuple[list[Shown], list[Branch]]:
    """Return the parts within a gearbox, and those that are attached to it.

    A part that couples bodies belongs to the gearbox if it lies between planetary sets, or on a
    loop with them: its bodies lead to a set on more than one way.

    Parameters
    ----------
    couplings : list of Shown
        Parts that couple two or more bodies, planetary sets among them.

    Returns
    -------
    core : list of Shown
        Parts of the gearbox.
    branches : list of Branch
        All other parts, outer ones first.
    """
    core = list(couplings)
    branches: list[Branch] = []
    while True:
        number = Counter(body for one in core for body in one.moving)
        loose = [one for one in core if not is_set(one.part) and _ways_on(one, number) <= 1]
        if not loose:
            return core, branches
        for one in loose:
            branches.append(_branch(one, number))
            core.remove(one)
            number.subtract(one.moving)


def _ways_on(one: Shown, number: Counter[int]) -> int:
    return sum(number[body] > 1 for body in one.moving)


def _branch(one: Shown, number: Counter[int]) -> Branch:
    inner = max(one.moving, key=lambda body: number[body])
    return Branch(one, inner, tuple(body for body in one.moving if body != inner))
