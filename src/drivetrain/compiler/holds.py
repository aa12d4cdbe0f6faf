"""Holds: the speeds that are zero while elements are locked, and the states behind them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.alias import Aliased
from drivetrain.compiler.columns import FIRST_VALUE
from drivetrain.compiler.flatten import Flat
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.states_behind import StatesBehind

__all__ = ["Hold", "find_holds"]

Ints = NDArray[np.int64]


class Hold(NamedTuple):
    """A speed that is zero while an element is locked.

    Attributes
    ----------
    locked, discrete : int
        Variable "locked" of the element, and its number among the discrete quantities.
    variable, member, speed : int
        Variable of the speed, its chain member, and its value index.
    states : list of int
        States behind it that may be corrected; none if the speed is prescribed.
    steady : bool
        Whether nothing else is behind it: no motion that is prescribed.
    """

    locked: int
    discrete: int
    variable: int
    member: int
    speed: int
    states: list[int]
    steady: bool


def find_holds(flat: Flat, aliased: Aliased, lowered: Lowered, column: Ints) -> list[Hold]:
    """Return what is at rest while elements are locked, in their order.

    Parameters
    ----------
    flat, aliased, lowered
        What the passes before made.
    column : int array
        Column of a row that holds each variable, -1 for constantly zero ones.
    """
    found = []
    behind = _Behind(lowered)
    for speed, locked in _locks(flat):
        if column[speed] < 0:
            continue
        member = lowered.member_number(int(aliased.chain[speed]), int(aliased.order[speed]))
        states, steady = behind.of(member)
        number, value = int(aliased.discrete[locked]), int(column[speed]) - FIRST_VALUE
        steady = value < len(lowered.states) or (steady and bool(states))
        found.append(Hold(locked, number, speed, member, value, states, steady))
    return found


def _locks(flat: Flat) -> Iterator[tuple[int, int]]:
    """Yield the speeds that elements stop, and the variables that tell whether they do."""
    for one in flat.instances:
        for hold in one.trace.holds:
            for start in one.variable.tolist():
                yield start + hold.speed, start + hold.condition


class _Behind:
    """Finds what may be corrected to stop a speed; once for those that are one chain member."""

    def __init__(self, lowered: Lowered) -> None:
        self._behind = StatesBehind(lowered)
        self._orders = np.array(lowered.state_orders, dtype=np.int64)
        self._known: dict[int, tuple[list[int], bool]] = {}

    def of(self, member: int) -> tuple[list[int], bool]:
        """Return the states behind a speed, rates if there are any, and whether nothing else is."""
        if member not in self._known:
            found = self._behind.of(member)
            rates = found.states[self._orders[found.states] >= 1]
            states = rates if len(rates) else found.states
            self._known[member] = states.tolist(), found.steady
        return self._known[member]
