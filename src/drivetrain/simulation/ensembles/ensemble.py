"""Parameter studies: one compiled model run many times in parallel threads.

The kernel has no shared state and makes many runs without holding the interpreter lock, so threads
run in parallel; results are bitwise identical whatever their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from operator import index
from os import cpu_count
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.errors import ResultError, SimulationInterrupted, UsageError
from drivetrain.markup import pairs
from drivetrain.simulation.ensembles.batch import Outcome
from drivetrain.simulation.ensembles.parameter_sets import ParameterSets
from drivetrain.simulation.ensembles.progress import reported
from drivetrain.simulation.ensembles.reduction import Reduction, RunAudit
from drivetrain.simulation.ensembles.run_parameters import RunParameters
from drivetrain.simulation.ensembles.thread_pool import ThreadPool
from drivetrain.simulation.results.certificate import Certificate, warn_of
from drivetrain.simulation.results.event_log import EventLog
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.result import Result, RunStatus
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.simulation.results.tables.parameter_facts import ParameterFacts
from drivetrain.simulation.results.variable_names import ParameterNames, ParameterUnits
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.repetition import Repetition
from drivetrain.simulation.settings import Settings

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Ensemble", "run_ensemble"]

Floats = NDArray[np.float64]

_SHOWN = 10
"""Number of failed runs whose messages notebooks show."""


@dataclass(frozen=True, eq=False)
class Ensemble:
    """Results of many runs.

    Attributes
    ----------
    model : str
        Name of the model.
    layout : Layout
        Meaning of the columns; the same for all runs.
    rows : list of float array
        For each run the rows at the start, at both sides of every event, at the output points (if
        an interval was requested) and at the end.
    messages : list of str
        Empty for a run that reached its stop time or `terminate`, else what went wrong.
    checks : list of Certificate or None
        Results of the automatic checks of each run; None for a run that failed or was stopped.
    interrupted : tuple of int
        Indices of the runs that were stopped by Ctrl-C, or not started; all others are complete.
    settings : mapping
        Common settings of the runs: times, tolerance, interval.
    parameters : sequence of mappings
        For each run the values of all parameters by name, computed on access.
    parameter_units : mapping
        Their units.
    repeat : callable, optional
        Makes the run of an index again with other output points, for `at` and `resample` of its
        result; not kept in copies.
    given : mapping
        The parameters that were given: name → array with one value for each run.
    kept : mapping
        The numbers that were kept of each run: name → array; NaN for a run that failed.
    index : object
        Labels of the runs, if the parameters were given as a table; else None.
    at_events : tuple, optional
        Layout and rows at events for each run, if only some variables are kept.
    audit : RunAudit, optional
        Makes the energy audit of a run from its rows; not pickled.
    translated : frozenset of int
        Runs for which the model was translated again, without an energy audit here.

    Examples
    --------
    >>> import drivetrain as dt
    >>> launch = dt.compile(dt.examples.find("CoupledClutches")())
    >>> many = launch.ensemble({"clutch1.peak": [1.0, 1.2]}, interval=0.01)
    >>> many
    <Ensemble of CoupledClutches: 2 runs, 0 failed>
    >>> figure = many[1].plot("J1.w")
    """

    model: str
    layout: Layout
    rows: list[Floats]
    messages: list[str]
    checks: list[Certificate | None] = field(default_factory=list)
    interrupted: tuple[int, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    parameters: Sequence[Mapping[str, float]] = ()
    parameter_units: Mapping[str, str] = field(default_factory=dict)
    repeat: Callable[[int, Floats], Recording] | None = None
    given: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    kept: Mapping[str, Floats] = field(default_factory=dict)
    index: Any = None
    at_events: tuple[Layout, list[Floats]] | None = None
    audit: RunAudit | None = None
    translated: frozenset[int] = frozenset()

    def __getstate__(self) -> dict[str, Any]:
        """Pickle all data; the compiled model is not included."""
        return {**vars(self), "audit": None, "repeat": None}

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(self.rows)

    def __getitem__(self, run: int) -> Result:
        """Return the result of one run, with its parameters.

        To keep thousands of runs compact, an ensemble stores no more than that: `stats` and the
        lines of `start` are available for single runs only, and `energy` only if all variables are
        recorded. Counters and energies can be kept as numbers: ``ensemble(keep=[…])``. Values
        between the recorded points are computed by making the run again, see :meth:`Result.at`.

        Raises
        ------
        ResultError
            If there is no run of this index.
        """
        if isinstance(run, slice):
            raise ResultError(
                f"{run!r}: slices are not supported; read run by run, as in "
                "[many[k] for k in range(2)]"
            )
        if not isinstance(run, int | np.integer) or not -len(self) <= run < len(self):
            raise ResultError(
                f"there is no run {run!r}: the {len(self)} runs are 0 … {len(self) - 1}"
            )
        message = self.messages[run]
        status = RunStatus.FAILED if message else RunStatus.DONE
        if run % len(self) in self.interrupted:
            status = RunStatus.INTERRUPTED
        return Result(
            self.layout,
            self.rows[run],
            model=self.model,
            status=status,
            message=message,
            parameters=self.parameters[run] if self.parameters else {},
            parameter_units=self.parameter_units,
            settings=dict(self.settings),
            check=self.checks[run] if self.checks else None,
            repeat=self.repeat and partial(self.repeat, run % len(self)),
            energy=self._audit_of(int(run) % len(self)),
            at_events=self.at_events and (self.at_events[0], self.at_events[1][run]),
        )

    def _audit_of(self, run: int) -> Callable[[Result], object] | None:
        """Return the function that makes the energy audit of a run, if there is one."""
        audit = self.audit
        if audit is None or self.at_events is not None or run in self.translated:
            return None
        return lambda result: audit.of(run, result.rows)

    def __iter__(self) -> Iterator[Result]:
        """Iterate over the runs."""
        return (self[run] for run in range(len(self)))

    def __repr__(self) -> str:
        """Return one line."""
        stopped = f", {len(self.interrupted)} interrupted" if self.interrupted else ""
        wrong = f", {len(self.suspect)} suspect" if self.suspect else ""
        failed = len(self.failed)
        return f"<Ensemble of {self.model}: {len(self)} runs, {failed} failed{wrong}{stopped}>"

    def _repr_html_(self) -> str:
        """Return the numbers of runs as a table for notebooks, with the first messages."""
        rows = [
            ("runs", len(self)),
            ("failed", len(self.failed)),
            ("suspect", len(self.suspect)),
            ("interrupted", len(self.interrupted)),
        ]
        told = [(f"run {k}", self.messages[k]) for k in self.failed[:_SHOWN]]
        return pairs([*rows, *told], f"Ensemble of {self.model}")

    @property
    def status(self) -> RunStatus:
        """Whether all runs were made, regardless of failures."""
        return RunStatus.INTERRUPTED if self.interrupted else RunStatus.DONE

    @property
    def message(self) -> str:
        """Message about the runs as a whole; empty unless the user has stopped them."""
        return _stopped_when(self) if self.interrupted else ""

    @property
    def failed(self) -> list[int]:
        """Indices of the runs that failed, other than by an interrupt."""
        stopped = set(self.interrupted)
        return [k for k, message in enumerate(self.messages) if message and k not in stopped]

    @property
    def suspect(self) -> list[int]:
        """Indices of the runs that were completed, but whose results cannot be correct."""
        return [k for k, check in enumerate(self.checks) if check is not None and check.findings]

    @explained
    def final(self, name: str) -> Floats:
        """Return the last value of a variable in every run; NaN if a run did not start.

        Parameters
        ----------
        name : str
            Dotted name.

        Returns
        -------
        ndarray
            One entry per run: for a failed run the last recorded value, NaN if there is none.
        """
        position = self.layout.position(name)
        begun, last = self._last
        values = self.layout.values(last, position)
        if len(begun) == len(self):
            return np.asarray(values)
        final = np.full(len(self), np.nan)
        final[begun] = values
        return final

    @explained
    def to_pandas(self, *names: str) -> pd.DataFrame:
        """Return a table with one line per run.

        Parameters
        ----------
        *names : str
            Variables, or patterns with ``*`` and ``?``, whose last values are included.

        Returns
        -------
        DataFrame
            The parameters that were given, the numbers that were kept, the last values of the
            variables, and `message`: empty for a run without failure. If the parameters were given
            as a table, its index is that of this one.

        Raises
        ------
        NameLookupError
            If a name does not exist or a pattern matches nothing.

        Examples
        --------
        >>> import drivetrain as dt
        >>> launch = dt.compile(dt.examples.find("CoupledClutches")())
        >>> many = launch.ensemble({"clutch1.peak": [1.0, 1.2]}, keep=["energy.dissipated"])
        >>> many.to_pandas("J1.w").columns.to_list()
        ['clutch1.peak', 'energy.dissipated', 'J1.w', 'message']
        """
        import pandas as pd

        last = {name: self.final(name) for name in (self.layout.match(*names) if names else ())}
        columns = {**self.given, **self.kept, **last, "message": self.messages}
        return pd.DataFrame(columns, index=self.index)

    @cached_property
    def _last(self) -> tuple[list[int], Floats]:
        """Which runs have started, and the last row of each of them."""
        begun = [k for k, rows in enumerate(self.rows) if len(rows)]
        last = np.empty((len(begun), self.rows[0].shape[1]))
        for place, k in enumerate(begun):
            last[place] = self.rows[k][-1]
        return begun, last

    @explained
    def events(self, run: int) -> EventLog:
        """Return the events of one run.

        Parameters
        ----------
        run : int
            Index of the run.
        """
        return self[run].events

    @explained
    def trajectory(self, run: int, name: str) -> tuple[Floats, Floats]:
        """Return time and values of a variable in one run.

        Parameters
        ----------
        run : int
            Index of the run.
        name : str
            Dotted name.
        """
        result = self[run]
        return result.time, result[name]


def run_ensemble(
    prepared: PreparedModel,
    settings: Settings,
    parameters: Any,
    threads: int | None,
    *,
    keep: Any = (),
    record: tuple[str, ...] | None = None,
    progress: Any = None,
) -> Ensemble:
    """Run a model once for every set of parameters.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    settings : Settings
        Times and tolerance; an infinite interval records the start, events and the end only.
    parameters : mapping
        Dotted name → one value per run.
    threads : int, optional
        Number of parallel runs; one per processor if omitted.
    keep, record, progress
        As for :meth:`CompiledModel.ensemble`.

    Raises
    ------
    UsageError
        If the arrays of values have different lengths.
    ParameterError
        If a value is outside its bounds.
    SimulationInterrupted
        After Ctrl-C; its `result` is the ensemble with the runs that were over.
    """
    sets = ParameterSets(prepared.translation, parameters)
    count = _at_once(threads)
    prepared.make_ready()
    reduction = Reduction(prepared, settings, sets, keep, record)
    work = ThreadPool(prepared, settings, sets, count, reduction)
    with reported(progress, prepared.title) as report:
        work.do(report)
    many = _collected(prepared, settings, sets, reduction, work.outcomes)
    if work.was_stopped:
        raise SimulationInterrupted(_stopped_when(many), many)
    if many.suspect:
        first = many.suspect[0]
        checks = [check for check in [many.checks[first]] if check is not None]
        warn_of(
            checks[0],
            f"{len(many.suspect)} of {len(many)} runs, first run {first}, of {prepared.title}",
        )
    return many


def _again(
    prepared: PreparedModel,
    settings: Settings,
    sets: ParameterSets,
    reduction: Reduction,
    run: int,
    instants: Floats,
) -> Recording:
    """Make a run of an ensemble again, with other output points."""
    values = sets.values(run)
    if not prepared.translation.guards.admits(values):
        raise ResultError(
            f"run {run} of the ensemble of {prepared.title} has equations of its own, so values "
            "between its points are available only if it is made alone: simulate(parameters=…)"
        )
    return reduction.of_recording(Repetition(prepared, settings, values)(instants))


def _stopped_when(many: Ensemble) -> str:
    count = len(many)
    return f"stopped by the user when {count - len(many.interrupted)} of {count} runs were over"


def _collected(
    prepared: PreparedModel,
    settings: Settings,
    sets: ParameterSets,
    reduction: Reduction,
    outcomes: Sequence[Outcome],
) -> Ensemble:
    """Return the ensemble of all outcomes."""
    flat = prepared.translation.flat
    names = ParameterNames(flat.root)
    none = np.full(len(reduction.names), np.nan)
    kept = np.array([none if one.kept is None else one.kept for one in outcomes])
    at_events = [one.at_events for one in outcomes if one.at_events is not None]
    return Ensemble(
        prepared.title,
        reduction.layout,
        [one.rows for one in outcomes],
        [one.message for one in outcomes],
        [one.check for one in outcomes],
        tuple(number for number, one in enumerate(outcomes) if one.interrupted),
        dict(vars(settings)),
        RunParameters(
            names,
            sets.count,
            lambda run: sets.values(run).parameter,
            ParameterFacts(flat, prepared.translation.values),
        ),
        ParameterUnits(names, flat),
        repeat=partial(_again, prepared, settings, sets, reduction),
        given=dict(sets.columns),
        kept=dict(zip(reduction.names, kept.T, strict=True)),
        index=sets.index,
        at_events=(reduction.event_layout, at_events) if at_events else None,
        audit=reduction.audit,
        translated=frozenset(number for number, one in enumerate(outcomes) if one.translated),
    )


def _at_once(threads: int | None) -> int:
    if threads is None:
        return cpu_count() or 1
    try:
        count = 0 if isinstance(threads, bool) else index(threads)
    except TypeError:
        count = 0
    if count < 1:
        raise UsageError(f"threads={threads!r}: give how many runs go side by side, 1 or more")
    return count
