"""How long a run stays in barred ranges of speed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.analysis.arguments import numbers
from drivetrain.analysis.limits.barred_range import BarredRange, merged
from drivetrain.analysis.limits.check import Check, Checks
from drivetrain.analysis.presentation import Presented
from drivetrain.calls import explained
from drivetrain.errors import ParameterError, shown
from drivetrain.modeling.argument_types import Number

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Passage", "Passages", "passages"]

Floats = NDArray[np.float64]

_RPM = 30 / np.pi


@dataclass(frozen=True)
class Passage:
    """One stay in a barred range.

    Attributes
    ----------
    barred : BarredRange
        The range.
    begin, end : float
        When the speed enters and leaves it, s.
    how : str
        ``"up"``, ``"down"``, ``"turned back"``, or that the run begins or ends inside.
    """

    barred: BarredRange
    begin: float
    end: float
    how: str

    @property
    def duration(self) -> float:
        """Time in the range, s."""
        return self.end - self.begin


@dataclass(frozen=True, eq=False, repr=False)
class Passages(Presented):
    """All stays of a run in barred ranges, in the order of time.

    Attributes
    ----------
    passages : tuple of Passage
        The stays.
    ranges : tuple of BarredRange
        The ranges.
    """

    passages: tuple[Passage, ...]
    ranges: tuple[BarredRange, ...]

    def __len__(self) -> int:
        """Return the number of stays."""
        return len(self.passages)

    def total(self, barred: BarredRange) -> float:
        """Return the time in one of the ranges, s.

        Parameters
        ----------
        barred : BarredRange
            The range.
        """
        if not isinstance(barred, BarredRange):
            raise ParameterError(f"total({shown(barred)}): give one of the ranges")
        return float(sum(one.duration for one in self.passages if one.barred == barred))

    @property
    def title(self) -> str:
        """What it is, in one line."""
        count = len(self.passages)
        return f"{count} stay{'s' * (count != 1)} in barred ranges"

    def notes(self) -> list[str]:
        """Return the time in each range."""
        return [f"{one}: {self.total(one):.4g} s in all" for one in self.ranges]

    def to_pandas(self) -> pd.DataFrame:
        """Return a line for each stay."""
        import pandas as pd

        columns = {
            "range": [str(one.barred) for one in self.passages],
            "begin [s]": [one.begin for one in self.passages],
            "end [s]": [one.end for one in self.passages],
            "duration [s]": [one.duration for one in self.passages],
            "how": [one.how for one in self.passages],
        }
        return pd.DataFrame(columns, index=pd.RangeIndex(1, len(self) + 1, name="stay"))


@explained
def passages(
    barred: Check | Checks | BarredRange | Sequence[BarredRange | tuple[Number, Number]],
    time: ArrayLike,
    speed: ArrayLike,
) -> Passages:
    """Return when a run is in barred ranges.

    Parameters
    ----------
    barred : Check, Checks, BarredRange, or sequence of these ranges or of pairs of speeds
        The ranges. Of a check, those that it bars and those it refuses to.
    time : array_like, shape (n,)
        Instants, s, not descending; both sides of an event may be among them.
    speed : array_like, shape (n,)
        Speed of the shaft, rad/s; between the instants it is linear. Speeds astern count as ahead.

    Returns
    -------
    Passages
        All stays; instants are those of the interpolated speed.

    Raises
    ------
    ParameterError
        If there are no ranges, instants descend, or numbers of values differ.

    Examples
    --------
    >>> found = passages([("40 rpm", "50 rpm")], [0.0, 60.0], [0.0, 6.283185307179586])
    >>> round(found.passages[0].duration, 9)
    10.0
    """
    ranges = _ranges(barred)
    times, speeds = numbers(time, "time", "s"), np.abs(numbers(speed, "speed", "rad/s"))
    if len(times) != len(speeds):
        raise ParameterError(f"{len(speeds)} speeds for {len(times)} instants")
    if (np.diff(times) < 0).any():
        raise ParameterError("time: instants must not descend")
    found = [one for some in ranges for one in _stays(some, times, speeds)]
    return Passages(tuple(sorted(found, key=lambda one: (one.begin, one.barred.low))), ranges)


def _ranges(barred: Any) -> tuple[BarredRange, ...]:
    if isinstance(barred, (Check, Checks)):
        checks = barred.checks if isinstance(barred, Checks) else (barred,)
        return merged(one for some in checks for one in (*some.barred, *some.refused))
    if isinstance(barred, BarredRange):
        return (barred,)
    if not isinstance(barred, (list, tuple)) or not barred:
        raise ParameterError(f"barred={shown(barred)}: give ranges, [('40 rpm', '50 rpm')]")
    return tuple(_range(one) for one in barred)


def _range(given: Any) -> BarredRange:
    if isinstance(given, BarredRange):
        return given
    if not isinstance(given, (list, tuple)) or len(given) != 2:
        raise ParameterError(f"barred: {shown(given)}: give ranges, [('40 rpm', '50 rpm')]")
    return BarredRange(*given)


def _stays(barred: BarredRange, time: Floats, speed: Floats) -> list[Passage]:
    """Return the stays in one range: each piece of the course is cut at both limits."""
    pieces: list[tuple[float, float, float, float]] = []
    for k in range(len(time) - 1):
        piece = _inside(barred, time[k : k + 2], speed[k : k + 2])
        if piece is None:
            continue
        if pieces and piece[0] <= pieces[-1][1]:
            before = pieces.pop()
            piece = (before[0], piece[1], before[2], piece[3])
        pieces.append(piece)
    return [
        Passage(barred, begin, end, _how(barred, first, last))
        for begin, end, first, last in pieces
        if end > begin
    ]


def _inside(barred: BarredRange, time: Floats, speed: Floats) -> Any:
    """Return times and speeds of the part of a straight piece that is inside; None if none is."""
    (begin, end), (first, last) = time.tolist(), speed.tolist()
    if first == last:
        return (begin, end, first, last) if first in barred else None
    shares = sorted((bound - first) / (last - first) for bound in (barred.low, barred.high))
    low, high = max(shares[0], 0.0), min(shares[1], 1.0)
    if low > high:
        return None
    at = [first + (last - first) * share for share in (low, high)]
    return begin + (end - begin) * low, begin + (end - begin) * high, at[0], at[1]


def _how(barred: BarredRange, first: float, last: float) -> str:
    """Return in words how the range was passed, by the speeds at both ends of the stay."""
    middle, slack = (barred.low + barred.high) / 2, 1e-9 * barred.high
    edges = [min(abs(one - barred.low), abs(one - barred.high)) <= slack for one in (first, last)]
    if not all(edges):
        told = [word for word, edge in zip(("begins", "ends"), edges, strict=True) if not edge]
        return f"the run {' and '.join(told)} inside"
    if (first < middle) == (last < middle):
        return "turned back"
    return "up" if last > first else "down"
