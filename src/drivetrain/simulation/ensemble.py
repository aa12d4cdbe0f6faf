"""Ensemble: one compiled model run many times with other parameters, on several threads.

The kernel holds no shared state and runs without the interpreter's lock, so runs go side by side;
each gives the same bits whatever the number of threads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from operator import index
from os import cpu_count
from threading import Event
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.flatten import Flat
from drivetrain.compiler.names import parameter_names
from drivetrain.compiler.values import (
    Values,
    check_parameters,
    evaluate_values,
    parameter_declaration,
)
from drivetrain.errors import DrivetrainError, ResultError, SimulationError, UsageError, shown
from drivetrain.kernel.binding import Solver, Status
from drivetrain.modeling.expression import Expr, walk
from drivetrain.modeling.given import checked_value
from drivetrain.simulation.chunks import closing_rows, joined
from drivetrain.simulation.conditions import StartValues
from drivetrain.simulation.events import EventLog
from drivetrain.simulation.failures import ending, explain
from drivetrain.simulation.layout import CONSTANT, FLAG_COLUMN, TIME_COLUMN, Layout
from drivetrain.simulation.misfit import find_misfit
from drivetrain.simulation.result import Result, RunStatus
from drivetrain.simulation.solver import Settings, make_another, make_solver

if TYPE_CHECKING:
    from drivetrain.simulation.run import CompiledModel

__all__ = ["Ensemble", "independent_parameters", "run_ensemble"]

Floats = NDArray[np.float64]
_Outcome: TypeAlias = tuple[Floats, str]

_FIRST_VALUE = FLAG_COLUMN + 1
_STEPS_PER_CALL = 20_000
_ROWS_OF_EVENTS = 60
"""Room for the rows of as many events as a run has most of the time, to begin with."""


@dataclass(frozen=True, eq=False)
class Ensemble:
    """Results of many runs.

    Attributes
    ----------
    model : str
        Name of the model.
    layout : Layout
        What the columns mean; the same for all runs.
    rows : list of float array
        Of each run the rows at the start, at both sides of every event, at the output points (if
        an interval was asked) and at the end.
    messages : list of str
        Empty for a run that reached its stop time or `terminate`, else what went wrong.

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

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(self.rows)

    def __getitem__(self, run: int) -> Result:
        """Return what one run recorded; it has no energy audit.

        Raises
        ------
        ResultError
            If there is no run of this number.
        """
        if not isinstance(run, int | np.integer) or not -len(self) <= run < len(self):
            raise ResultError(
                f"there is no run {run!r}: the {len(self)} runs are 0 … {len(self) - 1}"
            )
        status = RunStatus.FAILED if self.messages[run] else RunStatus.DONE
        return Result(
            self.layout, self.rows[run], model=self.model, status=status, message=self.messages[run]
        )

    def __iter__(self) -> Iterator[Result]:
        """Iterate over the runs."""
        return (self[run] for run in range(len(self)))

    def __repr__(self) -> str:
        """Return one line."""
        return f"<Ensemble of {self.model}: {len(self)} runs, {len(self.failed)} failed>"

    @property
    def failed(self) -> list[int]:
        """Numbers of the runs that went wrong."""
        return [k for k, message in enumerate(self.messages) if message]

    def final(self, name: str) -> Floats:
        """Return the last value of a variable in every run; NaN where a run did not start.

        Parameters
        ----------
        name : str
            Dotted name.

        Returns
        -------
        ndarray
            One entry per run: where a run failed the last that it recorded, NaN if that is nothing.
        """
        position = self.layout.position(name)
        begun = [k for k, rows in enumerate(self.rows) if len(rows)]
        last = np.array([self.rows[k][-1] for k in begun])
        if len(begun) == len(self):
            return np.asarray(self.layout.values(last, position))
        final = np.full(len(self), np.nan)
        if begun:
            final[begun] = self.layout.values(last, position)
        return final

    def events(self, run: int) -> EventLog:
        """Return the events of one run.

        Parameters
        ----------
        run : int
            Number of the run.
        """
        return self[run].events

    def trajectory(self, run: int, name: str) -> tuple[Floats, Floats]:
        """Return time and values of a variable in one run.

        Parameters
        ----------
        run : int
            Number of the run.
        name : str
            Dotted name.
        """
        result = self[run]
        return result.time, result[name]


