"""A simulation under way: step, read, change, copy, save."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from html import escape
from math import isfinite, ulp
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.compiler.frontend.qualified_names import find_parameter
from drivetrain.compiler.frontend.values import check_parameters
from drivetrain.errors import ResultError, SimulationError, UsageError, shown
from drivetrain.kernel.sundials import SUNDIALS
from drivetrain.simulation.kernel_solver import Scales
from drivetrain.simulation.results.energy_audit import audit
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.result import Result, RunStatus, Statistics
from drivetrain.simulation.results.row_layout import TIME_COLUMN, is_pattern
from drivetrain.simulation.results.start_report import StartLine, StartReport
from drivetrain.simulation.results.tables.parameter_facts import ParameterFacts, RunParameterValues
from drivetrain.simulation.results.variable_names import (
    ParameterNames,
    ParameterUnits,
)
from drivetrain.simulation.runs.origin import Identity, Origin
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.restart import SAME_INSTANT
from drivetrain.simulation.settings import Settings
from drivetrain.simulation.stepping.live_run import LiveRun
from drivetrain.simulation.stepping.pacing import Pace, Pacing
from drivetrain.simulation.stepping.reading import Reader

__all__ = ["Simulation"]

Floats = NDArray[np.float64]

_SETTINGS = ("start_time", "stop_time", "tolerance", "interval", "solver")
_CONSTANT = ".k"
"""Ending of the parameter that a source of a constant signal is set by."""


class Simulation:
    """A simulation under way, at one instant; made by :meth:`CompiledModel.start`.

    As long as nothing is set, its values are those of a plain run at the same instants, to the last
    bit: an instant at which it stops does not shorten a step.

    It can be read like the report on its start, too (:attr:`lines`, ``print(simulation)``).

    Parameters
    ----------
    model : PreparedModel
        The model.
    run : LiveRun
        The run.
    origin : Origin
        What made it.
    start : StartReport
        How each start value was determined.
    rate : float
        Simulated seconds per second of the clock; 0: as fast as possible.

    Examples
    --------
    >>> import drivetrain as dt
    >>> compiled = dt.compile(dt.examples.find("CoupledClutches")())
    >>> simulation = compiled.start()
    >>> simulation.step(until=0.2)
    0.2
    >>> simulation.set({"J4.J": 0.5})
    >>> simulation.step(0.1)
    0.30000000000000004
    >>> round(simulation.get("J1.w"), 4)
    7.7072
    """

    def __init__(
        self,
        model: PreparedModel,
        run: LiveRun,
        origin: Origin,
        start: StartReport,
        rate: float = 0.0,
    ) -> None:
        self._model, self._run, self._origin = model, run, origin
        self._start = start
        self._broken = ""
        self._known: dict[str, str] = {}
        self._readers: dict[str, Reader] = {}
        self._pacing = Pacing(rate) if rate > 0 else None

    # ------------------------------------------------------------------ start

    @property
    def start(self) -> StartReport:
        """How each start value was determined."""
        return self._start

    @property
    def lines(self) -> tuple[StartLine, ...]:
        """One line for every condition, state and mode of the start."""
        return self._start.lines

    def __str__(self) -> str:
        """Return the report on the start."""
        return str(self._start)

    def __repr__(self) -> str:
        return f"<simulation of {self._model.title} at t = {self.time:.9g} s>"

    def _repr_html_(self) -> str:
        """Return the same for notebooks."""
        return f"<pre>{escape(repr(self))}\n{escape(str(self))}</pre>"

    # ------------------------------------------------------------------- time

    @property
    def time(self) -> float:
        """The present instant, s."""
        return float(self._run.row[TIME_COLUMN])

    @property
    def ended(self) -> bool:
        """Whether the model has ended the simulation; :attr:`message` says why."""
        return bool(self._run.ended)

    @property
    def message(self) -> str:
        """Why the model has ended the simulation; empty if it has not."""
        return self._run.ended

    def step(self, duration: float | None = None, *, until: float | None = None) -> float:
        """Continue for some time, or to an instant.

        Parameters
        ----------
        duration : float, optional
            Time to go on, s.
        until : float, optional
            Instant to go to, s, instead. Instants given this way hit those of another run to the
            last bit, sums of durations do not.

        Returns
        -------
        float
            The instant reached: earlier than asked only if the model has :attr:`ended`.

        Raises
        ------
        UsageError
            If the instant is before the present one, or the simulation has ended or failed.
        SimulationError
            If the run fails; its `result` keeps what was recorded.
        """
        run = self._run
        now: float = run.row[TIME_COLUMN]
        if until is None:
            until = now + duration if duration is not None else now
        elif duration is not None:
            raise UsageError("step(duration, until=…): give one of them")
        if not until >= now or run.ended or self._broken or not isfinite(until):
            self._check_step(until)
            return float(now)
        if self._pacing is None:
            self._go(until)
        else:
            self._pacing.begin()
            self._go(until)
            self._pacing.end(until - now)
        return float(run.row[TIME_COLUMN])

    def _go(self, until: float) -> None:
        try:
            self._run.go(until)
        except SimulationError as error:
            self._fail(error)

    def _fail(self, error: SimulationError) -> None:
        self._broken = str(error)
        error.result = self._result(RunStatus.FAILED, self._broken)
        raise error

    def _check_step(self, until: float) -> None:
        """Refuse an instant before the present one, unless only rounding separates them."""
        self._check_alive()
        if not isfinite(until):
            raise UsageError(f"step(until={until}): give a finite instant")
        if self.time - until <= SAME_INSTANT * ulp(self.time):
            return
        raise UsageError(
            f"step(until={until:.9g}): the simulation is at {self.time:.9g} s already and only "
            "goes forward; simulation.copy() or save(path) keep an instant to come back to"
        )

    def _check_alive(self) -> None:
        if self._broken:
            raise UsageError(f"the simulation has failed and cannot go on: {self._broken}")
        if self._run.ended:
            raise UsageError(
                f"the model has ended the simulation at {self.time:.9g} s: {self._run.ended}"
            )

    @property
    def pace(self) -> Pace:
        """How well the simulation has kept up with the clock, with ``realtime=True``."""
        if self._pacing is None:
            raise UsageError("pace: only start(realtime=True) keeps step with the clock")
        return self._pacing.pace

    # ---------------------------------------------------------------- reading

    @explained
    def get(self, name: str | Iterable[str]) -> Any:
        """Return present values.

        Parameters
        ----------
        name : str or iterable of str
            A variable; or several, or patterns (``"J*.w"``).

        Returns
        -------
        float, int or bool; or dict
            The value; for several or a pattern, the value of each by name.

        Raises
        ------
        NameLookupError
            If there is no such variable; the nearest names are suggested.
        """
        if isinstance(name, str) and not is_pattern(name):
            reader = self._readers.get(name)
            if reader is None:
                reader = self._readers[name] = self.reader(name)
            return self._in_kind(name, float(reader()[0]))
        names = (name,) if isinstance(name, str) else tuple(name)
        reader = self.reader(*names)
        values = reader().tolist()
        return {one: self._in_kind(one, v) for one, v in zip(reader.names, values, strict=True)}

    def _in_kind(self, name: str, value: float) -> float:
        layout = self._model.layout
        kind = layout.kinds[layout.position(name)]
        return value if kind == "real" else bool(value) if kind == "boolean" else int(value)

    def reader(self, *names: str) -> Reader:
        """Return a function that reads some variables into an array, with names resolved once.

        Parameters
        ----------
        *names : str
            Variables, or patterns.

        Examples
        --------
        >>> import drivetrain as dt
        >>> simulation = dt.compile(dt.examples.find("CoupledClutches")()).start()
        >>> speeds = simulation.reader("J1.w", "J2.w")
        >>> speeds().round(9).tolist()
        [10.0, 0.0]
        """
        return Reader(self._model, lambda: self._run, names)

    # --------------------------------------------------------------- changing

    @explained
    def set(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> None:
        """Set parameters or signals at the present instant.

        The instant becomes an event: speeds and angles stay, modes become consistent, and the step
        size starts anew. Nothing happens if the values are those already set.

        Parameters
        ----------
        values : mapping, optional
            Dotted name → value, for parameters and tables; a source of a constant signal
            (``Constant``, ``BooleanConstant``, ``IntegerConstant``) is set by its own name.
        **named
            The same for names without a dot.

        Raises
        ------
        NameLookupError
            If there is no such parameter; the nearest names are suggested.
        ParameterError
            If a value is outside its bounds, changes the equations, or is a start value.
        SimulationError
            If no modes are consistent with the new values.
        """
        self._check_alive()
        asked = {**check_parameters(values), **named}
        given = {self._parameter(name): value for name, value in asked.items()}
        if not given:
            return
        try:
            self._run.change(given)
        except SimulationError as error:
            self._fail(error)

    def _parameter(self, name: str) -> str:
        """Return the name of the parameter that is set by a name."""
        found = self._known.get(name)
        if found is None:
            root = self._model.translation.flat.root
            direct, source = (find_parameter(root, one) for one in (name, name + _CONSTANT))
            is_source = direct is None and source is not None
            found = self._known[name] = name + _CONSTANT if is_source else name
        return found

    # ----------------------------------------------------------------- copies

    def copy(self) -> Simulation:
        """Return an independent simulation in the same state, with the same record.

        Raises
        ------
        UsageError
            If the steps are made by a code of SUNDIALS.
        """
        self._check_copies("copied")
        other = Simulation(self._model, self._run.copy(), self._origin, self._start)
        other._pacing = Pacing(self._pacing.rate) if self._pacing else None
        return other

    def __copy__(self) -> Simulation:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Simulation:
        return self.copy()

    def __reduce__(self) -> Any:
        """Refuse pickling: a state belongs to a compiled model."""
        raise UsageError(
            "a simulation cannot be pickled: save(path) writes its state, which another process "
            "loads with the same model"
        )

    def _check_copies(self, what: str) -> None:
        self._check_alive()
        if self._run.settings.solver in SUNDIALS:
            raise UsageError(
                f"a simulation with solver={self._run.settings.solver!r} cannot be {what}: this "
                "code keeps its past for itself; choose solver='auto'"
            )

    @explained
    def save(self, path: str | Path) -> Path:
        """Write the whole state to a file, and what was recorded.

        Parameters
        ----------
        path : path
            The file; any suffix.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        UsageError
            If it cannot be written, or the steps are made by a code of SUNDIALS.
        """
        from drivetrain.simulation.stepping.saved_file import Saved, write_file

        self._check_copies("saved")
        run, to = self._run, Path(path)
        told = {
            "settings": {name: getattr(run.settings, name) for name in _SETTINGS},
            "given": [[name, _listed(value)] for name, value in run.given.items()],
            "changed": run.changed,
            "stop_time": run.stop_time,
            "record": run.record,
        }
        values, scales = run.values, run.scales
        arrays: dict[str, NDArray[Any]] = {
            "state": np.frombuffer(run.save(), np.uint8),
            "parameter": values.parameter,
            "tables": values.tables,
            "table_offset": values.table_offset,
            "atol": np.asarray(scales.atol),
            "size_limit": np.asarray(scales.size_limit),
            "memory": np.asarray(scales.memory),
            "rows": run.rows(),
        }
        write_file(to, Identity.of(self._model.translation), Saved(told, arrays))
        return to

    @explained
    def load(self, path: str | Path) -> None:
        """Go to the state in a file that :meth:`save` wrote, perhaps in another process.

        Parameters
        ----------
        path : path
            The file.

        Raises
        ------
        UsageError
            If it is no such file, damaged, of another version of the package or of another model;
            the first difference is named. The simulation then stays as it was.
        """
        from drivetrain.simulation.stepping.saved_file import read_file

        model = self._model
        told, arrays = read_file(Path(path), Identity.of(model.translation))
        settings = Settings(**told["settings"])
        if settings.solver != self._run.settings.solver:
            raise UsageError(
                f"{path} was saved with solver={settings.solver!r}: start with that one, "
                f"start(solver={settings.solver!r})"
            )
        values = replace(
            model.translation.values,
            **{name: arrays[name] for name in ("parameter", "tables", "table_offset")},
        )
        scales = Scales(arrays["atol"], settings.tolerance, arrays["size_limit"], arrays["memory"])
        before = self._run
        state, given = arrays["state"].tobytes(), dict(told["given"])
        run = LiveRun.restored(model, settings, scales, state, values, given, told["record"])
        run.changed, run.stop_time = told["changed"], told["stop_time"]
        run.begin_record(arrays["rows"])
        before.close()
        self._run, self._broken = run, ""
        self._origin = Origin(settings, dict(told["given"]), None, model.base.translation)

    # ----------------------------------------------------------------- result

    def result(self) -> Result:
        """Return what was recorded so far, as the result of a run.

        There is one row for each step, and the rows of all events.

        Raises
        ------
        UsageError
            If nothing was recorded, since the simulation was started with ``record=False``.
        """
        if not self._run.record:
            raise UsageError("result(): nothing was recorded, as record=False was asked for")
        return self._result(RunStatus.DONE, self._run.ended)

    def _result(self, status: RunStatus, message: str) -> Result:
        t, run = self._model.translation, self._run
        rows = run.rows()
        names = ParameterNames(t.flat.root)
        settings = replace(run.settings, stop_time=max(self.time, run.settings.start_time))
        plain = not run.changed and run.settings.stop_time == run.stop_time
        values = replace(run.values, parameter=run.values.parameter.copy())
        return Result(
            self._model.layout,
            rows,
            model=self._model.title,
            status=status,
            message=message,
            parameters=RunParameterValues(names, values.parameter, ParameterFacts(t.flat, values)),
            parameter_units=ParameterUnits(names, t.flat),
            stats=self._statistics(len(rows)),
            energy=_no_audit
            if run.changed
            else lambda r: audit(t, values, Recording(rows), r.model),
            settings=vars(settings).copy(),
            start=self._start,
            origin=self._origin if plain else None,
        )

    def _statistics(self, points: int) -> Callable[[], Statistics]:
        """Return a function that builds the statistics on demand."""
        t, counted = self._model.translation, self._run.solver.count()
        translate_time = self._model.translate_time

        def statistics() -> Statistics:
            stats = counted()
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
                translate_time=translate_time,
            )

        return statistics

    # ------------------------------------------------------------------ close

    def close(self) -> None:
        """Release the memory of the simulation."""
        self._broken = self._broken or "it was closed"
        self._run.close()

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _listed(value: Any) -> Any:
    """Return a number or a table as JSON has it."""
    try:
        return np.asarray(value, dtype=float).tolist()
    except (TypeError, ValueError):
        raise UsageError(
            f"a simulation with a table given as {shown(value)} cannot be saved: give its numbers "
            "in SI"
        ) from None


def _no_audit(result: Result) -> Any:
    raise ResultError(
        f"parameters of {result.model} were set on the way, which may add energy or take it: there "
        "is no energy audit of such a simulation"
    )
