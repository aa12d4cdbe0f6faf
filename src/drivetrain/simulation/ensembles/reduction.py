"""What an ensemble keeps of a run that is over: numbers computed from it, and some of its rows."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.kernel.status import Stats
from drivetrain.simulation.ensembles.batch import Outcome
from drivetrain.simulation.ensembles.kept_numbers import KeptNumbers
from drivetrain.simulation.ensembles.parameter_sets import ParameterSets
from drivetrain.simulation.results.energy_audit import Energy, audit
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.result import Result, RunStatus, Statistics
from drivetrain.simulation.results.row_layout import FLAG_COLUMN, Columns
from drivetrain.simulation.results.selection import event_layout, event_rows, narrowed, only
from drivetrain.simulation.results.tables.parameter_facts import ParameterFacts, RunParameterValues
from drivetrain.simulation.results.variable_names import ParameterNames, ParameterUnits
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings

__all__ = ["Reduction", "RunAudit"]

Floats = NDArray[np.float64]

_FIRST = FLAG_COLUMN + 1


class RunAudit:
    """Energy audits of the runs of an ensemble, from their complete rows.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    sets : ParameterSets
        Parameter values of the runs.
    """

    def __init__(self, prepared: PreparedModel, sets: ParameterSets) -> None:
        self._prepared, self._sets = prepared, sets

    def of(self, run: int, rows: Floats) -> Energy:
        """Return the audit of a run."""
        t, values = self._prepared.translation, self._sets.values(run)
        return audit(t, values, Recording(rows), self._prepared.title)

    def parts(self) -> Energy:
        """Return an audit without points, which tells the names of the parts."""
        t = self._prepared.translation
        rows = np.empty((0, t.kernel.row_length))
        return audit(t, t.values, Recording(rows), self._prepared.title)


class Reduction:
    """Reduces the outcome of each run to what is kept of it.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    settings : Settings
        Times and tolerance.
    sets : ParameterSets
        Parameter values of the runs.
    keep : sequence or mapping
        Numbers to keep, see :class:`KeptNumbers`.
    record : tuple of str, optional
        Variables to keep; by default all of them.
    """

    def __init__(
        self,
        prepared: PreparedModel,
        settings: Settings,
        sets: ParameterSets,
        keep: Any,
        record: tuple[str, ...] | None,
    ) -> None:
        self._prepared, self._sets = prepared, sets
        self._settings = dict(vars(settings))
        self.audit = RunAudit(prepared, sets)
        self._numbers: KeptNumbers | None = None
        if keep is not None and not (isinstance(keep, tuple | list | dict) and not keep):
            self._numbers = KeptNumbers(
                keep, prepared.layout, self.audit.parts(), settings.interval
            )
        flat = prepared.translation.flat
        self._names, self._units = (
            ParameterNames(flat.root),
            ParameterUnits(ParameterNames(flat.root), flat),
        )
        self._facts = ParameterFacts(flat, prepared.translation.values)
        self.layout, self.event_layout = prepared.layout, prepared.layout
        self._columns: tuple[Columns, Columns] | None = None
        if record is not None:
            self.layout, chosen = narrowed(prepared.layout, record)
            self.event_layout, of_events = event_layout(prepared.layout)
            self._columns = chosen, of_events

    @property
    def names(self) -> list[str]:
        """Names of the numbers that are kept."""
        return [] if self._numbers is None else self._numbers.names

    def __call__(self, run: int, outcome: Outcome) -> Outcome:
        """Return what is kept of the outcome of a run."""
        if self._numbers is not None and not outcome.message:
            result = outcome.result or self._result(run, outcome)
            outcome = outcome._replace(kept=self._numbers.of(result, run))
        if self._columns is not None:
            chosen, of_events = self._columns
            rows = outcome.rows
            told = rows[event_rows(rows)]
            outcome = outcome._replace(rows=_taken(rows, chosen), at_events=_taken(told, of_events))
        return outcome if outcome.result is None else outcome._replace(result=None)

    def of_recording(self, recording: Recording) -> Recording:
        """Return what is kept of the rows of a run that was made again.

        Parameters
        ----------
        recording : Recording
            All of them.
        """
        return recording if self._columns is None else only(self._columns[0], recording)

    def _result(self, run: int, outcome: Outcome) -> Result:
        """Return the complete result of a run."""
        rows, sets = outcome.rows, self._sets
        return Result(
            self._prepared.layout,
            rows,
            model=self._prepared.title,
            status=RunStatus.DONE,
            parameters=RunParameterValues(
                self._names, lambda: sets.values(run).parameter, self._facts
            ),
            parameter_units=self._units,
            stats=None if outcome.stats is None else self._statistics(outcome.stats, len(rows)),
            energy=lambda result: self.audit.of(run, rows),
            settings=dict(self._settings),
            check=outcome.check,
        )

    def _statistics(self, stats: Stats, points: int) -> Statistics:
        """Return the counters of a run; its times are not measured."""
        t = self._prepared.translation
        return Statistics(
            states=len(t.lowered.states),
            equations=t.n_equations,
            steps=stats.steps,
            rejected_steps=stats.rejected_steps,
            stiff_steps=stats.stiff_steps,
            rhs_evaluations=stats.rhs_evaluations,
            state_events=stats.state_events,
            time_events=stats.time_events,
            event_iterations=stats.event_iterations,
            output_points=points,
            translate_time=nan,
            initialise_time=nan,
            simulate_time=nan,
        )


def _taken(rows: Floats, columns: Columns) -> Floats:
    """Return time, flag and some columns of rows."""
    taken = np.empty((len(rows), _FIRST + len(columns.column)))
    taken[:, :_FIRST] = rows[:, :_FIRST]
    taken[:, _FIRST:] = columns.read(rows)
    return taken
