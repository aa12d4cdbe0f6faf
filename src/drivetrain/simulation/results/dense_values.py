"""Values of a run at any instants: from its own rows, or from those of the same run made again.

The steps of a run do not depend on its output points. So the values at other instants, made again
with these as output points, are exactly those that the run would have recorded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import ResultError
from drivetrain.simulation.output_times import SAME_INSTANT
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.row_layout import (
    FLAG_COLUMN,
    TIME_COLUMN,
    Columns,
    RowFlag,
)

__all__ = ["DenseValues", "Repeat", "Side"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Repeat = Callable[[Floats], Recording]
"""Makes a run again, with rows at increasing instants, at least up to the last of them."""
Side = Literal["left", "right"]

_MOST_KEPT = 2**22
"""Number of values in rows at other instants that are kept, 32 MiB."""


class DenseValues:
    """Reads a run at any instants.

    Parameters
    ----------
    own : Recording
        The rows of the run.
    repeat : callable, optional
        Makes the run again with other output points; None if that is not possible.
    model : str
        Name of the model, for messages.
    """

    def __init__(self, own: Recording, repeat: Repeat | None, model: str) -> None:
        self._own, self._repeat, self._model = own, repeat, model
        self._none = own.some(np.empty(0, dtype=np.int64))
        self._others = self._none

    def take(self, columns: Columns, instants: Floats, side: Side) -> Floats:
        """Return the values of several variables.

        Parameters
        ----------
        columns : Columns
            The variables.
        instants : float array, shape (n,)
            Within the run, in any order.
        side : {"left", "right"}
            Which limit to return at the instant of an event.

        Returns
        -------
        float array, shape (n, n_variables)
        """
        place = _places(self._own.written, instants, side)
        found = place >= 0
        if found.all():
            return self._own.some(place).take(columns)
        others = self._among_others(instants[~found])
        values = np.empty((len(instants), len(columns.constant)))
        values[~found] = others.take(columns)
        if found.any():
            values[found] = self._own.some(place[found]).take(columns)
        return values

    def _among_others(self, instants: Floats) -> Recording:
        """Return one row for each instant that the run itself has not recorded."""
        others = self._others
        unknown = instants[_of_instant(others.written[:, TIME_COLUMN], instants, "left") < 0]
        if unknown.size:
            others = others.merged(self._points(np.unique(unknown)))
            self._others = others if others.written.size <= _MOST_KEPT else self._none
        return others.some(_of_instant(others.written[:, TIME_COLUMN], instants, "left"))

    def _points(self, instants: Floats) -> Recording:
        """Return the rows of the run made again at increasing instants between events."""
        again = self.again(instants)
        is_asked = np.isin(again.written[:, TIME_COLUMN], instants) & ~_is_marked(again.written)
        if is_asked.sum() < len(instants):
            raise ResultError(self._differs())
        return again.some(np.flatnonzero(is_asked))

    def again(self, instants: Floats) -> Recording:
        """Return the rows of the same run with other output points.

        Parameters
        ----------
        instants : float array
            Increasing instants within the run.

        Raises
        ------
        ResultError
            If the run cannot be made again, or turns out differently.
        """
        if self._repeat is None:
            raise ResultError(
                f"this result of {self._model} comes without its model (it was loaded, copied or "
                "unpickled), so values between its points cannot be computed: run the model again "
                "with output_times=…, or interpolate: at(…, method='linear')"
            )
        again = self._repeat(instants)
        if not _agree(self._own, again, instants[-1]):
            raise ResultError(self._differs())
        return again

    def _differs(self) -> str:
        return (
            f"the run of {self._model} was made again for values between its points, and its "
            "events were others: something that it uses has changed meanwhile; run the model again "
            "with output_times=…, or interpolate: at(…, method='linear')"
        )

    def resampled(self, instants: Floats) -> Recording:
        """Return the rows at other output points, with both sides of events, start and end.

        Parameters
        ----------
        instants : float array
            Increasing instants within the run.
        """
        own = self._own
        kept = _is_marked(own.written)
        kept[-1] = True
        points = instants[_places(own.some(np.flatnonzero(kept)).written, instants, "left") < 0]
        others = self._points(points) if len(points) else self._none
        return own.some(np.flatnonzero(kept)).merged(others)


def _is_marked(rows: Floats) -> NDArray[np.bool_]:
    """Return which rows are no mere output points: start, end, sides of events."""
    return np.asarray(rows[:, FLAG_COLUMN] != RowFlag.REGULAR)


def _places(rows: Floats, instants: Floats, side: Side) -> Ints:
    """Return the row of each instant; -1 where there is none.

    An event a few last bits apart is at the same instant, as in the run.
    """
    time = rows[:, TIME_COLUMN]
    place = _of_instant(time, instants, side)
    missing = np.flatnonzero(place < 0)
    marked = time[_is_marked(rows)]
    if not missing.size or not marked.size:
        return place
    asked = instants[missing]
    behind = np.searchsorted(marked, asked)
    before, after = marked[np.maximum(behind - 1, 0)], marked[np.minimum(behind, len(marked) - 1)]
    nearest = np.where(np.abs(asked - before) <= np.abs(after - asked), before, after)
    same = np.abs(nearest - asked) <= SAME_INSTANT * np.spacing(np.abs(nearest))
    place[missing[same]] = _of_instant(time, nearest[same], side)
    return place


def _of_instant(time: Floats, instants: Floats, side: Side) -> Ints:
    first = np.searchsorted(time, instants, side="left")
    last = np.searchsorted(time, instants, side="right") - 1
    return np.where(first <= last, first if side == "left" else last, -1).astype(np.int64)


def _agree(one: Recording, other: Recording, until: float) -> bool:
    """Return whether two recordings have the same events before an instant, to the last bit."""
    width = min(one.known, other.known)

    def events(recording: Recording) -> Floats:
        rows = recording.written
        early = _is_marked(rows) & (rows[:, TIME_COLUMN] < until)
        return np.ascontiguousarray(rows[early, :width])

    return events(one).tobytes() == events(other).tobytes()