def run_ensemble(
    compiled: CompiledModel,
    settings: Settings,
    parameters: Mapping[str, Any],
    threads: int | None,
) -> Ensemble:
    """Run a model once for every set of parameters.

    Parameters
    ----------
    compiled : CompiledModel
        The model.
    settings : Settings
        Times and tolerance; an infinite interval records the start, events and the end only.
    parameters : mapping
        Dotted name → one value for each run.
    threads : int, optional
        How many runs go side by side; one per processor if omitted.

    Raises
    ------
    UsageError
        If the arrays of values have different lengths.
    ParameterError
        If a value is outside its bounds.
    """
    table = _Table(compiled, parameters)
    runner = _Runner(compiled, settings, table)
    outcomes: list[_Outcome] = [(np.empty((0, 0)), "not run")] * table.count
    waiting = iter(range(table.count))

    def work() -> None:
        for number in waiting:  # taking the next one is atomic
            outcomes[number] = runner.run(number)

    count = min(_at_once(threads), table.count)
    with ThreadPoolExecutor(count) as pool:
        workers = [pool.submit(work) for _ in range(count)]
        try:
            for worker in workers:
                worker.result()
        except BaseException:
            runner.stopped.set()  # an interrupted ensemble ends its runs and begins no more
            for _ in waiting:
                pass
            raise
    rows, messages = zip(*outcomes, strict=True)
    return Ensemble(compiled.title, compiled.layout, list(rows), list(messages))


def _at_once(threads: int | None) -> int:
    if threads is None:
        return cpu_count() or 1
    try:
        count = index(threads)
    except TypeError:
        count = 0
    if count < 1:
        raise UsageError(f"threads={threads!r}: give how many runs go side by side, 1 or more")
    return count


def independent_parameters(flat: Flat) -> NDArray[np.bool_]:
    """Mark the parameters on which no other parameter, start value or bound depends."""
    free = np.ones(flat.n_parameters, dtype=bool)
    for one in flat.instances:
        for e in _expressions(one.trace):
            for node in walk(e):
                slot = _slot(one.trace, node)
                if slot is not None:
                    free[one.parameter + slot] = False
    return free


def _expressions(klass: Any) -> Iterator[Expr]:
    for own in klass.parameters:
        yield from _only_expressions(own.default, own.declaration.minimum, own.declaration.maximum)
    for own in klass.variables:
        yield from _only_expressions(own.start, own.declaration.nominal)
    for binding in klass.bindings:
        yield from _only_expressions(binding.value)
    for binding in klass.start_bindings:
        yield from _only_expressions(binding.start.value)


def _only_expressions(*values: Any) -> Iterator[Expr]:
    return (value for value in values if isinstance(value, Expr))


def _slot(klass: Any, node: Expr) -> int | None:
    if node.op == "par":
        return int(node.value)
    member = klass.members.get(node.value.name) if node.op == "decl" else None
    slot = getattr(member, "slot", None)
    return slot if member in klass.parameters else None


def _column(name: str, values: Any) -> NDArray[Any]:
    """Return the values of one parameter in all runs: numbers, or truth values."""
    try:
        column = np.atleast_1d(values)
        column = column.astype(float) if column.dtype.kind == "O" else column
    except (TypeError, ValueError, OverflowError):
        column = np.empty((0, 0))
    if column.ndim != 1 or column.dtype.kind not in "biuf":
        raise UsageError(f"{name}={shown(values)}: an ensemble needs one number for each run")
    return column


def _nearest_to_zero(column: NDArray[Any]) -> Any:
    """Return the value of least magnitude that is not zero, if there is one."""
    size = np.abs(column.astype(float))
    return column[np.argmin(np.where(size > 0, size, np.inf))]


class _Table:
    """Parameter values of all runs; most sets differ from the model's own in a few numbers."""

    def __init__(self, compiled: CompiledModel, parameters: Mapping[str, Any]) -> None:
        check_parameters(parameters)
        self.flat = compiled.translation.flat
        self.base = compiled.translation.values
        given = parameters if parameters is not None else {}
        self.columns = {name: _column(name, values) for name, values in given.items()}
        lengths = {name: len(column) for name, column in self.columns.items()}
        if len(set(lengths.values())) != 1 or not all(lengths.values()):
            shown = ", ".join(f"{name}: {n}" for name, n in lengths.items()) or "no parameters"
            raise UsageError(f"an ensemble needs one value per run and parameter, found {shown}")
        self.count = next(iter(lengths.values()))
        self._check_bounds()

    def _check_bounds(self) -> None:
        for extreme in (np.min, np.max, _nearest_to_zero):
            corner = {name: extreme(column) for name, column in self.columns.items()}
            evaluate_values(self.flat, corner)
        for name, number in (self._numbers or {}).items():
            checked_value(self.columns[name], parameter_declaration(self.flat, number).kind, name)

    @cached_property
    def _numbers(self) -> dict[str, int] | None:
        """Return the numbers of the parameters if setting them is all there is to do."""
        known = {name: k for k, name in enumerate(parameter_names(self.flat.root))}
        free = independent_parameters(self.flat)
        if all(name in known and free[known[name]] for name in self.columns):
            return {name: known[name] for name in self.columns}
        return None

    @property
    def only_parameters(self) -> bool:
        """Tell whether the runs differ in parameters alone, not in start or nominal values."""
        return self._numbers is not None

    def values(self, run: int) -> Values:
        """Return the values of one run."""
        if self._numbers is None:
            return evaluate_values(self.flat, {n: c[run].item() for n, c in self.columns.items()})
        parameter = self.base.parameter.copy()
        for name, number in self._numbers.items():
            parameter[number] = self.columns[name][run]
        return replace(self.base, parameter=parameter)

    @cached_property
    def may_vanish(self) -> bool:
        """Tell whether a value is zero, so that the structure may be another one."""
        return any((column == 0).any() for column in self.columns.values())


