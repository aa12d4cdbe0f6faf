"""Find the speeds that are zero while elements are locked, and the states behind them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.analysis.state_dependencies import StatesBehind
from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.program import BOOL
from drivetrain.modeling.tracing.trace import TracedHold

__all__ = ["Lock", "find_locks", "speeds_at_rest"]

Ints = NDArray[np.int64]

STOPS = {"neither": 0, "both": 1, "forward": 2, "backward": 3}
"""Codes of the kernel for the motions that are stopped."""

_OTHER_WAY = {"forward": "backward", "backward": "forward"}


class Lock(NamedTuple):
    """A speed that is zero while an element is locked.

    Attributes
    ----------
    locked, discrete : int
        Variable "locked" of the element, and its number among the discrete quantities.
    variable, member : int
        Variable of the speed, and its chain member.
    speed : int
        Value index of the residual of the speed: that of the state, or of a value of its own.
    states : list of int
        States behind it that may be corrected; none if the speed is prescribed.
    steady : bool
        Whether nothing else is behind it, such as a prescribed motion.
    stops : int
        Which motions of the member are stopped at any load: one of the values of `STOPS`.
    push, on_trial : int
        Discrete quantities: its acceleration on trial; -1: it has none. Whether an impulse of it is
        on trial; -1: never.
    slides : (int, float, float)
        Discrete quantity that gives its sliding direction, -1: none; its values for backward and
        for forward motion of the member.
    """

    locked: int
    discrete: int
    variable: int
    member: int
    speed: int
    states: list[int]
    steady: bool
    stops: int = 0
    push: int = -1
    on_trial: int = -1
    slides: tuple[int, float, float] = (-1, 0.0, 0.0)


def find_locks(flat: Flat, aliased: Aliased, lowered: Lowered, n_recorded: int) -> list[Lock]:
    """Return the speeds that are zero while elements are locked, in the order of the elements.

    Parameters
    ----------
    flat, aliased, lowered
        Results of the preceding passes.
    n_recorded : int
        Number of named values; speeds that are not states follow them.
    """
    found = []
    behind = _Behind(lowered)
    first = len(lowered.states) + len(lowered.quadrature_rates) + len(lowered.discrete) + n_recorded
    places: dict[int, int] = {}
    for speed, locked, traced, instance in _locks(flat):
        if aliased.chain[speed] < 0:
            continue
        member = lowered.member_number(int(aliased.chain[speed]), int(aliased.order[speed]))
        states, steady = behind.of(member)
        number, state = int(aliased.discrete[locked]), int(lowered.members.state_number[member])
        is_state = state >= 0
        value = state if is_state else places.setdefault(member, first + len(places))
        steady = is_state or (steady and bool(states))
        hold = Lock(locked, number, speed, member, value, states, steady)
        found.append(_with_impulses(hold, traced, instance, aliased, lowered))
    return found


def _with_impulses(
    hold: Lock, traced: TracedHold, instance: int, aliased: Aliased, lowered: Lowered
) -> Lock:
    """Return a lock with the data for impulses, in the direction of the member."""
    opposite = aliased.sign[hold.variable] < 0
    if traced.slides:
        slot, backward, forward = traced.slides
        if opposite:
            backward, forward = forward, backward
        number = int(aliased.discrete[instance + slot])
        hold = hold._replace(slides=(number, backward, forward))
    if (blow := traced.blow) is None:
        return hold
    stops = _OTHER_WAY.get(blow.stops, blow.stops) if opposite else blow.stops
    push = int(aliased.discrete[instance + blow.push])
    on_trial = -1 if blow.on_trial < 0 else int(aliased.discrete[instance + blow.on_trial])
    push = push if push in lowered.pushed else -1
    return hold._replace(stops=STOPS[stops], push=push, on_trial=on_trial)


def speeds_at_rest(lowered: Lowered, holds: list[Lock]) -> dict[int, int]:
    """Return the nodes of the speeds that locked elements stop and that are not states.

    A state is set to zero when it is locked, and not integrated from then on. A speed computed
    from several states is zero only up to rounding, so it is replaced by zero.

    Parameters
    ----------
    lowered : Lowered
        The program; nodes are added to it.
    holds : list of Lock
        Speeds that are zero while elements are locked.

    Returns
    -------
    dict
        Member number → node, in the order of the value indices of the locks.
    """
    program, found = lowered.program, dict[int, int]()
    for hold in holds:
        if lowered.members.state_number[hold.member] < 0:
            locked = program.node("z", (), hold.discrete, BOOL)
            left = found.get(hold.member, lowered.members[hold.member])
            found[hold.member] = program.where(locked, program.const(0.0), left)
    return found


def _locks(flat: Flat) -> Iterator[tuple[int, int, TracedHold, int]]:
    """Yield the speeds that elements stop, the Booleans that say whether they do, and more.

    The other items are the traced lock, and the first variable of its part.
    """
    for one in flat.instances:
        for hold in one.trace.holds:
            for start in one.variable.tolist():
                yield start + hold.speed, start + hold.condition, hold, start


class _Behind:
    """Finds the states to correct in order to stop a speed; once per chain member."""

    def __init__(self, lowered: Lowered) -> None:
        self._behind = StatesBehind(lowered)
        self._orders = np.array(lowered.state_orders, dtype=np.int64)
        self._known: dict[int, tuple[list[int], bool]] = {}

    def of(self, member: int) -> tuple[list[int], bool]:
        """Return the states behind a speed, preferably rates, and whether nothing else is."""
        if member not in self._known:
            found = self._behind.of(member)
            rates = found.states[self._orders[found.states] >= 1]
            states = rates if len(rates) else found.states
            self._known[member] = states.tolist(), found.steady
        return self._known[member]
