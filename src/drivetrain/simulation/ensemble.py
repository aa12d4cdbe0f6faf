"""Ensemble: one compiled model run many times with other parameters, on several threads.

The kernel holds no shared state and runs without the interpreter's lock, so runs go side by side;
each gives the same bits whatever the number of threads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from os import cpu_count
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.flatten import Flat
from drivetrain.compiler.names import parameter_names
from drivetrain.compiler.values import Values, evaluate_values
from drivetrain.errors import DrivetrainError, ResultError, SimulationError, UsageError
from drivetrain.kernel.binding import Solver, Status
from drivetrain.modeling.expression import Expr, walk
from drivetrain.simulation.conditions import StartValues
from drivetrain.simulation.events import EventLog
from drivetrain.simulation.failures import ending, explain
from drivetrain.simulation.layout import CONSTANT, FLAG_COLUMN, Layout
from drivetrain.simulation.result import Result, RunStatus
from drivetrain.simulation.solver import Settings, make_another, make_solver, same_structure

if TYPE_CHECKING:
    from drivetrain.simulation.run import CompiledModel

__all__ = ["Ensemble", "independent_parameters", "run_ensemble"]

Floats = NDArray[np.float64]
_Outcome: TypeAlias = tuple[Floats, str]

_FIRST_VALUE = FLAG_COLUMN + 1
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
        if not -len(self) <= run < len(self):
            raise ResultError(
                f"there is no run {run}: the {len(self)} runs are 0 … {len(self) - 1}"
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
        """Return the last value of a variable in every run.

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
        begun = np.array([len(rows) > 0 for rows in self.rows])
        last = np.array([rows[-1] for rows in self.rows if len(rows)]).reshape(int(begun.sum()), -1)
        values = np.asarray(self.layout.values(last, position))
        if begun.all():
            return values
        final = np.full(len(self), np.nan)
        final[begun] = values
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

    count = max(1, threads or cpu_count() or 1)
    with ThreadPoolExecutor(count) as pool:
        workers = [pool.submit(work) for _ in range(count)]
        try:
            for worker in workers:
                worker.result()
        finally:
            for _ in waiting:  # an interrupted ensemble begins no more runs
                pass
    rows, messages = zip(*outcomes, strict=True)
    return Ensemble(compiled.title, compiled.layout, list(rows), list(messages))


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


class _Table:
    """Parameter values of all runs; most sets differ from the model's own in a few numbers."""

    def __init__(self, compiled: CompiledModel, parameters: Mapping[str, Any]) -> None:
        self.flat = compiled.translation.flat
        self.base = compiled.translation.values
        self.columns = {name: np.atleast_1d(values) for name, values in parameters.items()}
        lengths = {name: len(column) for name, column in self.columns.items()}
        if not lengths or len(set(lengths.values())) != 1:
            shown = ", ".join(f"{name}: {n}" for name, n in lengths.items()) or "no parameters"
            raise UsageError(f"an ensemble needs one value per run and parameter, found {shown}")
        self.count = next(iter(lengths.values()))
        self._check_bounds()

    def _check_bounds(self) -> None:
        for extreme in (np.nanmin, np.nanmax):
            corner = {name: extreme(column) for name, column in self.columns.items()}
            if any(np.isnan(column).any() for column in self.columns.values()):
                corner = dict.fromkeys(corner, np.nan)
            evaluate_values(self.flat, corner)

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
            return evaluate_values(self.flat, {n: float(c[run]) for n, c in self.columns.items()})
        parameter = self.base.parameter.copy()
        for name, number in self._numbers.items():
            parameter[number] = self.columns[name][run]
        return replace(self.base, parameter=parameter)

    @cached_property
    def may_vanish(self) -> bool:
        """Tell whether a value is zero, so that the structure may be another one."""
        return any((column == 0).any() for column in self.columns.values())


class _Runner:
    """Runs one set of parameters; shared by all threads, changed by none."""

    def __init__(self, compiled: CompiledModel, settings: Settings, table: _Table) -> None:
        self.translation = compiled.translation
        self.compiled, self.settings, self.table = compiled, settings, table
        self.starts = compiled.starts
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
            if self.table.may_vanish and not same_structure(self.translation, values):
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
                parameters={name: float(c[number]) for name, c in self.table.columns.items()},
            )
        except SimulationError as error:
            result, message = error.result, str(error)
        return self._in_usual_columns(result), message

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
            chunks = []
            while not status.failed:
                rows, status = solver.advance(self.expected + _ROWS_OF_EVENTS)
                chunks.append(rows)
                if status is not Status.MORE:
                    break
            rows = (
                chunks[0]
                if len(chunks) == 1
                else np.concatenate([np.empty((0, self.translation.kernel.row_length)), *chunks])
            )
            if not status.failed or ending(self.translation, solver.failure) is not None:
                return rows, ""
            return rows, explain(self.translation, solver, status, rows=rows)