class _Runner:
    """Runs one set of parameters; shared by all threads, changed by none but to stop them all."""

    def __init__(self, compiled: CompiledModel, settings: Settings, table: _Table) -> None:
        self.translation = compiled.translation
        self.compiled, self.settings, self.table = compiled, settings, table
        self.starts = compiled.starts
        self.stopped = Event()
        self.expected = int(
            min((settings.stop_time - settings.start_time) / settings.interval, 4000)
        )
        self.like = self._solver(compiled.translation.values, self.starts.own)
        self.like.close()
        _ = table.may_vanish, table.only_parameters

    def run(self, number: int) -> _Outcome:
        """Return the rows of a run and what went wrong."""
        values = self.table.values(number)
        try:
            if self.table.may_vanish and not self.translation.structure.holds_for(values):
                return self._alone(number)
            return self._advance(values)
        except DrivetrainError as error:
            return np.empty((0, self.translation.kernel.row_length)), str(error)

    def _alone(self, number: int) -> _Outcome:
        """Run a set of parameters for which the model has to be translated anew."""
        s, message = self.settings, ""
        try:
            result: Any = self.compiled.simulate(
                start_time=s.start_time,
                stop_time=s.stop_time,
                tolerance=s.tolerance,
                interval=s.interval,
                parameters={name: c[number].item() for name, c in self.table.columns.items()},
                progress=self._check_stop,
            )
        except SimulationError as error:
            result, message = error.result, str(error)
        return self._in_usual_columns(result), message

    def _check_stop(self, *_: float) -> None:
        if self.stopped.is_set():
            raise DrivetrainError("the ensemble was interrupted")

    def _in_usual_columns(self, result: Any) -> Floats:
        """Return the rows of a result of another structure with the columns of the other runs."""
        layout = self.compiled.layout
        rows = np.full((len(result.time), self.translation.kernel.row_length), np.nan)
        rows[:, :_FIRST_VALUE] = result.rows[:, :_FIRST_VALUE]
        for name, column, sign in zip(layout.names, layout.column, layout.sign, strict=True):
            if column != CONSTANT:
                rows[:, column] = sign * result[name].astype(float)
        return rows

    def _solver(self, values: Values, said: StartValues) -> Solver:
        scales = self.starts.scales(values, said, self.settings.tolerance)
        return make_solver(self.translation, values, self.settings, scales)

    def _advance(self, values: Values) -> _Outcome:
        said = self.starts.said(values)
        if self.table.only_parameters:
            ready = make_another(self.like, self.translation, values)
        else:
            ready = self._solver(values, said)
        with ready as solver:
            reached, _ = self.starts.find(values, said, self.settings, solver)
            status = solver.initialise(reached.x, said.discrete)
            chunks: list[Floats] = []
            while not status.failed:
                rows, status = solver.advance(self.expected + _ROWS_OF_EVENTS, _STEPS_PER_CALL)
                chunks.append(rows)
                if status is not Status.MORE or self.stopped.is_set():
                    break
            return self._outcome(solver, status, values, chunks)

    def _outcome(
        self, solver: Solver, status: Status, values: Values, chunks: list[Floats]
    ) -> _Outcome:
        has_ended = ending(self.translation, solver.failure) is not None
        if status.failed:
            times = [float(rows[-1, TIME_COLUMN]) for rows in chunks if len(rows)]
            chunks += closing_rows(solver, has_ended, max(times, default=-inf))
        rows = joined(chunks, solver.written_length)
        if not status.failed or has_ended:
            return self._held_against_equations(values, rows)
        return rows, explain(self.translation, solver, status, rows=rows)

    def _held_against_equations(self, values: Values, rows: Floats) -> _Outcome:
        """Return rows as far as they fulfil the equations, and what to say if they do not."""
        misfit = find_misfit(self.translation, values, rows)
        if misfit is None:
            return rows, ""
        return rows[rows[:, TIME_COLUMN] < misfit.time], misfit.message
