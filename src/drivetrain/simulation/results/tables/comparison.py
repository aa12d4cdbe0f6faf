"""Comparison of two results, or of a result with measured data, signal by signal.

Results have both sides of every event, but not at the same instants: one run locks a clutch a
little later than the other, and between the two instants their signals have nothing to do with each
other. Events that are close together are taken as the same one: the values just before it are
compared with each other, and those just after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, overload

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.tracks.mode_comparison import ModeComparison, compared_modes
from drivetrain.calls import explained
from drivetrain.errors import NameLookupError, ResultError, UsageError, nearest, shown
from drivetrain.simulation.results.readers.frame import is_frame, read_frame
from drivetrain.simulation.results.readers.modelica_names import shifted
from drivetrain.simulation.results.row_layout import Layout, is_pattern
from drivetrain.simulation.results.tables.data_units import conversion
from drivetrain.text_tables import aligned, as_html, number

if TYPE_CHECKING:
    import pandas as pd

    from drivetrain.analysis.linear.linear_model import LinearModel

__all__ = ["Comparison", "Deviation", "Source", "compare"]

Floats = NDArray[np.float64]

_WINDOW = 1e-3
"""Distance of events that are taken as the same one, as a fraction of the common time span."""
_SHOWN = 10
_TITLES = ("signal", "deviation", "unit", "at", "relative", "rms")
_NUMBERS = (1, 3, 4, 5)


class Source(Protocol):
    """Trajectories: a result, or what a table of data has been read into."""

    @property
    def layout(self) -> Layout:
        """How the variables are read."""

    @property
    def model(self) -> str:
        """Name of the model, or a label of data."""

    @property
    def time(self) -> Floats:
        """Instants, s."""

    @property
    def is_repeatable(self) -> bool:
        """Whether values between the points can be computed exactly."""

    def at(
        self,
        time: Floats,
        name: str,
        /,
        *,
        side: Literal["left", "right"] = "right",
        method: Literal["exact", "linear"] = "exact",
    ) -> Any:
        """Return values of a variable at some instants."""


class Deviation(NamedTuple):
    """Deviation of one signal from its reference.

    Attributes
    ----------
    name : str
        The signal.
    unit : str
        Unit of the deviation; that of the first of the two.
    largest : float
        Largest absolute deviation.
    at : float
        Instant of it, s.
    relative : float
        The same relative to the largest magnitude of the reference.
    rms : float
        Root of the mean square over the time.
    values : tuple of float
        The two values at that instant.
    """

    name: str
    unit: str
    largest: float
    at: float
    relative: float
    rms: float
    values: tuple[float, float]


@dataclass(frozen=True, eq=False)
class Comparison(Mapping[str, Deviation]):
    """Deviations of signals: a mapping from names, the largest relative deviation first.

    Attributes
    ----------
    title : str
        What is compared with what.
    begin, end : float
        Time span that both cover, s.
    event_shifts : float array
        Distance in time, s, of the events that both have: positive if the reference is earlier.
    events_alone : int
        Number of the events that only one of them has.
    only_here, only_there : tuple of str
        Names of the first that the reference does not have, and the other way round; empty if the
        signals were named.
    """

    title: str
    begin: float
    end: float
    deviations: tuple[Deviation, ...] = field(repr=False)
    event_shifts: Floats = field(repr=False)
    events_alone: int
    only_here: tuple[str, ...] = field(default=(), repr=False)
    only_there: tuple[str, ...] = field(default=(), repr=False)

    @cached_property
    def _by_name(self) -> dict[str, Deviation]:
        return {one.name: one for one in self.deviations}

    def __getitem__(self, name: str) -> Deviation:
        """Return the deviation of a signal."""
        if name not in self._by_name:
            hint = nearest(str(name), self._by_name)
            raise NameLookupError(f"{name!r} was not compared{hint}")
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._by_name)

    def __len__(self) -> int:
        """Return the number of signals."""
        return len(self.deviations)

    @property
    def largest_relative(self) -> float:
        """Largest relative deviation of all signals."""
        return max((one.relative for one in self.deviations), default=0.0)

    @explained
    def to_pandas(self) -> pd.DataFrame:
        """Return the deviations as a table with one line per signal."""
        import pandas as pd

        fields = [name for name in Deviation._fields if name != "values"]
        table = pd.DataFrame([one[:-1] for one in self.deviations], columns=fields)
        table["value"] = [one.values[0] for one in self.deviations]
        table["reference"] = [one.values[1] for one in self.deviations]
        return table.set_index("name")

    def __str__(self) -> str:
        """Return the largest deviations as a table."""
        table = aligned(_TITLES, self._cells(), _NUMBERS)
        more = len(self) - _SHOWN
        rest = [f"… and {more} more with smaller relative deviations"][: more > 0]
        return "\n".join([self._caption(), table, *rest])

    def _repr_html_(self) -> str:
        """Return the largest deviations as a table for notebooks."""
        return as_html(self._caption(), _TITLES, self._cells(), _NUMBERS)

    def _caption(self) -> str:
        return f"{self.title}, {self.begin:g} s … {self.end:g} s: {self._counts()}"

    def _cells(self) -> list[tuple[str, ...]]:
        return [
            (one.name, number(one.largest, 3), "" if one.unit == "1" else one.unit,
             f"{number(one.at)} s", number(one.relative, 3), number(one.rms, 3))
            for one in self.deviations[:_SHOWN]
        ]  # fmt: skip

    def __repr__(self) -> str:
        """Return the same as `str`."""
        return f"<comparison of {self}>"

    def _counts(self) -> str:
        told = [f"{len(self)} signals"]
        if len(self.event_shifts):
            shift = float(np.abs(self.event_shifts).max())
            told.append(f"{len(self.event_shifts)} common events up to {shift:.3g} s apart")
        if self.events_alone:
            told.append(f"{self.events_alone} events of one alone")
        alone = len(self.only_here) + len(self.only_there)
        if alone:
            told.append(f"{alone} signals of one alone")
        return ", ".join(told)


@overload
def compare(
    result: Source | pd.DataFrame,
    reference: Source | pd.DataFrame,
    *names: str,
    event_window: float | None = None,
) -> Comparison: ...


@overload
def compare(result: Mapping[str, LinearModel]) -> ModeComparison: ...


@explained
def compare(
    result: Source | pd.DataFrame | Mapping[str, LinearModel],
    reference: Source | pd.DataFrame | None = None,
    *names: str,
    event_window: float | None = None,
) -> Comparison | ModeComparison:
    """Compare a result with another one or with measured data, or linear models with each other.

    Parameters
    ----------
    result, reference : Result or DataFrame
        What to compare with what. A table has its time in a column or index called ``time``, and
        may have units in its headers, ``"motor.w [rpm]"``; they are converted. In place of both, a
        mapping of names to linear models.
    *names : str
        Signals: names, or patterns with ``*`` and ``?``; by default all that both have.
    event_window : float, optional
        Distance, s, up to which events of the two are taken as the same one; by default a
        thousandth of the common time span.

    Returns
    -------
    Comparison or ModeComparison
        For each signal the largest absolute and relative deviation, its instant, and the root mean
        square, at the points of the one that has fewer, within the time that both cover. Between
        its points a result that knows its model has the values of the run itself; data, and results
        from files, are interpolated linearly. For linear models their eigenmodes side by side,
        matched by the parts that store energy, with degrees of freedom and contacts.

    Raises
    ------
    NameLookupError
        If one of them does not have a signal.
    UnitError
        If a signal is of another kind in the other.
    ResultError
        If they have no time or no signal in common.

    Examples
    --------
    >>> import drivetrain as dt
    >>> launch = dt.compile(dt.examples.find("CoupledClutches")())
    >>> fine, coarse = launch.simulate(tolerance=1e-9), launch.simulate(tolerance=1e-4)
    >>> dt.compare(coarse, fine).largest_relative < 1e-2
    True
    """
    if reference is None and isinstance(result, Mapping) and not hasattr(result, "layout"):
        return compared_modes(result)
    if reference is None or (isinstance(result, Mapping) and not hasattr(result, "layout")):
        raise UsageError(
            "compare: give a second result or a DataFrame, or linear models by name, "
            "compare({'open': one, 'stuck': other})"
        )
    one, other = _source(result), _source(reference)
    pairs, only_here, only_there = _pairs(one.layout, other.layout, names)
    samples = _Samples.of(one.time, other.time, _window(event_window))
    found = [_deviation(one, other, here, there, samples) for here, there in pairs]
    found.sort(key=lambda line: -line.relative if line.relative == line.relative else 0.0)
    return Comparison(
        f"{one.model} with {other.model}", samples.begin, samples.end, tuple(found),
        samples.shifts, samples.events_alone, only_here, only_there,
    )  # fmt: skip


def _source(thing: Any) -> Source:
    if is_frame(thing):
        return read_frame(thing)
    if isinstance(getattr(thing, "layout", None), Layout) and hasattr(thing, "at"):
        found: Source = thing
        return found
    raise ResultError(f"{shown(thing)}: compare results of simulate(model), or DataFrames")


def _window(asked: float | None) -> float | None:
    if asked is not None and not (isinstance(asked, int | float) and 0 <= asked < np.inf):
        raise UsageError(f"event_window={shown(asked)}: give a time in s, 0 or more")
    return asked


def _pairs(
    here: Layout, there: Layout, names: tuple[str, ...]
) -> tuple[list[tuple[str, str]], tuple[str, ...], tuple[str, ...]]:
    """Return the names of each signal in both, and the names that only one has."""
    moved = there.first_index - here.first_index
    found: dict[str, str | None] = {
        name: _counterpart(shifted(name, moved) if moved else name, here, there)
        for name in (here.match(*names) if names else here.names)
    }
    exact = {name for name in names if not is_pattern(name)}
    missing = [name for name, other in found.items() if other is None]
    for name in missing:
        if name in exact:
            there.position(shifted(name, moved))  # raises, with the nearest names
    pairs = [(name, other) for name, other in found.items() if other is not None]
    if not pairs:
        hint = f"; one has {shown(list(here.names)[:3])}, the other {shown(list(there.names)[:3])}"
        raise ResultError(f"the two have no signal in common{hint}")
    taken = {other for _, other in pairs}
    only_there = () if names else tuple(name for name in there.names if name not in taken)
    return pairs, () if names else tuple(missing), only_there


def _counterpart(name: str, here: Layout, there: Layout) -> str | None:
    """Return the name that a signal has in another layout."""
    if name in there.positions:
        return name
    if name in there.aliases:
        return there.aliases[name]
    others = (alias for alias, own in here.aliases.items() if own == name)
    return next((alias for alias in others if alias in there.positions), None)


@dataclass(frozen=True, eq=False)
class _Samples:
    """Where two sources are compared: the instant in each of them, and the side of events."""

    begin: float
    end: float
    here: Floats
    there: Floats
    is_left: NDArray[np.bool_]
    either_side: bool
    shifts: Floats
    events_alone: int

    @classmethod
    def of(cls, here: Floats, there: Floats, window: float | None) -> _Samples:
        if not (len(here) and len(there)):
            raise ResultError("one of the two has no points")
        begin, end = float(max(here[0], there[0])), float(min(here[-1], there[-1]))
        if begin > end:
            raise ResultError(
                f"the two have no time in common: {here[0]:g} s … {here[-1]:g} s and "
                f"{there[0]:g} s … {there[-1]:g} s"
            )
        inside = [np.unique(time[(time >= begin) & (time <= end)]) for time in (here, there)]
        grid = min((one for one in inside if len(one)), key=len, default=np.array([begin]))
        events = [_twice(time, begin, end) for time in (here, there)]
        nearby = _WINDOW * (end - begin) if window is None else window
        pairs = _same_events(events[0], events[1], nearby)
        alone = [_without(events[k], pairs[:, k]) for k in (0, 1)]
        both = len(events[0]) and len(events[1])
        if both:
            extra = np.concatenate(alone)
            pairs = np.concatenate([pairs, np.stack([extra, extra], axis=1)])
            first, last = pairs.min(axis=1), pairs.max(axis=1)
            covered = np.searchsorted(np.sort(first), grid, side="right") > np.searchsorted(
                np.sort(last), grid, side="left"
            )
            grid = grid[~covered]
        sides = np.repeat([False, True, False], [len(grid), len(pairs), len(pairs)])
        at = [np.concatenate([grid, pairs[:, k], pairs[:, k]]) for k in (0, 1)]
        order = np.lexsort((~sides, at[1], at[0]))
        n_pairs = len(pairs) - (sum(map(len, alone)) if both else 0)
        shifts = pairs[:n_pairs, 0] - pairs[:n_pairs, 1]
        return cls(
            begin, end, at[0][order], at[1][order], sides[order], not both, shifts,
            sum(map(len, alone)) if both else 0,
        )  # fmt: skip

    def values(self, source: Source, name: str, at: Floats, left: NDArray[np.bool_]) -> Floats:
        found = np.empty(len(at))
        method: Literal["exact", "linear"] = "exact" if source.is_repeatable else "linear"
        sides: tuple[tuple[Literal["left", "right"], NDArray[np.bool_]], ...]
        sides = ("left", left), ("right", ~left)
        for side, chosen in sides:
            if chosen.any():
                found[chosen] = source.at(at[chosen], name, side=side, method=method)
        return found


def _twice(time: Floats, begin: float, end: float) -> Floats:
    twice = np.unique(time[1:][np.diff(time) == 0])
    return twice[(twice >= begin) & (twice <= end)]


def _same_events(here: Floats, there: Floats, window: float) -> Floats:
    """Return pairs of instants that are nearest to each other and close, shape (n, 2)."""
    if not (len(here) and len(there)):
        return np.empty((0, 2))
    to_there, to_here = _nearest(here, there), _nearest(there, here)
    k = np.arange(len(here))
    same = (to_here[to_there] == k) & (np.abs(there[to_there] - here) <= window)
    return np.stack([here[same], there[to_there[same]]], axis=1)


def _nearest(these: Floats, others: Floats) -> NDArray[np.int64]:
    """Return the position of the nearest of the others."""
    after = np.clip(np.searchsorted(others, these), 1, max(len(others) - 1, 1))
    after = np.minimum(after, len(others) - 1)
    before = np.maximum(after - 1, 0)
    nearer = np.abs(others[before] - these) <= np.abs(others[after] - these)
    return np.where(nearer, before, after)


def _without(events: Floats, paired: Floats) -> Floats:
    return events[~np.isin(events, paired)]


def _deviation(one: Source, other: Source, here: str, there: str, at: _Samples) -> Deviation:
    """Return the deviation of one signal."""
    unit, own = _unit(one.layout, here), _unit(other.layout, there)
    factor, offset = conversion(own, unit, here)
    values = at.values(one, here, at.here, at.is_left)
    wanted = at.values(other, there, at.there, at.is_left) * factor + offset
    if at.either_side:
        values, wanted = _nearer_side(one, other, here, there, at, (values, wanted), factor, offset)
    away = np.abs(values - wanted)
    known = np.flatnonzero(~np.isnan(away))
    if not len(known):
        nan = np.nan
        return Deviation(here, unit or own, nan, nan, nan, nan, (nan, nan))
    worst = known[np.argmax(away[known])]
    largest = float(away[worst])
    size = float(np.abs(wanted[known]).max()) or float(np.abs(values[known]).max())
    relative = largest / size if size else 0.0
    pair = float(values[worst]), float(wanted[worst])
    rms = _rms(at.here[known], away[known])
    return Deviation(here, unit or own, largest, float(at.here[worst]), relative, rms, pair)


def _nearer_side(
    one: Source,
    other: Source,
    here: str,
    there: str,
    at: _Samples,
    right: tuple[Floats, Floats],
    factor: float,
    offset: float,
) -> tuple[Floats, Floats]:
    """Return the values on the side of events that agrees better: data do not tell which it is."""
    every = np.ones(len(at.here), dtype=bool)
    values = at.values(one, here, at.here, every)
    wanted = at.values(other, there, at.there, every) * factor + offset
    better = np.abs(values - wanted) < np.abs(right[0] - right[1])
    return np.where(better, values, right[0]), np.where(better, wanted, right[1])


def _unit(layout: Layout, name: str) -> str:
    return layout.units[layout.position(name)]


def _rms(time: Floats, away: Floats) -> float:
    """Return the root of the mean square over the time, by the trapezoidal rule."""
    span = time[-1] - time[0]
    if not span > 0:
        return float(np.sqrt(np.mean(away**2)))
    square = away**2
    return float(np.sqrt(np.sum(np.diff(time) * (square[1:] + square[:-1]) / 2) / span))
