"""A run that is under way: its solver, what is recorded, and changes of its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.parameter_updates import Consequences
from drivetrain.compiler.frontend.qualified_names import find_parameter
from drivetrain.compiler.frontend.values import Values
from drivetrain.errors import SimulationError
from drivetrain.kernel.binding import Selection, Solver, Status
from drivetrain.kernel.stepped_run import SteppedRun
from drivetrain.simulation.diagnostics.failures import ending, explain
from drivetrain.simulation.kernel_solver import Scales, make_solver
from drivetrain.simulation.results.row_layout import (
    FLAG_COLUMN,
    SCHEDULED,
    TIME_COLUMN,
    RowFlag,
)
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.restart import changed_run, refuse_start_values, values_of
from drivetrain.simulation.settings import Settings

__all__ = ["LiveRun"]

Floats = NDArray[np.float64]

_NEVER = 1e300
"""A stop time that is not reached, s."""


class LiveRun:
    """A run that is under way.

    Parameters
    ----------
    model : PreparedModel
        The model.
    settings : Settings
        Settings of the run.
    scales : Scales
        Its tolerances.
    run : SteppedRun
        The run.
    values : Values
        Parameters and tables of its solver.
    given : dict
        What was set, by name.
    record : bool
        Whether rows are kept.

    Attributes
    ----------
    changed : bool
        Whether parameters have changed on the way.
    ended : str
        Why the model has ended the run, else empty.
    row : ndarray
        The present row.
    """

    def __init__(
        self,
        model: PreparedModel,
        settings: Settings,
        scales: Scales,
        run: SteppedRun,
        values: Values,
        given: dict[str, Any],
        record: bool,
    ) -> None:
        self.model, self.settings, self.scales = model, settings, scales
        self.record = record
        self.values = self._shared(values, run)
        self.given = {
            name: self._plain(name, value)
            for name, value in given.items()
            if not name.endswith(".start")
        }
        self._plans: dict[tuple[str, ...], tuple[Consequences, bool] | None] = {}
        self.changed = False
        self.ended = ""
        self.stop_time = settings.stop_time
        self._complete: list[Floats] = []
        self._pending: list[Floats] = []
        self._run = run
        self._take(run)

    def _shared(self, values: Values, run: SteppedRun) -> Values:
        """Return the same values with the array of parameters that the solver reads."""
        if self.model.translation.program.runs:
            return values
        return replace(values, parameter=run.solver.parameters)

    def _take(self, run: SteppedRun) -> None:
        self._run = run
        self.row = run.row
        self.short_rows = run.solver.short_rows
        self._reader: Solver | None = None
        self._reader_is_old = False
        self._keep = self._pending_append if self.record else None

    def _pending_append(self, rows: Floats) -> None:
        self._pending.append(rows.copy())

    @property
    def solver(self) -> Solver:
        """The solver."""
        return self._run.solver

    def close(self) -> None:
        """Release the memory of the kernel."""
        self._run.solver.close()
        if self._reader is not None:
            self._reader.close()

    def begin(self) -> Floats:
        """Record the present row as the first one; return it complete."""
        first = self.row.reshape(1, -1).copy()
        first[0, FLAG_COLUMN] = RowFlag.INITIAL
        if self.record:
            self._pending.append(first)
        complete: Floats = self._reading.complete(first)[0] if self.short_rows else first[0]
        return complete.copy()

    # ------------------------------------------------------------------ time

    def go(self, time: float) -> None:
        """Continue to an instant.

        Raises
        ------
        SimulationError
            If the run fails.
        """
        if time > self.stop_time:
            self._go(self.stop_time)
            if self.ended:
                return
            self._open_end()
        self._go(time)

    def _go(self, time: float) -> None:
        status = self._run.go(time, self._keep)
        self.row = self._run.row
        if status is not Status.DONE:
            self._fail(status)

    def _fail(self, status: Status) -> None:
        """Note that the model has ended the run; raise if it has failed."""
        t, solver = self.model.translation, self._run.solver
        ended = ending(t, solver.failure)
        if ended is None:
            raise SimulationError(explain(t, solver, status))
        self.ended = ended
        row = solver.last
        row[FLAG_COLUMN] = RowFlag.FINAL
        self.row[:] = row
        if self.record:
            self._pending.append(row.reshape(1, -1))

    def _unmark_end(self) -> None:
        """Give the last row recorded another flag: it was not the last one."""
        if not self._pending:
            return
        rows = self._pending[-1]
        flag = int(rows[-1, FLAG_COLUMN])
        if flag & ~SCHEDULED == RowFlag.FINAL:
            is_event = len(rows) > 1 and rows[-2, FLAG_COLUMN] == RowFlag.LEFT
            kind = RowFlag.RIGHT if is_event else RowFlag.REGULAR
            rows[-1, FLAG_COLUMN] = kind + (flag & SCHEDULED if is_event else 0)

    # --------------------------------------------------------------- reading

    def select(self, selection: Selection) -> Floats:
        """Return columns that are computed from the present row."""
        return np.asarray(self._reading.select(self.row.reshape(1, -1), selection)[0])

    @property
    def _reading(self) -> Solver:
        """A solver with the same parameters, so that reading leaves the run alone."""
        if self._reader is None:
            self._reader = self._run.solver.again()
        elif self._reader_is_old:
            self._reader.renew()
        self._reader_is_old = False
        return self._reader

    def rows(self) -> Floats:
        """Return all rows recorded so far, complete."""
        self._complete_rows()
        if not self._complete:
            return np.empty((0, self.model.translation.kernel.row_length))
        self._complete = [np.concatenate(self._complete)]
        return self._complete[0]

    def _complete_rows(self) -> None:
        """Compute what short rows leave out, with the parameters that they belong to."""
        if not self._pending:
            return
        rows = np.concatenate(self._pending)
        self._pending = []
        self._complete.append(self._reading.complete(rows).copy() if self.short_rows else rows)

    # -------------------------------------------------------------- changing

    def change(self, given: Mapping[str, Any]) -> None:
        """Set parameters at the present instant, which becomes an event.

        Raises
        ------
        ParameterError, NameLookupError, UnitError
            If one of them cannot be set, or has no such value.
        """
        plan = self._plan(tuple(given))
        if plan is None:
            self._change_all(given)
            return
        follow, is_guarded = plan
        wanted = follow.checked(given)
        parameters = self.values.parameter
        before = parameters[follow.numbers]
        if (before == wanted).all():
            return
        fit = follow.change(parameters, wanted)
        if fit and is_guarded:
            fit = bool(self.model.translation.guards.holds_for(parameters))
        parameters[follow.numbers] = before
        if not fit:
            self._change_all(given)  # which says what is wrong
            return
        if not self._interrupt():
            return
        parameters[follow.numbers] = wanted
        self.given.update(zip(given, wanted.tolist(), strict=True))
        self._run.renew()
        self._reader_is_old = True
        self._pass_event()

    def _plan(self, names: tuple[str, ...]) -> tuple[Consequences, bool] | None:
        """Return how to set these parameters in place, and whether the equations depend on them.

        None if other values follow from them.
        """
        try:
            return self._plans[names]
        except KeyError:
            t = self.model.translation
            follow = t.parameter_updates.of(names)
            program = t.program
            others = program.samples or program.delays or program.runs or t.kernel.foreign
            self._plans[names] = None
            if follow is not None and follow.alone and not others:
                self._plans[names] = follow, t.guards.concern(follow.numbers)
        return self._plans[names]

    def _change_all(self, given: Mapping[str, Any]) -> None:
        """Set parameters and whatever depends on them: other parameters, tables, clocks."""
        refuse_start_values(given, "a simulation under way")
        merged = self.given | dict(given)
        values = values_of(self.model, merged)
        if values.equal_at_run_time(self.values):
            return
        self._complete_rows()
        self._open_end()
        run, left = changed_run(self._run, self.model, self.settings, values, self.scales)
        self._record_left(left)
        self._complete_rows()
        self.close()
        self._take(run)
        self.values = self._shared(values, run)
        self.given = {name: self._plain(name, value) for name, value in merged.items()}
        self._pass_event()

    def _plain(self, name: str, value: Any) -> Any:
        """Return a value without its unit."""
        number = find_parameter(self.model.translation.flat.root, name)
        return value if number is None else float(self.values.parameter[number])

    def _open_end(self) -> None:
        """Let the run go on beyond its stop time, if it is there."""
        if self.row[TIME_COLUMN] >= self.stop_time:
            self._run.prolong(_NEVER)
            self._unmark_end()
            self.stop_time = _NEVER

    def _interrupt(self) -> bool:
        """Make the present instant an event; False if the model ends there instead."""
        self._open_end()
        left, status = self._run.interrupt()
        if status.failed:
            self._fail(status)
            return False
        self._record_left(left)
        self._complete_rows()
        return True

    def _record_left(self, left: Floats) -> None:
        """Record the left limit of an event; an output point there is dropped."""
        if not self.record:
            return
        chunks = self._pending or self._complete
        last = chunks[-1][-1] if chunks else None
        if (
            last is not None
            and last[TIME_COLUMN] == left[TIME_COLUMN]
            and last[FLAG_COLUMN] == RowFlag.REGULAR
        ):
            chunks[-1] = chunks[-1][:-1]
        self._pending.append(left.reshape(1, -1))

    def _pass_event(self) -> None:
        self.changed = True
        self._go(float(self.row[TIME_COLUMN]))

    # ---------------------------------------------------------------- copies

    def save(self) -> bytes:
        """Return the state of the kernel."""
        return self._run.save()

    @staticmethod
    def restored(
        model: PreparedModel,
        settings: Settings,
        scales: Scales,
        state: bytes,
        values: Values,
        given: dict[str, Any],
        record: bool,
    ) -> LiveRun:
        """Return a run in a state that :meth:`save` has returned."""
        model.translation.kernel.make_jacobian()
        values = replace(values, parameter=values.parameter.copy())
        solver = make_solver(model.translation, values, settings, scales, short_rows=True)
        run = SteppedRun(solver)
        run.restore(state)
        return LiveRun(model, settings, scales, run, values, given, record)

    def copy(self) -> LiveRun:
        """Return an independent run in the same state, with the same record."""
        known = self.model, self.settings, self.scales
        other = self.restored(*known, self.save(), self.values, dict(self.given), self.record)
        other.changed, other.stop_time = self.changed, self.stop_time
        other._complete, other._pending = list(self._complete), list(self._pending)
        return other

    def begin_record(self, rows: Floats) -> None:
        """Take over rows recorded before."""
        self._complete, self._pending = ([rows] if len(rows) else []), []
