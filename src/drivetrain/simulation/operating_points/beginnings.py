"""Points at which the search for a steady state begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from drivetrain.compiler.frontend.values import Values
from drivetrain.simulation.operating_points.given_values import turning_together, with_given
from drivetrain.simulation.operating_points.runs import Starter, reached
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings
from drivetrain.simulation.slopes.reached import Reached

__all__ = ["Beginning", "Beginnings"]

Beginning = Callable[[], Reached]

_LATER = (1 / 16, 1 / 4, 1.0)
"""Parts of a run after which a steady state is sought again, if none is near its start."""


@dataclass(eq=False)
class Beginnings:
    """Points of a model at which searches for its steady states may begin.

    Attributes
    ----------
    prepared : PreparedModel
        The model.
    settings : Settings
        Settings of its runs.
    values : Values
        Parameters and start values.
    speeds : mapping of int to float
        Speeds that are asked for, by the number of the variable.
    time : float or None
        Instant of the run from which the search begins; None for the start.
    """

    prepared: PreparedModel
    settings: Settings
    values: Values
    speeds: Mapping[int, float]
    time: float | None
    _first: Reached | None = field(default=None, repr=False)

    def first(self) -> Reached:
        """Return the point that was asked for: an instant, or the start, with the given speeds."""
        if self._first is None:
            if self.time is not None:
                self._first = self._at(self.values, self.time)
            else:
                self._first = self._start(self._with_speeds())
        return self._first

    def same(self, other: Beginnings) -> bool:
        """Return whether another search begins at the same instant of the same run."""
        mine, others = self.values, other.values
        return (
            self.time is not None
            and (self.prepared, self.settings, self.time)
            == (other.prepared, other.settings, other.time)
            and np.array_equal(mine.parameter, others.parameter)
            and np.array_equal(mine.tables, others.tables)
        )

    def every(self) -> Iterator[Beginning]:
        """Yield what returns the points, the most likely first.

        With given speeds, contacts that can stick do. A run settles contacts, too, and leaves
        points where a slope vanishes. Where the given speeds do not fit the rest of the start, the
        start of the model does.
        """
        if self.speeds and self.time is None:
            yield partial(self._start, self._together())
        yield self.first
        if self.speeds and self.time is None:
            yield partial(self._start, self.values)
        first = self.settings.start_time if self.time is None else self.time
        later = [first + part * (self.settings.stop_time - first) for part in _LATER]
        begun = [self._with_speeds(), self.values] if self.speeds else [self.values]
        for values in begun:
            for at in later:
                yield partial(self._at, values, at)

    def _with_speeds(self) -> Values:
        if not self.speeds:
            return self.values
        return with_given(self.prepared.translation, self.values, self.speeds)

    def _together(self) -> Values:
        return turning_together(self.prepared.translation, self.values, self.speeds)

    def _start(self, values: Values) -> Reached:
        return Starter(self.prepared).start(self.settings, values)

    def _at(self, values: Values, at: float) -> Reached:
        with reached(self.prepared, self.settings, values, at) as point:
            return point
