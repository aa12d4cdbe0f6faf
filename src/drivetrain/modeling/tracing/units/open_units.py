"""Units that are not known yet: exponents plus multiples of unknown ones.

All units of a class are linear in those that nobody stated, so that the equations of a class are a
linear system for them. It is solved one equation at a time, by elimination.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from drivetrain.modeling.quantities.parsing import parse_unit
from drivetrain.modeling.units import DIMENSIONLESS, Dimension, dimension

__all__ = ["PER_DERIVATIVE", "SCALE", "UNSTATED", "OpenUnit", "Unknowns", "stated", "stated_in"]

Symbol = Hashable
_ROUNDING: Final = 1e-9
_MOST_PLACES: Final = 4
UNSTATED: Final = "number"
"""First item of the symbols of numbers, whose units nobody asks for."""
SCALE: Final = "scale"
"""Symbol for the size of a unit: its multiple is the logarithm, and it is no unknown."""


@dataclass(frozen=True)
class OpenUnit:
    """A unit: known exponents, and multiples of those of unknown units.

    `is_open` tells whether something of unknown unit took part, `seconds` how many of the known
    seconds come from derivatives, not from a unit that somebody stated, and `because` at which
    places unknown units were found that took part.
    """

    known: Dimension
    multiples: Mapping[Symbol, float] = field(default_factory=dict)
    is_open: bool = False
    seconds: float = 0.0
    because: tuple[str, ...] = ()

    def plus(self, other: OpenUnit, factor: float) -> OpenUnit:
        """Return the unit of a product with a power of another one."""
        known = tuple(a + factor * b for a, b in zip(self.known, other.known, strict=True))
        multiples = dict(self.multiples)
        for symbol, count in other.multiples.items():
            multiples[symbol] = multiples.get(symbol, 0.0) + factor * count
        left = {symbol: count for symbol, count in multiples.items() if abs(count) > _ROUNDING}
        because = self.because
        if other.because:
            because = tuple(dict.fromkeys((*because, *other.because)))[:_MOST_PLACES]
        seconds = self.seconds + factor * other.seconds
        return OpenUnit(known, left, self.is_open or other.is_open, seconds, because)

    def power(self, exponent: float) -> OpenUnit:
        """Return the unit of a power."""
        return OpenUnit(DIMENSIONLESS, {}, self.is_open).plus(self, exponent)

    def found_at(self, place: str) -> OpenUnit:
        """Return the unit with a further place at which it was found."""
        if not place or place in self.because:
            return self
        return replace(self, because=(*self.because[: _MOST_PLACES - 1], place))

    @property
    def is_stated_apart(self) -> bool:
        """Whether something is left of units that were stated, besides derivatives."""
        if self.multiples:
            return True
        left = (a - self.seconds * b for a, b in zip(self.known, PER_DERIVATIVE.known, strict=True))
        return any(abs(one) > _ROUNDING for one in left)


def stated(known: Dimension) -> OpenUnit:
    """Return a unit that is stated."""
    return OpenUnit(known)


def stated_in(unit: str) -> OpenUnit:
    """Return a unit that is stated and may be no SI unit: its size counts as well."""
    found = parse_unit(unit)
    size = math.log(found.exact)
    multiples: dict[Symbol, float] = {SCALE: size} if abs(size) > _ROUNDING else {}
    return OpenUnit(found.dimension, multiples)


PER_DERIVATIVE: Final = OpenUnit(dimension("s"), seconds=1.0)
"""The second that a derivative has below the line."""


class Unknowns:
    """What is known so far of the units that nobody stated."""

    def __init__(self) -> None:
        self._solved: dict[Symbol, OpenUnit] = {}
        self._numbers = 0

    def symbol(self, symbol: Symbol) -> OpenUnit:
        """Return the unit of something that has none stated."""
        return self.reduced(OpenUnit(DIMENSIONLESS, {symbol: 1.0}, is_open=True))

    def number(self) -> OpenUnit:
        """Return the unit of a number, which fits every unit."""
        self._numbers += 1
        return OpenUnit(DIMENSIONLESS, {(UNSTATED, self._numbers): 1.0}, is_open=True)

    def reduced(self, unit: OpenUnit) -> OpenUnit:
        """Return a unit with what is known of its unknowns."""
        while True:
            solved = next((one for one in unit.multiples if one in self._solved), None)
            if solved is None:
                return unit
            count = unit.multiples[solved]
            rest = {one: n for one, n in unit.multiples.items() if one != solved}
            unit = replace(unit, multiples=rest, is_open=True).plus(self._solved[solved], count)

    def equate(self, a: OpenUnit, b: OpenUnit, place: str = "") -> bool:
        """Let two units be the same, as a place of the text says; return whether they can be."""
        apart = self.reduced(a.plus(b, -1.0))
        if not apart.multiples:
            return all(abs(power) < _ROUNDING for power in apart.known)
        unknown = [one for one in apart.multiples if one != SCALE]
        if not unknown:
            return False
        pivot = min(unknown, key=_rank)
        count = apart.multiples[pivot]
        rest = {one: n for one, n in apart.multiples.items() if one != pivot}
        left = replace(apart, multiples=rest, is_open=True).power(-1.0 / count)
        self._solved[pivot] = left.found_at(place)
        return True

    def determined(self, symbol: Symbol) -> Dimension | None:
        """Return the unit of something, if that is known by now."""
        found = self.symbol(symbol)
        return None if found.multiples else found.known


def _rank(symbol: Symbol) -> tuple[bool, str]:
    """Return which unknown is eliminated first: numbers, because nobody asks for their units."""
    is_number = isinstance(symbol, tuple) and symbol[0] == UNSTATED
    return not is_number, str(symbol)
