"""Speeds at which a machine is operated, and how far critical speeds are from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from drivetrain.analysis.arguments import items
from drivetrain.errors import ParameterError, UsageError, shown
from drivetrain.modeling.argument_values import checked_number

__all__ = ["OperatingRange", "operating_ranges"]


class OperatingRange(NamedTuple):
    """A speed or a range of speeds of the reference shaft.

    Attributes
    ----------
    name : str
        Its name; may be empty.
    low, high : float
        Ends, rad/s; the same for a single speed.
    """

    name: str
    low: float
    high: float

    def margin(self, speed: float) -> float:
        """Return how far a critical speed is away, relative to the nearer end; 0 inside.

        ``(critical − operating) / operating``: above zero if the critical speed is higher.
        """
        if self.low <= speed <= self.high:
            return 0.0
        end = self.low if speed < self.low else self.high
        return (speed - end) / end


def operating_ranges(given: Any) -> tuple[OperatingRange, ...]:
    """Return operating speeds and ranges.

    Parameters
    ----------
    given : None, number, pair, or mapping of str to number or pair
        What was given, rad/s or quantities.
    """
    if given is None:
        return ()
    if isinstance(given, Mapping):
        return tuple(_range(str(name), value) for name, value in given.items())
    return (_range("", given),)


def _range(name: str, given: Any) -> OperatingRange:
    label = f"operating{f' {name}' if name else ''}"
    ends = items(given)
    if ends is None:
        ends = [given, given]
    if len(ends) != 2:
        raise UsageError(f"{label}={shown(given)}: give a speed, or the two ends of a range")
    low, high = (checked_number(end, label, "rad/s") for end in ends)
    if not 0 < low <= high:
        raise ParameterError(f"{label}={shown(given)}: give speeds above zero, the lower one first")
    return OperatingRange(name, low, high)
