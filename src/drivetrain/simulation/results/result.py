"""Result of a run: trajectories under their dotted names, events, energy, statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.calls import explained, folding
from drivetrain.errors import NameLookupError, ResultError, shown
from drivetrain.markup import pairs
from drivetrain.modeling.argument_values import check_flags
from drivetrain.simulation.output_times import output_points_of
from drivetrain.simulation.results.certificate import Certificate
from drivetrain.simulation.results.constant_callback import ConstantCallback
from drivetrain.simulation.results.dense_values import DenseValues, Repeat, Side
from drivetrain.simulation.results.event_log import EventLog, Shared
from drivetrain.simulation.results.instants import (
    RowValues,
    check_choice,
    chosen_instants,
    instants_of,
    interpolated,
    shaped,
    told_apart,
)
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.row_layout import (
    TIME_COLUMN,
    Columns,
    Layout,
    NamedValues,
    RowFlag,
    is_pattern,
)
from drivetrain.simulation.results.run_views.views import Views
from drivetrain.simulation.results.selection import event_rows, narrowed, only
from drivetrain.simulation.results.shown_units import in_units
from drivetrain.simulation.results.start_report import StartReport
from drivetrain.simulation.results.statistics import (
    RunStatus,
    Statistics,
    wall_time_text,
    work_lines,
)
from drivetrain.simulation.results.tables.parameter_facts import (
    PlainParameterValues,
    RunParameterValues,
)
from drivetrain.simulation.results.tables.variable_table import VariableTable

if TYPE_CHECKING:
    import pandas as pd

    from drivetrain.analysis.linear.linear_models import LinearModels
    from drivetrain.analysis.order_analysis.order_map import OrderMap
    from drivetrain.simulation.results.energy_flow.assembly import EnergySource
    from drivetrain.simulation.results.readers.contents import Contents
    from drivetrain.simulation.results.run_views.model_description import ModelDescription
    from drivetrain.simulation.results.tables.comparison import Comparison

__all__ = ["Layout", "Result", "RowFlag", "RunStatus", "Statistics"]

Method = Literal["exact", "linear"]


def _not_kept(model: str, what: str, origin: str) -> str:
    if origin:
        return f"the result of {model} was {origin}, which has no {what.removeprefix('an ')}"
    return (
        f"the result of {model} was made without {what}, as those of an ensemble are: run it "
        "alone, simulate(parameters=…)"
    )


class Result(Views, Mapping[str, NDArray[Any]]):
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
    repeat : callable, optional
        Makes the run again with other output points, for :meth:`at` and :meth:`resample`.
    at_events : tuple of Layout and float array, optional
        Rows on both sides of each event, if `rows` hold some variables only.
    audited : Recording, optional
        Rows of which the energy audit is made, if it is not `rows`.
    energy_source : EnergySource, optional
        What :meth:`energy_flow` is made of.
    description : ModelDescription, optional
        What is known of the model beside its variables.
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
        repeat: Repeat | None = None,
        at_events: tuple[Layout, NDArray[np.float64]] | None = None,
        audited: Recording | None = None,
        energy_source: EnergySource | None = None,
        description: ModelDescription | None = None,
        origin: object | None = None,
    ) -> None:
        if not isinstance(layout, Layout):
            raise ResultError(f"{shown(layout)} is no layout: results are made by simulate(model)")
        self.layout = layout
        self._recording = rows if isinstance(rows, Recording) else Recording(rows)
        self.model = model
        self.status = status
        self.message = message
        if not isinstance(parameters, RunParameterValues | PlainParameterValues):
            parameters = PlainParameterValues(parameters or {})
        self.parameters: RunParameterValues | PlainParameterValues = parameters
        self.parameter_units: Mapping[str, str] = {} if parameter_units is None else parameter_units
        self._stats = stats
        self.settings = settings
        self.start = start or StartReport()
        self._audit = energy
        self._sharing = sharing
        self._check = check
        self._repeat = repeat
        self._at_events = at_events
        self._audited = audited
        self._energy_source = energy_source
        self.description = description
        self._made_of = ""
        self._origin = origin
        self._along: Callable[..., LinearModels] | None = None

    @classmethod
    @explained
    def load(cls, path: str | Path) -> Result:
        """Read a result from a file.

        Parameters
        ----------
        path : str or Path
            A file written by :meth:`save`, or by a Modelica tool: ``.csv``, ``.parquet``, or the
            ``.mat`` of Dymola and OpenModelica. An instant that occurs twice is an event.

        Returns
        -------
        Result
            What the file holds. Text (``.csv``) has no units unless they follow the names as in
            ``motor.w [rpm]``. Variables of Modelica tools are found under the name in the file and
            under the name here (``clutch1.startForward``, ``clutch1.start_forward``); their arrays
            begin at 1. Statistics, energy audit and certificate are not in files.

        Raises
        ------
        ResultError
            If the file cannot be read.

        Examples
        --------
        >>> import drivetrain as dt
        >>> result = dt.simulate(dt.examples.find("CoupledClutches")())
        >>> from tempfile import mkdtemp
        >>> path = result.save(f"{mkdtemp()}/clutches.mat", "J*.w", "clutch1.mode")
        >>> dt.Result.load(path)
        <Result of CoupledClutches: 0 s … 1.5 s, 5 variables, 1516 points>
        """
        from drivetrain.simulation.results.readers import read

        return cls._of(read(path), f"read from '{path}'")

    @classmethod
    @explained
    def from_pandas(
        cls,
        table: pd.DataFrame,
        *,
        time: str | None = None,
        units: Mapping[str, str] | None = None,
        model: str = "data",
    ) -> Result:
        """Make a result of a table, such as measured data, to plot and compare it.

        Parameters
        ----------
        table : DataFrame
            One column per variable. The time is the column `time`, else one called ``time``,
            ``Time`` or ``t``, else an index of such a name. A unit may follow a name:
            ``"motor.w [rpm]"``.
        time : str, optional
            Column of the time.
        units : mapping of str to str, optional
            Unit by column; else that in the header, else in ``table.attrs["units"]``.
        model : str
            Label of the data.

        Raises
        ------
        ResultError
            If there is no time, it decreases, or a column does not hold numbers.

        Examples
        --------
        >>> import pandas as pd
        >>> measured = pd.DataFrame({"time": [0.0, 0.1, 0.2], "motor.w [rpm]": [0.0, 95.0, 191.0]})
        >>> Result.from_pandas(measured).units["motor.w"]
        'rpm'
        """
        from drivetrain.simulation.results.readers.frame import is_frame, read_frame

        if not is_frame(table):
            raise ResultError(f"{shown(table)} is no DataFrame")
        found = read_frame(table, time=time, units=units, model=model)
        return cls._of(found, "made of a table")

    @classmethod
    def _of(cls, contents: Contents, origin: str) -> Result:
        result = cls(
            contents.layout,
            contents.rows,
            model=contents.model,
            status=RunStatus[contents.status.upper()],
            message=contents.message,
            parameters=contents.parameters,
            parameter_units=contents.parameter_units,
        )
        result._made_of = origin
        return result

    def __getstate__(self) -> dict[str, Any]:
        """Pickle all data; the compiled model is not included."""
        kept = {**vars(self), "_sharing": ConstantCallback(self.events.shared)}
        kept["_stats"] = self._stats and self.stats
        for of_the_model in ("_repeat", "_along", "_energy_source", "description"):
            kept[of_the_model] = None
        kept.pop("_dense", None)
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
        with folding():
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
        layout = self.layout
        return isinstance(name, str) and (name in layout.positions or name in layout.aliases)

    @property
    def recording(self) -> Recording:
        """The recorded data, and how the rest is computed from them."""
        return self._recording

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

    @property
    def variables(self) -> VariableTable:
        """Table of contents: unit, least and greatest value, and description of each variable.

        ``result.variables("clutch*")`` is the part of it that matches a pattern.
        """
        return VariableTable(self)

    @cached_property
    def stats(self) -> Statistics:
        """Size of the model, work done and wall time spent.

        Raises
        ------
        ResultError
            If the result has none, like those of an ensemble.
        """
        if self._stats is None:
            raise ResultError(_not_kept(self.model, "statistics", self._made_of))
        return self._stats() if callable(self._stats) else self._stats

    @cached_property
    def events(self) -> EventLog:
        """Log of events: when clutches locked, slipped or opened."""
        layout, rows = self.event_source
        return EventLog.from_rows(layout, rows, self._sharing)

    @cached_property
    def energy(self) -> Any:
        """Energy audit of the run: energy supplied, stored and dissipated, and the imbalance.

        Raises
        ------
        ResultError
            If the result has none, like those of an ensemble.
        """
        if self._audit is None:
            raise ResultError(_not_kept(self.model, "an energy audit", self._made_of))
        return self._audit(self)

    @property
    def origin(self) -> object | None:
        """What another run needs to continue from here; None if that is not possible."""
        return self._origin

    @explained
    def written(self, row: int) -> NDArray[np.float64]:
        """Return what the run has written in a row: time, flag, states, and what else it records.

        Parameters
        ----------
        row : int
            Number of the row.
        """
        if not isinstance(row, int | np.integer) or not 0 <= row < len(self._recording):
            raise ResultError(
                f"written({shown(row)}): give the number of a row, 0 to {len(self._recording) - 1}"
            )
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
            told = f"was {self._made_of}" if self._made_of else "was made"
            raise ResultError(f"the result of {self.model} {told} without a certificate")
        return self._check

    @property
    def final(self) -> Mapping[str, float | int | bool]:
        """Value of each variable at the end of the run."""
        if not len(self._recording):
            raise ResultError(f"the run of {self.model} recorded nothing, so it has no final value")
        return NamedValues(
            self.layout, RowValues(self.layout, self._recording.row(len(self._recording) - 1))
        )

    @explained
    def match(self, *patterns: str) -> list[str]:
        """Return the names that match names or patterns (``"J*.w"``); see :meth:`Layout.match`."""
        for name in patterns:
            if not is_pattern(name):
                self._position(name)
        return self.layout.match(*patterns)

    @explained
    def select(self, *names: str) -> Result:
        """Return the same run with some of its variables only.

        To keep them alone in memory from the end of the run on, use ``simulate(record=[…])``.

        Parameters
        ----------
        *names : str
            Names, or patterns with ``*`` and ``?`` (``"J*.w"``); only the time if none is given.

        Returns
        -------
        Result
            With the same events, parameters, energy audit and certificate. What was left out is
            refused as not recorded.

        Raises
        ------
        NameLookupError
            If a name does not exist or a pattern matches nothing.

        Examples
        --------
        >>> import drivetrain as dt
        >>> result = dt.simulate(dt.examples.find("CoupledClutches")())
        >>> result.select("J*.w", "clutch1.mode").names
        ['J1.w', 'J2.w', 'J3.w', 'J4.w', 'clutch1.mode']
        """
        layout, columns = narrowed(self.layout, names)
        own = Result.__new__(Result)
        vars(own).update(vars(self))
        for cached in ("time", "_dense"):
            vars(own).pop(cached, None)
        whole, rows = self.event_source
        vars(own).update(
            layout=layout,
            _recording=only(columns, self._recording),
            _at_events=(whole, rows if self._at_events else rows[event_rows(rows)]),
            _audited=self.audited,
            _repeat=self._repeat and partial(_only_again, columns, self._repeat),
        )
        return own

    @property
    def audited(self) -> Recording:
        """Rows with all variables, of which the energy audit is made."""
        return self._audited or self._recording

    @property
    def event_source(self) -> tuple[Layout, NDArray[np.float64]]:
        """Layout and rows with both sides of all events, also if some variables are kept only."""
        return self._at_events or (self.layout, self._recording.written)

    @overload
    def at(self, time: Any, name: str, /, *, side: Side = ..., method: Method = ...) -> Any: ...

    @overload
    def at(
        self, time: Any, *names: str, side: Side = ..., method: Method = ...
    ) -> dict[str, NDArray[Any]]: ...

    @explained
    def at(self, time: Any, *names: str, side: Side = "right", method: Method = "exact") -> Any:
        """Return values of variables at any instants, as exact as the run.

        They are those that a run with these output points would record, to the last bit. For
        instants that are not among its points, the run is made again, up to the last of them: ask
        for all of them at once.

        Parameters
        ----------
        time : float, array_like or quantity
            Instants in s, within the run, in any order.
        *names : str
            Names, or patterns with ``*`` and ``?`` (``"J*.w"``); all variables if none is given.
        side : {"right", "left"}
            Side that applies exactly at the instant of an event: just after it, or just before.
        method : {"exact", "linear"}
            With ``"linear"`` real variables are interpolated between the recorded points, never
            across an event, and others keep their value until the next point. This is not exact,
            but needs no model.

        Returns
        -------
        ndarray, number or dict
            For one name the values, an array of the shape of `time`, or a number if that is one.
            For several names, a pattern or none, the values by name.

        Raises
        ------
        ResultError
            If an instant is not a number or lies outside the run, or if it is not among the
            recorded points and the result comes without its model.
        NameLookupError
            If a name does not exist or a pattern matches nothing.

        Examples
        --------
        >>> import drivetrain as dt
        >>> result = dt.simulate(dt.examples.find("CoupledClutches")())
        >>> speed = result.at(0.4321, "J1.w")
        >>> exact = dt.simulate(dt.examples.find("CoupledClutches")(), output_times=[0.4321])
        >>> bool(speed == exact.at(0.4321, "J1.w"))
        True
        >>> list(result.at([0.1, 0.2], "J1.w", "J2.w"))
        ['J1.w', 'J2.w']
        """
        check_choice("side", side, ("left", "right"))
        check_choice("method", method, ("exact", "linear"))
        instants = instants_of(time)
        self._check_inside(instants)
        found = self.match(*names) if names else list(self.names)
        if method == "linear":
            values = {name: interpolated(self.time, self[name], instants, side) for name in found}
        else:
            values = self._exact(instants, names, found, side)
        alone = len(names) == 1 and (names[0] in self or not is_pattern(names[0]))
        return values[found[0]] if alone else values

    @explained
    def resample(self, interval: Any = None, *, output_times: Any = None) -> Result:
        """Return the same run with other output points, as exact as the run.

        Start, end and both sides of every event are kept in addition, so that everything else, such
        as :attr:`events` and :attr:`energy`, can be read from it as well.

        Parameters
        ----------
        interval : float or quantity, optional
            Spacing of output points, s; infinite for events only.
        output_times : array_like or quantity, optional
            Increasing instants within the run, s, in place of that.

        Returns
        -------
        Result
            The rows of a run with these output points, to the last bit.

        Raises
        ------
        UsageError
            If the points are not valid.
        ResultError
            If the result comes without its model.

        Examples
        --------
        >>> import drivetrain as dt
        >>> result = dt.simulate(dt.examples.find("CoupledClutches")())
        >>> result.resample(0.5)
        <Result of CoupledClutches: 0 s … 1.5 s, 109 variables, 22 points>
        """
        self._check_recorded()
        instants, told = output_points_of(interval, output_times, *self.time[[0, -1]].tolist())
        recording = self._dense.resampled(instants)
        settings = self.settings
        return Result(
            self.layout,
            recording,
            model=self.model,
            status=self.status,
            message=self.message,
            parameters=self.parameters,
            parameter_units=self.parameter_units,
            stats=self._stats and replace(self.stats, output_points=len(recording)),
            energy=self._audit,
            settings={**settings, **told} if isinstance(settings, Mapping) else settings,
            start=self.start,
            sharing=self._sharing,
            check=self._check,
            repeat=self._repeat,
            at_events=self._at_events,
            audited=self._audited,
            energy_source=self._energy_source,
            description=self.description,
        )

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
    def to_pandas(self, *names: str, units: str | Mapping[str, str] | None = None) -> pd.DataFrame:
        """Return variables as a table over time; units are in its ``attrs["units"]``.

        Parameters
        ----------
        *names : str
            Names, or patterns with ``*`` and ``?`` (``"J*.w"``); all variables if none is given.
        units : str or mapping of str to str, optional
            Units by name or pattern, ``{"*.w": "rpm"}``; one unit for all variables of its kind; or
            ``dt.display_units``. A column that is converted says so: ``"J1.w [rpm]"``.

        Raises
        ------
        NameLookupError
            If a name does not exist or a pattern matches nothing.
        UnitError
            If a unit is unknown, or of another kind than a variable.
        """
        import pandas as pd

        chosen = self.select(*names) if names else self
        table = pd.DataFrame(dict(chosen.items()), index=pd.Index(self.time, name="time"))
        table.attrs["model"] = self.model
        table.attrs["units"] = dict(chosen.units)
        return table if units is None else in_units(table, units)

    @explained
    def save(self, path: str | Path, *names: str, header_units: bool = False) -> Path:
        """Write the result to a file; the suffix determines the format.

        Parameters
        ----------
        path : str or Path
            ``.csv`` (text), ``.parquet`` (columns with units), or ``.mat`` (the layout read by
            viewers of Modelica results). The file appears only when it is complete.
        *names : str
            What to save: names, or patterns with ``*`` and ``?`` (``"J*.w"``); all variables if
            none is given.
        header_units : bool
            Whether units follow the names in ``.csv``, as in ``J1.w [rad/s]``; the other formats
            always hold them.

        Returns
        -------
        Path
            The file written.

        Raises
        ------
        ResultError
            If the suffix is unknown, the folder is missing, or writing fails.
        NameLookupError
            If a name does not exist or a pattern matches nothing.
        """
        from drivetrain.simulation.results.writers import save

        return save(self.select(*names) if names else self, path, header_units)

    @explained
    def compare(
        self,
        reference: Result | pd.DataFrame,
        *names: str,
        event_window: float | None = None,
    ) -> Comparison:
        """Compare this result with another one, or with measured data.

        Parameters
        ----------
        reference : Result or DataFrame
            What to compare it with.
        *names : str
            Signals: names, or patterns with ``*`` and ``?``; by default all that both have.
        event_window : float, optional
            As for :func:`drivetrain.compare`.

        Returns
        -------
        Comparison
            Deviation of each signal, see :func:`drivetrain.compare`.
        """
        from drivetrain.simulation.results.tables.comparison import compare

        return compare(self, reference, *names, event_window=event_window)

    @explained
    def orders(
        self,
        signal: str,
        shaft: str,
        *,
        revolutions: int = 8,
        highest: float = 20.0,
        window: str = "rectangular",
        overlap: float = 0.5,
        between: tuple[float, float] | None = None,
        method: Method = "exact",
    ) -> OrderMap:
        """Return the orders of a variable over the angle of a shaft, in windows along the run.

        An order is a number of waves per revolution of the shaft. The windows are whole
        revolutions, and their integrals are made of values at equal parts of the angle, computed as
        exactly as the run; the cells between these are split at events, so that jumps do no harm.

        Parameters
        ----------
        signal : str
            Name of the variable, such as ``"intermediate_shaft.tau"``.
        shaft : str
            Reference shaft: the name of a part with an angle ``phi``, or of any angle.
        revolutions : int
            Length of a window in revolutions of the shaft. It resolves orders in steps of
            1 / revolutions: half-integer orders need an even number.
        highest : float
            Highest order.
        window : {"rectangular", "hann"}
            Weight over a window. Without one, whole orders do not leak into each other; with
            ``"hann"`` what lies between the steps leaks less, and every order shows in its two
            neighbours by one half.
        overlap : float
            Part of a window that the next one shares, from 0 to less than 1.
        between : tuple of float, optional
            First and last instant to look at, s; by default the whole run.
        method : {"exact", "linear"}
            With ``"linear"`` the recorded points are joined by straight lines, which is not exact
            but needs no model.

        Returns
        -------
        OrderMap
            Amplitude (the peak of each harmonic) and phase (at the zero of the angle) of all orders
            in each window, the half range in each revolution, and the highest reliable order.

        Raises
        ------
        NameLookupError
            If a name does not exist.
        UsageError
            If a number or choice is not valid, or `shaft` is no angle.
        AnalysisError
            If the shaft nowhere turns steadily in one direction for a whole window.
        ResultError
            If the result comes without its model and `method` is exact.

        Examples
        --------
        >>> import drivetrain as dt
        >>> run = dt.simulate(dt.examples.find("machines.ShipShafting")())
        >>> orders = run.orders("intermediate_shaft.tau", shaft="flywheel", revolutions=1)
        >>> orders.order(6)
        <order 6 of intermediate_shaft.tau over flywheel.phi>
        """
        from drivetrain.simulation.results.orders import orders_of

        return orders_of(
            self,
            signal,
            shaft,
            revolutions=revolutions,
            highest=highest,
            window=window,
            overlap=overlap,
            between=between,
            method=method,
        )

    @explained
    def linearise(
        self,
        at: ArrayLike | EventLog | str = "events",
        *,
        side: str = "both",
        inputs: Iterable[str] = (),
        outputs: Iterable[str] = ("*",),
    ) -> LinearModels:
        """Return linear models along the run, such as on both sides of every event.

        The run is made again up to these instants; contacts are frozen as they are then. Between
        events frequencies change with gains and characteristics, at events they jump with contacts.

        Parameters
        ----------
        at : array_like, EventLog or {"events"}
            Instants, s; or events, :attr:`events` or some of them.
        side : {"both", "before", "after"}
            Sides of an event at an instant.
        inputs, outputs : iterable of str
            As for :func:`drivetrain.linearise`.

        Returns
        -------
        LinearModels
            In the order of time.

        Raises
        ------
        ResultError
            If an instant is outside the run, or the result comes without its model.
        AnalysisError
            If there is no linear model at an instant, or the run continues another one.

        Examples
        --------
        >>> import drivetrain as dt
        >>> run = dt.simulate(dt.examples.find("CoupledClutches")())
        >>> along = run.linearise(run.events.of("clutch1.mode"), outputs=["J*.w"])
        >>> len(along), along.sides[:2]
        (10, ('before', 'after'))
        """
        if self._along is None:
            raise ResultError(
                f"this result of {self.model} comes without its model (it was loaded, copied or "
                "unpickled): run the model again"
            )
        instants = chosen_instants(at, self.events)
        self._check_inside(instants)
        check_choice("side", side, ("both", "before", "after"))
        return self._along(self, instants, side, inputs, outputs)

    def with_linear_models(self, along: Callable[..., LinearModels]) -> Result:
        """Return the result itself, which now knows how to linearise its model."""
        self._along = along
        return self

    @explained
    def summary(self, *, message: bool = True) -> str:
        """Return a few lines about the run: how it ended and, if available, sizes and work.

        Parameters
        ----------
        message : bool
            Whether to include the model's own message on why it ended early.
        """
        check_flags("summary", message=message)
        lines = self.summary_lines(message=message)
        return "\n".join(f"{label:<10} {text}".rstrip() for label, text in lines)

    def summary_lines(self, *, message: bool = True) -> list[tuple[str, str]]:
        """Return the lines of :meth:`summary` as pairs of label and text.

        Parameters
        ----------
        message : bool
            As for :meth:`summary`.
        """
        check_flags("summary", message=message)
        stats = self.stats if self._stats else None
        lines = [
            ("model", self.model),
            ("status", self.status.sentence),
            ("", self.message if message else ""),
            ("time", self._span()),
            *(work_lines(stats) if stats else ()),
            ("output", f"{len(self._recording)} points of {self._kept} variables"),
            ("wall time", wall_time_text(stats) if stats else ""),
            ("check", "" if self._check is None else self._check.line),
        ]
        return [(label, text) for label, text in lines if text]

    def __repr__(self) -> str:
        """Return one line."""
        ended = "" if self.status is RunStatus.DONE else f", {self.status.name.lower()}"
        size = f"{len(self)} variables, {len(self._recording)} points"
        return f"<Result of {self.model}: {self._span()}, {size}{ended}>"

    def _repr_html_(self) -> str:
        """Return the summary as a small table for notebooks."""
        return pairs(self.summary_lines())

    def _ipython_key_completions_(self) -> list[str]:
        """Return what an interactive session completes in ``result["…"]``."""
        return list(self.layout.names)

    @property
    def _kept(self) -> str:
        whole = self.layout.whole
        return f"{len(self)} of {len(whole)}" if whole is not None else f"{len(self)}"

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

    @property
    def is_repeatable(self) -> bool:
        """Whether the result knows its model, so that :meth:`at` can compute any value exactly."""
        return self._repeat is not None

    @cached_property
    def _dense(self) -> DenseValues:
        return DenseValues(self._recording, self._repeat, self.model)

    def _exact(
        self, instants: NDArray[np.float64], asked: Sequence[str], found: Sequence[str], side: Side
    ) -> dict[str, Any]:
        """Return values as exact as the run, by name."""
        values = self._dense.take(self.layout.columns(*asked), instants.ravel(), side)
        return {
            name: shaped(self.layout.in_kind(column, self._position(name)), instants)
            for name, column in zip(found, values.T.copy(), strict=True)
        }

    def _check_recorded(self) -> None:
        if not len(self._recording):
            raise ResultError(f"the run of {self.model} recorded nothing")

    def _check_inside(self, instants: NDArray[np.float64]) -> None:
        self._check_recorded()
        outside = ~((instants >= self.time[0]) & (instants <= self.time[-1]))
        if outside.any():
            asked, first, last = told_apart(instants[outside].flat[0], *self.time[[0, -1]])
            raise ResultError(f"t = {asked} s lies outside of the run ({first} s … {last} s)")


def _only_again(columns: Columns, repeat: Repeat, instants: NDArray[np.float64]) -> Recording:
    """Make a run again and keep some variables of it."""
    return only(columns, repeat(instants))
