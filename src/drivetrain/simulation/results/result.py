"""Result of a run: trajectories under their dotted names, events, energy, statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.calls import explained
from drivetrain.errors import NameLookupError, ParameterError, ResultError, shown
from drivetrain.modeling.argument_values import checked_value
from drivetrain.modeling.expression import Expr
from drivetrain.simulation.results.certificate import Certificate
from drivetrain.simulation.results.constant_callback import ConstantCallback
from drivetrain.simulation.results.event_log import EventLog, Shared
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.row_layout import (
    TIME_COLUMN,
    Layout,
    NamedValues,
    RowFlag,
    is_pattern,
)
from drivetrain.simulation.results.start_report import StartReport

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Layout", "Result", "RowFlag", "RunStatus", "Statistics"]


class RunStatus(Enum):
    """How a run ended; the value is a readable sentence."""

    DONE = "The run reached its stop time."
    INTERRUPTED = "The run was interrupted; the trajectory ends where it stopped."
    FAILED = "The run failed; the trajectory ends at the last accepted point."

    @property
    def sentence(self) -> str:
        """Meaning of the status, in one sentence."""
        return self.value


@dataclass(frozen=True)
class Statistics:
    """Size of the model, work done and wall time spent (in s).

    Parameters
    ----------
    states, equations : int
        Continuous states, and scalar equations before any simplification.
    steps, rejected_steps, stiff_steps, rhs_evaluations : int
        Accepted and rejected steps of the integrator, accepted ones made by the stiff method,
        evaluations of the derivatives.
    state_events, time_events, event_iterations : int
        Events found by a sign change, events at a known instant, total passes over the discrete
        equations.
    output_points : int
        Recorded rows.
    translate_time, initialise_time, simulate_time : float
        Wall time in s of compiling the model, finding consistent start values, and running.
    """

    states: int = 0
    equations: int = 0
    steps: int = 0
    rejected_steps: int = 0
    stiff_steps: int = 0
    rhs_evaluations: int = 0
    state_events: int = 0
    time_events: int = 0
    event_iterations: int = 0
    output_points: int = 0
    translate_time: float = 0.0
    initialise_time: float = 0.0
    simulate_time: float = 0.0


def _not_kept(model: str, what: str) -> str:
    return (
        f"the result of {model} was made without {what}, as those of an ensemble are: run it "
        "alone, simulate(parameters=…)"
    )


def _work_lines(stats: Statistics) -> list[tuple[str, str]]:
    events = f"{stats.state_events} state, {stats.time_events} time"
    return [
        ("states", f"{stats.states} (of {stats.equations} equations)"),
        ("events", f"{events} ({stats.event_iterations} iterations)"),
        ("steps", f"{stats.steps} ({stats.rejected_steps} rejected){_stiff(stats)}"),
    ]


def _stiff(stats: Statistics) -> str:
    return f", {stats.stiff_steps} by the stiff method" if stats.stiff_steps else ""


class Result(Mapping[str, NDArray[Any]]):
    """Trajectories of a run: a mapping from dotted names to arrays over :attr:`time`.

    Both sides of every event are kept, so an instant may occur twice in :attr:`time`: first the
    values just before the event, then those just after it.

    Parameters
    ----------
    layout : Layout
        How the variables are read from the rows.
    rows : float array, shape (n_rows, n_columns), or Recording
        Rows recorded by the run: time in s, :class:`RowFlag`, then the recorded columns.
    model : str
        Name of the model.
    status : RunStatus
        How the run ended.
    message : str
        Reason why it did not reach its stop time.
    parameters : mapping of str to float or ndarray
        Parameter values of this run.
    parameter_units : mapping of str to str
        Their units.
    stats : Statistics or callable
        Sizes, counters and times, or a function that returns them when :attr:`stats` is first read;
        omitted if they were not kept.
    energy : callable, optional
        Computes the energy audit from the result; called when :attr:`energy` is first read.
    settings : object, optional
        Settings of the run, stored unchanged.
    start : StartReport, optional
        How each start value was determined.
    sharing : callable, optional
        Finds the motions that elements share, for :attr:`events`.
    check : Certificate, optional
        Results of the automatic checks of the run.
    origin : object, optional
        What another run needs to continue from here, see :func:`drivetrain.simulate`.

    Examples
    --------
    >>> import drivetrain as dt
    >>> result = dt.simulate(dt.examples.find("CoupledClutches")())
    >>> float(result["J1.w"][0])
    10.0
    >>> figure = result.plot("J*.w", "clutch1.mode")
    """

    def __init__(
        self,
        layout: Layout,
        rows: NDArray[np.float64] | Recording,
        *,
        model: str,
        status: RunStatus,
        message: str = "",
        parameters: Mapping[str, Any] | None = None,
        parameter_units: Mapping[str, str] | None = None,
        stats: Statistics | Callable[[], Statistics] | None = None,
        energy: Callable[[Result], object] | None = None,
        settings: object | None = None,
        start: StartReport | None = None,
        sharing: Callable[[], tuple[Shared, ...]] = tuple,
        check: Certificate | None = None,
        origin: object | None = None,
    ) -> None:
        if not isinstance(layout, Layout):
            raise ResultError(f"{shown(layout)} is no layout: results are made by simulate(model)")
        self.layout = layout
        self._recording = rows if isinstance(rows, Recording) else Recording(rows)
        self.model = model
        self.status = status
        self.message = message
        self.parameters: Mapping[str, Any] = {} if parameters is None else parameters
        self.parameter_units: Mapping[str, str] = {} if parameter_units is None else parameter_units
        self._stats = stats
        self.settings = settings
        self.start = start or StartReport()
        self._audit = energy
        self._sharing = sharing
        self._check = check
        self._origin = origin

    def __getstate__(self) -> dict[str, Any]:
        """Pickle all data; the compiled model is not included."""
        kept = {**vars(self), "_sharing": ConstantCallback(self.events.shared)}
        kept["_stats"] = self._stats and self.stats
        try:
            audit: object = self._audit and ConstantCallback(self.energy)
        except ResultError:  # there is none, and the function says why
            audit = self._audit
        return {**kept, "_audit": audit}

    __eq__ = object.__eq__  # results are compared by the caller, variable by variable
    __hash__ = object.__hash__

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return the trajectory of a variable.

        Returns
        -------
        ndarray, shape (n_rows,)
            float64 for a real, int64 for an integer, bool for a Boolean variable; a fresh array.

        Raises
        ------
        NameLookupError
            If there is no such variable; the nearest names are suggested.
        """
        position = self._position(name)
        column = int(self.layout.column[position])
        if self._recording.is_better_alone(column):
            return self.layout.in_kind(self.to_numpy(name)[:, 0], position)
        return self.layout.values(self._recording.holding(column), position)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of all variables."""
        return iter(self.layout.names)

    def __len__(self) -> int:
        """Return the number of variables."""
        return len(self.layout)

    def __contains__(self, name: object) -> bool:
        """Return whether there is a variable of this name."""
        return isinstance(name, str) and name in self.layout.positions

    @property
    def rows(self) -> NDArray[np.float64]:
        """All recorded data: time in s, :class:`RowFlag`, then the recorded columns."""
        return self._recording.rows

    @cached_property
    def time(self) -> NDArray[np.float64]:
        """Time of each row in s, shape (n_rows,); read-only, never decreasing."""
        time = self._recording.written[:, TIME_COLUMN].copy()
        time.flags.writeable = False
        return time

    @property
    def names(self) -> Sequence[str]:
        """Dotted names of all variables in the order of declaration."""
        return self.layout.names

    @property
    def units(self) -> Mapping[str, str]:
        """Unit of each variable, such as ``"rad/s"``; ``"1"`` if it has none."""
        return NamedValues(self.layout, self.layout.units)

    @property
    def descriptions(self) -> Mapping[str, str]:
        """One line about each variable."""
        return NamedValues(self.layout, self.layout.descriptions)

    @cached_property
    def stats(self) -> Statistics:
        """Size of the model, work done and wall time spent.

        Raises
        ------
        ResultError
            If the result has none, like those of an ensemble.
        """
        if self._stats is None:
            raise ResultError(_not_kept(self.model, "statistics"))
        return self._stats() if callable(self._stats) else self._stats

    @cached_property
    def events(self) -> EventLog:
        """Log of events: when clutches locked, slipped or opened."""
        return EventLog.from_rows(self.layout, self._recording.written, self._sharing)

    @cached_property
    def energy(self) -> Any:
        """Energy audit of the run: energy supplied, stored and dissipated, and the imbalance.

        Raises
        ------
        ResultError
            If the result has none, like those of an ensemble.
        """
        if self._audit is None:
            raise ResultError(_not_kept(self.model, "an energy audit"))
        return self._audit(self)

    @property
    def origin(self) -> object | None:
        """What another run needs to continue from here; None if that is not possible."""
        return self._origin

    def written(self, row: int) -> NDArray[np.float64]:
        """Return what the run has written in a row: time, flag, states, and what else it records.

        Parameters
        ----------
        row : int
            Number of the row.
        """
        return np.array(self._recording.written[row])

    @property
    def check(self) -> Certificate:
        """Certificate of the run: results of the automatic checks.

        Raises
        ------
        ResultError
            If the result has none.
        """
        if self._check is None:
            raise ResultError(f"the result of {self.model} was made without a certificate")
        return self._check

    @property
    def final(self) -> Mapping[str, float | int | bool]:
        """Value of each variable at the end of the run."""
        if not len(self._recording):
            raise ResultError(f"the run of {self.model} recorded nothing, so it has no final value")
        return NamedValues(
            self.layout, _RowValues(self.layout, self._recording.row(len(self._recording) - 1))
        )

    @explained
    def match(self, *patterns: str) -> list[str]:
        """Return the names that match names or patterns (``"J*.w"``); see :meth:`Layout.match`."""
        for name in patterns:
            if not is_pattern(name):
                self._position(name)
        return self.layout.match(*patterns)

    @explained
    def at(
        self, time: ArrayLike, name: str, *, side: Literal["left", "right"] = "right"
    ) -> NDArray[Any]:
        """Return the value of a variable between the recorded points.

        Real variables are interpolated linearly, never across an event; integer and Boolean
        variables keep their value until the next recorded point.

        Parameters
        ----------
        time : float, array_like or quantity
            Instants in s, within the run.
        name : str
            Variable.
        side : {"right", "left"}
            Side that applies exactly at the instant of an event: just after it, or just before.

        Returns
        -------
        ndarray
            Values, of the shape of `time`.

        Raises
        ------
        ResultError
            If an instant is not a number or lies outside the run.
        """
        if not isinstance(side, str) or side not in ("left", "right"):
            raise ResultError(f"side={side!r} has no meaning; it is 'left' or 'right'")
        instants = _instants(time)
        self._check_inside(instants)
        values = self[name]
        before, after = self._neighbours(instants, side)
        if values.dtype != np.float64:
            exact = self.time[after] == instants
            return values[np.where(exact, after, before)]
        width = self.time[after] - self.time[before]
        part = np.divide(
            instants - self.time[before], width, out=np.zeros_like(instants), where=width > 0
        )
        between = values[before] + part * (values[after] - values[before])
        return np.where(part >= 1.0, values[after], between)

    @explained
    def to_numpy(self, *names: str) -> NDArray[np.float64]:
        """Return several variables in one array, which is faster than reading them one by one.

        Parameters
        ----------
        *names : str
            Names, or patterns with ``*`` and ``?`` (``"J*.w"``); all variables if none is given.

        Returns
        -------
        float array, shape (n_rows, n_variables)
            In the order of ``result.match(*names)``; Boolean and integer variables are converted to
            numbers.

        Raises
        ------
        NameLookupError
            If a name does not exist or a pattern matches nothing.

        Examples
        --------
        >>> import drivetrain as dt
        >>> result = dt.simulate(dt.examples.find("CoupledClutches")())
        >>> result.to_numpy("J1.w", "J2.w").shape
        (1516, 2)
        """
        return self._recording.take(self.layout.columns(*names))

    @explained
    def to_pandas(self) -> pd.DataFrame:
        """Return all variables as a table over time; units are in its ``attrs["units"]``."""
        import pandas as pd

        table = pd.DataFrame(dict(self.items()), index=pd.Index(self.time, name="time"))
        table.attrs["model"] = self.model
        table.attrs["units"] = dict(self.units)
        return table

    @explained
    def save(self, path: str | Path) -> Path:
        """Write the result to a file; the suffix determines the format.

        Parameters
        ----------
        path : str or Path
            ``.csv`` (text), ``.parquet`` (columns with units), or ``.mat`` (the layout read by
            viewers of Modelica results). The file appears only when it is complete.

        Returns
        -------
        Path
            The file written.

        Raises
        ------
        ResultError
            If the suffix is unknown, the folder is missing, or writing fails.
        """
        from drivetrain.simulation.results.writers import save

        return save(self, path)

    @explained
    def plot(self, *names: str, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Plot variables over time: one panel per unit, one above the other.

        Parameters
        ----------
        *names : str
            Names, or patterns with ``*`` and ``?`` (``"J*.w"``).
        path : str or Path, optional
            Write the figure to this file as well (``.png``, ``.svg``, ``.pdf``).
        title : str, optional
            Title; the name of the model by default.

        Returns
        -------
        matplotlib.figure.Figure
            The figure.
        """
        from drivetrain.plotting.result import plot_result

        return plot_result(self, names, path=path, title=title)

    @explained
    def summary(self, *, message: bool = True) -> str:
        """Return a few lines about the run: how it ended and, if available, sizes and work.

        Parameters
        ----------
        message : bool
            Whether to include the model's own message on why it ended early.
        """
        stats = self.stats if self._stats else None
        lines = [
            ("model", self.model),
            ("status", self.status.sentence),
            ("", self.message if message else ""),
            ("time", self._span()),
            *(_work_lines(stats) if stats else ()),
            ("output", f"{len(self._recording)} points of {len(self)} variables"),
            ("wall time", _wall_time_text(stats) if stats else ""),
            ("check", "" if self._check is None else self._check.line),
        ]
        return "\n".join(f"{label:<10} {text}".rstrip() for label, text in lines if text)

    def __repr__(self) -> str:
        """Return one line."""
        ended = "" if self.status is RunStatus.DONE else f", {self.status.name.lower()}"
        size = f"{len(self)} variables, {len(self._recording)} points"
        return f"<Result of {self.model}: {self._span()}, {size}{ended}>"

    def _repr_html_(self) -> str:
        """Return the summary as a small table for notebooks."""
        return f"<pre>{escape(self.summary())}</pre>"

    def _position(self, name: str) -> int:
        if name not in self and isinstance(name, str) and name in self.parameters:
            raise NameLookupError(
                f"{name!r} is a parameter, not a variable: read result.parameters[{name!r}]"
            )
        return self.layout.position(name)

    def _span(self) -> str:
        if not len(self._recording):
            return "nothing recorded"
        return f"{self.time[0]:g} s … {self.time[-1]:g} s"

    def _check_inside(self, instants: NDArray[np.float64]) -> None:
        if not len(self._recording):
            raise ResultError(f"the run of {self.model} recorded nothing")
        outside = ~((instants >= self.time[0]) & (instants <= self.time[-1]))
        if outside.any():
            asked, first, last = _told_apart(instants[outside].flat[0], *self.time[[0, -1]])
            raise ResultError(f"t = {asked} s lies outside of the run ({first} s … {last} s)")

    def _neighbours(
        self, instants: NDArray[np.float64], side: Literal["left", "right"]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the recorded rows before and after each instant, on one side of events."""
        found = np.searchsorted(self.time, instants, side=side)
        last = len(self.time) - 1
        after = np.minimum(found, last).astype(np.int64)
        before = np.clip(found - 1, 0, last).astype(np.int64)
        return before, after


def _told_apart(asked: float, first: float, last: float) -> tuple[str, str, str]:
    """Return an instant outside a run, and both ends of it, with enough digits to show this."""
    for digits in (6, 9, 12, 15, 17):
        at, begin, end = (f"{time:.{digits}g}" for time in (asked, first, last))
        if not float(begin) <= float(at) <= float(end):
            break
    return at, begin, end


def _instants(time: ArrayLike) -> NDArray[np.float64]:
    try:
        instants = checked_value(time, "t", "s")
    except ParameterError:
        instants = None
    if instants is None or isinstance(instants, Expr):
        raise ResultError(f"t = {shown(time)}: give instants in s, as numbers")
    return np.asarray(instants)


@dataclass(frozen=True)
class _RowValues(Sequence[Any]):
    """The values of all variables in one row, read on access."""

    layout: Layout
    row: NDArray[np.float64] = field(repr=False)

    def __len__(self) -> int:
        return len(self.layout)

    def __getitem__(self, position: Any) -> Any:
        return self.layout.values(self.row, position)[0].item()


def _wall_time_text(stats: Statistics) -> str:
    parts = {
        "translating": stats.translate_time,
        "initialising": stats.initialise_time,
        "simulating": stats.simulate_time,
    }
    return ", ".join(f"{_seconds(value)} {what}" for what, value in parts.items())


def _seconds(value: float) -> str:
    return f"{value:.2f} s" if value >= 1.0 else f"{1e3 * value:.3g} ms"
