"""One variable of one run, in a unit and within a window of time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.modeling.quantities.exact import displayed
from drivetrain.plotting.curves.thinning import thinned
from drivetrain.simulation.results.instants import interpolated

if TYPE_CHECKING:
    from drivetrain.simulation.results.result import Result

__all__ = ["Curve"]

Window = tuple[float, float]


@dataclass(frozen=True)
class Curve:
    """One variable of one run.

    Parameters
    ----------
    label : str
        Its name in the legend.
    result : Result
        The run.
    name : str
        The variable.
    shown : str
        The unit in which it is drawn; its own if empty.
    window : tuple of float, optional
        First and last instant, s; by default the whole run.
    over : Curve, optional
        What it is drawn over; the time by default.
    bins : int
        So many equal parts of the window in which the extremes are kept only, beside both sides of
        events; 0 to keep all points.
    """

    label: str
    result: Result
    name: str
    shown: str = ""
    window: Window | None = None
    over: Curve | None = None
    bins: int = 0

    @property
    def unit(self) -> str:
        """Return the unit of the values."""
        return self.shown or self.result.units[self.name]

    @property
    def kind(self) -> str:
        """Return ``"real"``, ``"integer"`` or ``"boolean"``."""
        return self.result.layout.kinds[self.result.layout.position(self.name)]

    @property
    def time(self) -> NDArray[np.float64]:
        """Return the recorded instants in the window, and its ends, s."""
        return self._within(self.result.time)[self._kept]

    @property
    def values(self) -> NDArray[Any]:
        """Return the trajectory over :attr:`time`, with both sides of every event."""
        values = self._within(self.result[self.name])[self._kept]
        if not self.shown:
            return values
        made: NDArray[Any] = displayed(values, self.result.units[self.name], self.shown, self.name)
        return made

    def places(self, begin: float = 0.0) -> NDArray[Any]:
        """Return where the values belong on the horizontal axis.

        Parameters
        ----------
        begin : float
            Instant that is drawn as zero, s.
        """
        return self.time - begin if self.over is None else self.over.values

    def at(self, instants: NDArray[np.float64]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return places and values at instants, with both sides of those that were recorded twice.

        Parameters
        ----------
        instants : float array
            Some of the recorded instants, s.
        """
        chosen = np.isin(self.time, instants)
        return self.places()[chosen], self.values[chosen]

    @cached_property
    def _kept(self) -> NDArray[np.int64] | slice:
        """Which of the points in the window are kept."""
        values = self._within(self.result[self.name])
        if not self.bins or len(values) <= 2 * self.bins:
            return slice(None)
        return thinned(self._within(self.result.time), values.astype(np.float64), self.bins)

    def _within(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return the part of a trajectory in the window, interpolated at its ends."""
        time = self.result.time
        if self.window is None or not len(time):
            return values
        first, last = max(self.window[0], time[0]), min(self.window[1], time[-1])
        if first > last:
            return values[:0]
        inside = slice(np.searchsorted(time, first), np.searchsorted(time, last, side="right"))
        found = time[inside]
        before = first if not len(found) or found[0] > first else None
        after = last if not len(found) or found[-1] < last else None
        parts = [values[inside]]
        if before is not None:
            parts.insert(0, np.atleast_1d(interpolated(time, values, np.array([first]), "right")))
        if after is not None:
            parts.append(np.atleast_1d(interpolated(time, values, np.array([last]), "left")))
        return np.concatenate(parts)
