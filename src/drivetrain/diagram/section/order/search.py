"""Search the order of the columns with the fewest crossings, then the least length and bends.

From left to right, one element after the other is placed, and only the most promising of the
half-drawn gearboxes are kept. Two of them are the same if they have placed the same elements and
have the same tracks. The work is limited by their number, so that the result does not depend on
the speed of the machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise, permutations
from typing import NamedTuple

from drivetrain.diagram.section.order.crossings import crossed
from drivetrain.diagram.section.order.estimate import difficulty
from drivetrain.diagram.section.order.pairs import pair_ways
from drivetrain.diagram.section.order.puzzle import Puzzle
from drivetrain.diagram.section.order.stacks import stack_ways
from drivetrain.diagram.section.order.taps import tap_ways
from drivetrain.diagram.section.order.tracks import LOW, State, Track, Way

__all__ = ["Order", "Step", "best_order"]

_CROSSING = 40.0
_TRACK = 1.0
_INVERSION = 1.5
_SEPARATED = 2.0
_IN_LAST_GAP = 6
_WAYS = {"stack": stack_ways, "pair": pair_ways, "tap": tap_ways}


class Step(NamedTuple):
    """A column of the result.

    Attributes
    ----------
    element : int
        Number of the element.
    before : State
        The tracks that come from the left, after crossings in the gap.
    origins : tuple of tuple of int
        From which tracks after the column before them they come.
    way : Way
        How the element is placed.
    """

    element: int
    before: State
    origins: tuple[tuple[int, ...], ...]
    way: Way


class Order(NamedTuple):
    """The order that was found.

    Attributes
    ----------
    steps : tuple of Step
        The columns from left to right.
    after : State
        The tracks that go to the ends of shafts on the right.
    origins : tuple of tuple of int
        From which tracks after the last column they come.
    """

    steps: tuple[Step, ...]
    after: State
    origins: tuple[tuple[int, ...], ...]


class _Effort(NamedTuple):
    """How much is tried.

    Attributes
    ----------
    width : int
        How many half-drawn gearboxes are kept for each number of crossings.
    most : int
        Number of crossings from which on they are given up.
    per_gap : int
        Number of crossings in a gap.
    """

    width: int
    most: int
    per_gap: int


_EFFORTS = (_Effort(24, 0, 0), _Effort(32, 3, 1), _Effort(24, 8, 2))
"""The next one is tried if the one before finds no way."""


class _Half(NamedTuple):
    """A half-drawn gearbox; `previous` and `step` tell how it came about."""

    cost: float
    crossings: int
    placed: int
    state: State
    origins: tuple[tuple[int, ...], ...]
    previous: _Half | None = None
    step: Step | None = None


@lru_cache(maxsize=128)
def best_order(puzzle: Puzzle) -> Order | None:
    """Return the columns from left to right.

    Parameters
    ----------
    puzzle : Puzzle
        The gearbox. The result is kept: the same gearbox is not searched again.

    Returns
    -------
    Order or None
        None if no way was found.
    """
    for effort in _EFFORTS:
        last = _Search(puzzle, effort).best()
        if last is not None:
            return Order(tuple(_steps(last)), last.state, last.origins)
    return None


def _steps(last: _Half) -> list[Step]:
    found: list[Step] = []
    half: _Half | None = last
    while half is not None and half.step is not None:
        found.append(half.step)
        half = half.previous
    return found[::-1]


class _Search:
    """A search that keeps a number of half-drawn gearboxes after each element."""

    def __init__(self, puzzle: Puzzle, effort: _Effort) -> None:
        self._puzzle = puzzle
        self._effort = effort
        self._done: dict[int, frozenset[int]] = {}

    def best(self) -> _Half | None:
        """Return the cheapest finished drawing."""
        halves = self._first()
        for _ in self._puzzle.elements:
            halves = self._kept(self._further(halves))
        ends = self._with_crossings(halves, _IN_LAST_GAP if self._effort.most else 0)
        return min(filter(self._is_whole, ends), key=_price, default=None)

    def _first(self) -> list[_Half]:
        states = [
            tuple(Track(body, 0, LOW) for body in bodies)
            for bodies in permutations(self._puzzle.left)
        ]
        return [_Half(0.0, 0, 0, state, _unchanged(state)) for state in states]

    def _is_whole(self, half: _Half) -> bool:
        return sorted(track.body for track in half.state) == sorted(self._puzzle.right)

    def _kept(self, halves: Iterable[_Half]) -> list[_Half]:
        """Return the most promising ones; of equal ones, which differ by bends only, the best."""
        best: dict[object, _Half] = {}
        for half in halves:
            key = half.placed, tuple([track[:2] for track in half.state])
            if key not in best or _price(half) < _price(best[key]):
                best[key] = half
        number = Counter[int]()
        kept = []
        for half in sorted(best.values(), key=self._promise):
            number[half.crossings] += 1
            if half.crossings <= self._effort.most and number[half.crossings] <= self._effort.width:
                kept.append(half)
        return kept

    def _promise(self, half: _Half) -> tuple[float, int, State]:
        cost = half.cost + difficulty(self._puzzle, half.placed, half.state)
        return cost, half.placed, half.state

    def _further(self, halves: list[_Half]) -> Iterator[_Half]:
        for half in self._kept(self._with_crossings(halves, self._effort.per_gap)):
            for k in self._next(half.placed, half.state):
                yield from self._placed(half, k)

    def _with_crossings(self, halves: list[_Half], most: int) -> Iterator[_Half]:
        """Yield what crossings in the next gap make of half-drawn gearboxes, and these as well."""
        yield from halves
        for _ in range(most):
            halves = self._kept(new for half in halves for new in self._crossed(half))
            yield from halves

    def _crossed(self, half: _Half) -> Iterator[_Half]:
        if half.crossings >= self._effort.most:
            return
        for one in crossed(half.state, self._done_after(half.placed)):
            origins = tuple(
                tuple(first for second in own for first in half.origins[second])
                for own in one.origins
            )
            cost = half.cost + _CROSSING
            yield half._replace(
                cost=cost, crossings=half.crossings + 1, state=one.state, origins=origins
            )

    def _done_after(self, placed: int) -> frozenset[int]:
        if placed not in self._done:
            self._done[placed] = self._puzzle.done(placed)
        return self._done[placed]

    def _next(self, placed: int, state: State) -> list[int]:
        """Return the elements that may come next.

        A brake at the outermost track and a clutch between neighbours take nothing from the others:
        they are placed at once.
        """
        elements = self._puzzle.elements
        free = [
            k
            for k in range(len(elements))
            if not placed >> k & 1 and self._puzzle.may_follow(placed, k)
        ]
        neighbours = {(a.body, b.body) for a, b in pairwise(state)}
        for k in free:
            kind, bodies = elements[k].kind, elements[k].bodies
            if kind == "tap" and state and state[-1].body == bodies[0]:
                return [k]
            if kind == "pair" and (bodies in neighbours or bodies[::-1] in neighbours):
                return [k]
        return free

    def _placed(self, half: _Half, k: int) -> Iterator[_Half]:
        placed = half.placed | 1 << k
        extra = self._disorder(k, half.placed)
        for way in self._ways(k, half.state, self._done_after(placed)):
            cost = half.cost + way.cost + extra
            cost += _TRACK * len(way.after) + _CROSSING * way.crossings
            crossings = half.crossings + way.crossings
            step = Step(k, half.state, half.origins, way)
            yield _Half(cost, crossings, placed, way.after, _unchanged(way.after), half, step)

    def _disorder(self, k: int, placed: int) -> float:
        """Return the cost of sets out of their order, and of parts within compound sets."""
        if k in self._puzzle.stacks:
            waiting = sum(one < k and not placed >> one & 1 for one in self._puzzle.stacks)
            return _INVERSION * waiting
        apart = sum((placed >> a ^ placed >> b) & 1 for a, b in self._puzzle.compound)
        return _SEPARATED * apart

    def _ways(self, k: int, state: State, done: frozenset[int]) -> Iterator[Way]:
        one = self._puzzle.elements[k]
        return _WAYS[one.kind](self._puzzle, one.bodies, state, done)


def _price(half: _Half) -> tuple[float, State]:
    return half.cost, half.state


def _unchanged(state: State) -> tuple[tuple[int, ...], ...]:
    return tuple([(k,) for k in range(len(state))])
