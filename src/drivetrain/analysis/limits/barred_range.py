"""Ranges of speed that are passed quickly and not used: their limits, and how they join."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from drivetrain.analysis.arguments import keep, not_negative, numbers, positive
from drivetrain.calls import explained, explained_class
from drivetrain.errors import ParameterError
from drivetrain.modeling.argument_types import Number

__all__ = ["BarredRange", "BarringRule", "merged"]

_RPM = 30 / np.pi


@explained_class
@dataclass(frozen=True, init=False)
class BarredRange:
    """Range of speed that is barred for continuous operation.

    Parameters
    ----------
    low, high : number or quantity
        Its limits, rad/s.
    criticals : sequence of number
        Critical speeds inside, rad/s.

    Examples
    --------
    >>> print(BarredRange("47.3 rpm", "57.2 rpm"))
    47.30 … 57.20 rpm
    """

    low: float
    high: float
    criticals: tuple[float, ...]

    def __init__(self, low: Number, high: Number, criticals: Sequence[Number] = ()) -> None:
        below, above = not_negative(low, "low", "rad/s"), positive(high, "high", "rad/s")
        if below >= above:
            raise ParameterError(
                f"a barred range from {below:g} to {above:g} rad/s: give the lower limit first"
            )
        inside = np.sort(numbers(criticals, "criticals", "rad/s", may_be_none=True))
        keep(self, low=below, high=above, criticals=tuple(inside.tolist()))

    def __str__(self) -> str:
        """Return the limits in revolutions per minute."""
        return f"{self.low * _RPM:.2f} … {self.high * _RPM:.2f} rpm"

    def __contains__(self, speed: float) -> bool:
        """Return whether a speed, rad/s, is inside."""
        return self.low <= speed <= self.high


@dataclass(frozen=True)
class BarringRule:
    """How far a barred range extends to both sides of a critical speed.

    It is ``a n_c / (b − λ_c) … (b − λ_c) n_c / a`` with ``λ_c = n_c / n₀``.

    Attributes
    ----------
    a, b : float
        Constants of the rule.
    highest_ratio : float
        Ratio to the rated speed from which no range may be barred in normal operation.
    """

    a: float
    b: float
    highest_ratio: float

    @explained
    def range_at(self, critical: Number, rated: Number) -> BarredRange:
        """Return the range around a critical speed.

        Parameters
        ----------
        critical : number or quantity
            The critical speed ``n_c``, rad/s.
        rated : number or quantity
            The rated speed ``n₀``, rad/s.
        """
        speed = positive(critical, "critical", "rad/s")
        spread = (self.b - speed / positive(rated, "rated", "rad/s")) / self.a
        if spread <= 1:
            raise ParameterError(
                f"critical speed {speed:g} rad/s: that far above the rated speed the rule gives no "
                "range"
            )
        return BarredRange(speed / spread, speed * spread, (speed,))


def merged(ranges: Iterable[BarredRange]) -> tuple[BarredRange, ...]:
    """Return ranges in ascending order, those that overlap or touch as one.

    Parameters
    ----------
    ranges : iterable of BarredRange
        Any ranges.
    """
    joined: list[BarredRange] = []
    for one in sorted(ranges, key=lambda r: (r.low, r.high)):
        if joined and one.low <= joined[-1].high:
            last = joined.pop()
            criticals = sorted({*last.criticals, *one.criticals})
            one = BarredRange(last.low, max(last.high, one.high), criticals)
        joined.append(one)
    return tuple(joined)
