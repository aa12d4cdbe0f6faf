"""Running compiled models with the C kernel.

A row is ``[time, flag, x, q, z, y]``, see :class:`~drivetrain.kernel.status.RowFlag` for the flag;
a *value index* is a position in ``(x | q | z | y)``.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator
from itertools import count
from time import perf_counter
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from drivetrain.errors import DrivetrainError, ParameterError
from drivetrain.kernel import library as c
from drivetrain.kernel.arrays import (
    Floats,
    Indices,
    Values,
    begin_of,
    fixed,
    spread,
)
from drivetrain.kernel.cached_solver import CachedSolver
from drivetrain.kernel.description.model import KernelModel
from drivetrain.kernel.external_step import ExternalSteps
from drivetrain.kernel.foreign.run import ForeignRun
from drivetrain.kernel.probing import Probing
from drivetrain.kernel.row_buffer import RowBuffer
from drivetrain.kernel.selection import Selection
from drivetrain.kernel.settings import (
    METHOD_NUMBERS,
    METHODS,
    Method,
    check_clocks,
    check_settings,
)
from drivetrain.kernel.status import (
    STATUS_OF,
    BlockCode,
    Contradiction,
    Failure,
    RowFlag,
    Stats,
    Status,
)
from drivetrain.kernel.step_probe import StepProbe
from drivetrain.kernel.sundials import SUNDIALS
from drivetrain.kernel.verification import Given

__all__ = [
    "METHODS",
    "MOST_STEPS",
    "BlockCode",
    "Failure",
    "Method",
    "RowFlag",
    "Selection",
    "Solver",
    "Stats",
    "Status",
]


MOST_STEPS = 10_000_000
"""Default limit of steps between events or output points."""
_DEFAULT_STEPS_OF_SPAN = 50
_SMALL = 10_000
"""Largest length of a row for which a kernel solver takes little memory."""
_COMMITTED = 2**25
"""Size of an array in bytes beyond which unwritten parts take no memory: operating systems allocate
pages on first touch."""


class Solver:
    """One run of a compiled model.

    Parameters
    ----------
    model : KernelModel
        The model to run.
    parameters : array of float
        Parameter values, `p` of the model.
    tables, table_offset : array
        Packed tables one after another, and the start of each.
    atol, rtol : float or array of float
        Absolute and relative tolerance, of every state or one per state; `atol` is positive.
    size_limit : float or array of float
        Magnitude of a state above which its tolerance stops growing; infinite by default.
    start_time, stop_time : float
        In s.
    interval : float
        Output grid ``start_time + k interval`` in s; infinite for start, events and end only.
    output_times : array of float
        Output points in place of that grid, s: increasing, from `start_time` to `stop_time`.
    max_step : float, optional
        Longest step in s; by default a fiftieth of the time span, so that crossings in both
        directions are not missed.
    initial_step : float, optional
        First step in s, also after events; by default chosen from the derivatives.
    sample_start, sample_interval : array of float
        First tick and period of each clock in s.
    memory : float or array of float, optional
        First guesses for the unknowns of algebraic blocks; by default 0.
    max_steps : int
        Limit of integrator steps between events or output points.
    max_events_per_instant : int
        Number of closely spaced events beyond which the run ends with `Status.CHATTERING`.
    max_event_iterations : int
        Passes of one event iteration beyond which the run ends with `Status.EVENT_CYCLE`.
    event_noise : float
        Crossing functions of smaller magnitude are rounding noise around 0.
    lock_tolerance : float
        Speed below which elements may lock, as a multiple of the uncertainty due to the tolerances
        of the states it depends on; a larger one ends the run with `Status.LOCKED_MOVING`. By
        default any speed is set to zero.
    method : {"auto", "bs5", "rodas", "cvode", "ida"}
        Explicit pair of Bogacki and Shampine, stiff method Rodas5P, or by default automatic
        switching between them according to stiffness. "dopri5" means "bs5". With automatic
        switching, a model without Jacobian is always integrated explicitly. The last two are
        SUNDIALS codes.
    delay_longest : array of float
        Each delay in s if it is constant, else its upper bound.
    short_rows : bool
        Whether :meth:`advance` leaves out what :meth:`complete` can compute later; without effect
        if that is not possible or saves nothing.
    with_relations : bool
        Whether rows are short ones in any case, as the relations are wanted, which complete rows do
        not contain.
    seconds_per_call : float
        Time after which the kernel returns from a long run, s, so that it can be stopped.
    step_probes : bool
        Whether some steps are checked against their rates, see :meth:`step_probe`; this does not
        affect the run.

    Raises
    ------
    DrivetrainError
        An array has the wrong size, a setting is invalid, the stiff method is requested and the
        model has no Jacobian, or a SUNDIALS code is requested and scikit-sundae is not installed.
    """

    def __init__(
        self,
        model: KernelModel,
        *,
        start_time: float,
        stop_time: float,
        interval: float,
        output_times: Values = (),
        parameters: Values = (),
        tables: Values = (),
        table_offset: Indices = (),
        atol: Values = 1e-6,
        rtol: Values = 1e-6,
        size_limit: Values = math.inf,
        max_step: float | None = None,
        initial_step: float | None = None,
        sample_start: Values = (),
        sample_interval: Values = (),
        memory: Values = 0.0,
        max_steps: int = MOST_STEPS,
        max_events_per_instant: int = 1000,
        max_event_iterations: int = 200,
        event_noise: float = 1e-12,
        lock_tolerance: float = math.inf,
        method: Method = "auto",
        delay_longest: Values = (),
        short_rows: bool = False,
        with_relations: bool = False,
        seconds_per_call: float = math.inf,
        step_probes: bool = True,
    ) -> None:
        self.model = model
        if method not in METHODS:
            raise DrivetrainError(f"method {method!r}: choose one of {', '.join(METHODS)}")
        if method == "rodas" and not model.struct.n_x:
            method = "bs5"  # without states no Jacobian is needed
        if method == "rodas" and not model.has_jacobian:
            raise DrivetrainError(
                "method 'rodas' needs the Jacobian of the model, which this model does not have; "
                "choose 'bs5' or 'auto'"
            )
        self.start_time, self.stop_time = float(start_time), float(stop_time)
        self.end_of_run: float | None = None
        span = stop_time - start_time
        if max_step is None:
            max_step = span / _DEFAULT_STEPS_OF_SPAN or math.inf
        self._arrays = {
            "output_times": fixed("output_times", output_times, np.float64, None),
            "atol": spread("atol", atol, model.n_x),
            "rtol": spread("rtol", rtol, model.n_x),
            "size_limit": spread("size_limit", size_limit, model.n_x),
            "parameters": fixed("parameters", parameters, np.float64, None),
            "tables": fixed("tables", tables, np.float64, None),
            "table_offset": fixed("table_offset", table_offset, np.int64, None),
            "sample_start": fixed("sample_start", sample_start, np.float64, model.n_sample),
            "sample_interval": fixed(
                "sample_interval", sample_interval, np.float64, model.n_sample
            ),
            "memory": spread("memory", memory, model.n_memory),
            "delay_longest": fixed("delay_longest", delay_longest, np.float64, model.n_delay),
        }
        check_settings(self._arrays, start_time, stop_time, interval, max_step)
        self._settings = c.Settings(
            start_time=start_time,
            stop_time=stop_time,
            span=span,
            interval=interval,
            n_output=self._arrays["output_times"].size,
            max_step=max_step,
            initial_step=initial_step or 0.0,
            event_noise=event_noise,
            lock_tolerance=lock_tolerance,
            max_steps=max_steps,
            max_events_per_instant=max_events_per_instant,
            max_event_iterations=max_event_iterations,
            method=METHOD_NUMBERS[method],
            short_rows=with_relations or (short_rows and model.has_short_rows),
            seconds_per_call=seconds_per_call,
            step_probes=step_probes,
            **{name: array.ctypes.data for name, array in self._arrays.items()},
        )
        if method in SUNDIALS:
            model.make_jacobian()
        self._method = method
        self._interrupted = False
        self._library = c.load_library()
        self._spare = CachedSolver(model.row_length <= _SMALL)
        self._room_to_write, self._room_to_read, self._room_to_complete = (
            RowBuffer(),
            RowBuffer(),
            RowBuffer(),
        )
        self._room_to_check = RowBuffer()
        self._create()
        self._written_length = int(self._library.dt_row_length(self._open()))

    def _create(self) -> None:
        struct = self.model.struct
        self._take_over(self._library.dt_create(struct, self._settings), struct)

    def _take_over(self, handle: int | None, struct: c.Model) -> None:
        """Use a kernel solver created from `struct`."""
        self._probing: Probing | None = None
        self._foreign = ForeignRun(self.model.foreign) if self.model.foreign else None
        # check the struct itself: another thread may just have generated the Jacobian
        self._jacobian_to_come = struct.jacobian == c.address_of("dt_jacobian_to_come")
        self._handle = handle
        if not self._handle:
            raise MemoryError("no memory for a solver of this size")
        self._external: ExternalSteps | None = None
        if self._method in SUNDIALS:
            model = self.model
            self._external = ExternalSteps(
                self._method,
                self._handle,
                atol=self._arrays["atol"],
                rtol=self._arrays["rtol"],
                size_limit=self._arrays["size_limit"],
                max_step=self._settings.max_step,
                n_rates=model.n_rates,
                pattern=model.pattern,
            )

    def again(
        self,
        *,
        parameters: Values | None = None,
        sample_start: Values = (),
        sample_interval: Values = (),
        delay_longest: Values = (),
        begun: tuple[int, c.Model] | None = None,
    ) -> Solver:
        """Return the solver of another run that differs in parameters and their consequences.

        Parameters
        ----------
        parameters, sample_start, sample_interval, delay_longest : array of float
            As for a new solver; everything else is shared with this one, which may be closed.
            Without parameters nothing differs.
        begun : tuple, optional
            The kernel solver of that run, if it already exists, which is taken over, and the struct
            it was created from.
        """
        other = Solver.__new__(Solver)
        vars(other).update(vars(self), _handle=None)
        if parameters is not None:
            other._tell(parameters, sample_start, sample_interval, delay_longest)
        if begun is None:
            other._create()
        else:
            other._take_over(*begun)
        return other

    @property
    def settings(self) -> c.Settings:
        """Settings of the run for the kernel; they contain addresses of arrays of this object."""
        return self._settings

    @property
    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Arrays of the settings by their names in the struct."""
        return self._arrays

    @property
    def given(self) -> Given:
        """Addresses of the parameters and tables of the run, valid as long as this object lives."""
        s = self._settings
        return Given(s.parameters, s.tables, s.table_offset)

    def _tell(
        self,
        parameters: Values,
        sample_start: Values,
        sample_interval: Values,
        delay_longest: Values,
    ) -> None:
        """Set other parameters, and what depends on them."""
        model = self.model
        changed = {"parameters": fixed("parameters", parameters, np.float64, None)}
        if model.n_sample:
            for name, values in (("start", sample_start), ("interval", sample_interval)):
                changed[f"sample_{name}"] = fixed(
                    f"sample_{name}", values, np.float64, model.n_sample
                )
            check_clocks(changed)
        if model.n_delay:
            changed["delay_longest"] = fixed(
                "delay_longest", delay_longest, np.float64, model.n_delay
            )
        self._arrays = self._arrays | changed
        self._spare = CachedSolver(False)  # results of many parameter sets may be kept
        self._settings = c.Settings.from_buffer_copy(self._settings)
        for name, array in changed.items():
            setattr(self._settings, name, array.ctypes.data)

    def __enter__(self) -> Solver:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Release the memory of the kernel; further calls have no effect."""
        handle, self._handle = getattr(self, "_handle", None), None
        self._probing = None
        if (foreign := getattr(self, "_foreign", None)) is not None:
            foreign.close()
        if handle:
            self._library.dt_destroy(handle)

    def _open(self) -> int:
        if not self._handle:
            raise DrivetrainError("this solver is closed; make a new one for another run")
        return self._handle

    @property
    def handle(self) -> int:
        """Address of the solver of the kernel."""
        return self._open()

    @property
    def delays(self) -> Floats:
        """Each delay in s if it is constant, else its upper bound."""
        return self._arrays["delay_longest"]

    @property
    def method(self) -> Method:
        """Integration method."""
        return self._method

    def _start(self, x0: Values, pre0: Values) -> tuple[Floats, Floats]:
        x: Floats = fixed("x0", x0, np.float64, self.model.n_x)
        pre: Floats = fixed("pre0", pre0, np.float64, self.model.n_z)
        return x, pre

    def begin_foreign(self, discrete: Floats) -> Floats:
        """Begin a run of the programs that compute blocks of the model.

        Without, the outputs of such blocks stay as they are at :meth:`initialise`.

        Parameters
        ----------
        discrete : float array
            Discrete variables before the first instant.

        Returns
        -------
        float array
            The same, with the outputs of the programs.
        """
        if self._foreign is None:
            return discrete
        self._foreign.begin(self._arrays["parameters"], self.start_time)
        self._foreign.attach(self._open())
        return self._foreign.placed(discrete)

    def give_foreign_start(self, row: Floats) -> Floats:
        """Give the programs that compute blocks their inputs at the first instant.

        Parameters
        ----------
        row : float array
            Values there, as :meth:`probe` returns them.

        Returns
        -------
        float array
            The discrete values, with the outputs that follow.
        """
        first = 2 + self.model.n_rates
        discrete: Floats = row[first : first + self.model.n_z]
        if self._foreign is None:
            return discrete
        self._foreign.give_start(discrete)
        return self._foreign.placed(discrete)

    def check_foreign(self, other: Solver) -> None:
        """Refuse to continue the run of a solver if a program has been given other parameters.

        Raises
        ------
        ParameterError
            The message names the part.
        """
        if other._foreign is None:
            return
        changed = other._foreign.changed(self._arrays["parameters"])
        if changed:
            raise ParameterError(
                f"'{changed}' is computed by a program of its own (an FMU), which takes its "
                "parameters when a run begins, not later: make another run with them"
            )

    def take_foreign(self, other: Solver) -> None:
        """Take over the programs that compute blocks from a solver whose run this one continues."""
        if other._foreign is not None:
            self._foreign, other._foreign = other._foreign, None
            self._foreign.attach(self._open())

    @property
    def foreign_error(self) -> BaseException | None:
        """What a program that computes a block has raised, which has ended the run."""
        return None if self._foreign is None else self._foreign.error

    @property
    def foreign_circles(self) -> int:
        """Instants at which inputs of such programs depend on their own outputs at once."""
        return 0 if self._foreign is None else self._library.dt_foreign_circles(self._open())

    def initialise(self, x0: Values, pre0: Values = (), time: float | None = None) -> Status:
        """Solve the initial event and prepare for :meth:`advance`.

        Parameters
        ----------
        x0 : array of float
            States.
        pre0 : array of float
            Discrete variables before the first instant.
        time : float, optional
            Instant in s; by default `start_time`.

        Returns
        -------
        Status
            `DONE` or a failure.
        """
        x, pre = self._start(x0, pre0)
        at = self.start_time if time is None else time
        if self._foreign is not None:
            pre = self._foreign.placed(pre)
            self._foreign.attach(self._open())
        return STATUS_OF[self._library.dt_initialise(self._open(), at, begin_of(x), begin_of(pre))]

    def probe(self, time: float, x: Values, pre0: Values = ()) -> tuple[Floats, Floats, Status]:
        """Solve the initial event at a point without touching the run.

        Parameters
        ----------
        time : float
            Instant in s.
        x : array of float
            States.
        pre0 : array of float
            Discrete variables before that instant.

        Returns
        -------
        row : ndarray
            Time, flag and all values.
        xdot : ndarray
            Derivatives of states, then of quadratures.
        status : Status
            `DONE` or a failure, after which `row` and `xdot` are those of the last attempt.
        """
        return self._probe(self._library.dt_probe, time, x, pre0)

    def probe_nearby(
        self, time: float, x: Values, pre0: Values = ()
    ) -> tuple[Floats, Floats, Status]:
        """Solve the initial event near the last probed point, as for a finite difference.

        Where sweeps do not settle the modes there, those of that point are kept, without further
        search. Arguments and results are those of :meth:`probe`.
        """
        return self._probe(self._library.dt_probe_nearby, time, x, pre0)

    def _probe(
        self, probe: Callable[..., int], time: float, x: Values, pre0: Values
    ) -> tuple[Floats, Floats, Status]:
        handle = self._open()
        if self._probing is None:
            self._probing = Probing(self.model)
        states, pre, row, xdot = self._probing.arrays
        if np.shape(x) == states.shape and np.shape(pre0) == pre.shape:
            states[:], pre[:] = x, pre0
        else:
            states[:], pre[:] = self._start(x, pre0)
        status = probe(handle, time, *self._probing.addresses)
        return row.copy(), xdot.copy(), STATUS_OF[status]

    def advance(
        self,
        max_rows: int = 4096,
        max_steps: int = 1 << 62,
        goes_on: Callable[[Floats], bool] | None = None,
    ) -> tuple[Floats, Status]:
        """Continue the run.

        Parameters
        ----------
        max_rows : int
            Return once this many rows are written.
        max_steps : int
            Return once this many integrator steps were tried.
        goes_on : callable, optional
            Called, with the rows written so far, each time the kernel has taken `seconds_per_call`;
            by default this call returns then.

        Returns
        -------
        rows : ndarray
            New rows, also in case of failure; short ones if the solver was created that way.
        status : Status
            `MORE`: call again; `DONE`: stop time reached; else a failure, see :attr:`failure`.

        Raises
        ------
        KeyboardInterrupt
            If the previous call was interrupted, and has returned its rows.
        """
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt
        buffer = self._room_to_write.take((max_rows, self._written_length))
        filled, status, end = 0, Status.STEP, self._end_of_call()
        try:
            while status in (Status.ANALYSE, Status.STEP):
                count, status = self._call(buffer[filled:], max_steps)
                filled += count
                if status is Status.ANALYSE:
                    self.make_ready()
                elif status is Status.STEP:
                    max_steps -= 1
                    status = self._make_step(end)
                if status is Status.MORE and goes_on and filled < max_rows:
                    status = Status.STEP if goes_on(buffer[:filled]) else Status.MORE
                    end = self._end_of_call()
        except KeyboardInterrupt:  # deferred until the rows are returned
            self._interrupted, status = True, Status.MORE
        rows = buffer[:filled]
        if 2 * filled < max_rows and buffer.nbytes <= _COMMITTED:
            rows = rows.copy()  # release a buffer that is mostly empty
        return rows, status

    def _end_of_call(self) -> float:
        seconds: float = self._settings.seconds_per_call
        return perf_counter() + seconds

    def _call(self, room: Floats, max_steps: int) -> tuple[int, Status]:
        """Continue in the kernel until it requests something."""
        count = ctypes.c_int64()
        status = self._library.dt_advance(
            self._open(), begin_of(room), len(room), ctypes.byref(count), max_steps
        )
        return count.value, STATUS_OF[status]

    def make_external_step(self) -> Status:
        """Let the external integrator make the step that the kernel has requested."""
        return self._make_step(math.inf)

    def _make_step(self, end: float) -> Status:
        """Let the external integrator make a step."""
        assert self._external is not None
        status = self._external.make()
        return Status.MORE if status is Status.STEP and perf_counter() > end else status

    @property
    def short_rows(self) -> bool:
        """Whether :meth:`advance` returns short rows."""
        return bool(self._settings.short_rows)

    @property
    def written_length(self) -> int:
        """Length of the rows returned by :meth:`advance`."""
        return self._written_length

    def complete(self, rows: Floats, *, to_check: bool = False) -> Floats:
        """Compute complete rows from short ones.

        Parameters
        ----------
        rows : ndarray
            Any short rows of a run with the same parameters and tables, which may be over: this
            works on a closed solver, and in several threads at once.
        to_check : bool
            Whether these are a few rows to be checked and discarded: the memory for all rows is
            kept.

        Returns
        -------
        ndarray
            Rows with all values.
        """
        room = self._room_to_check if to_check else self._room_to_complete
        complete = room.take((len(rows), self.model.row_length))
        given = np.ascontiguousarray(rows, dtype=np.float64)
        handle = self._borrow()
        try:
            self._library.dt_complete(handle, begin_of(given), len(given), begin_of(complete))
        finally:
            self._give_back(handle)
        return complete

    def select(self, rows: Floats, selection: Selection) -> Floats:
        """Return some columns of what :meth:`complete` would compute.

        Parameters
        ----------
        rows : ndarray
            As for :meth:`complete`.
        selection : Selection
            The columns.

        Returns
        -------
        ndarray, shape (n_rows, n_columns)
        """
        picked = self._room_to_read.take((len(rows), selection.width))
        given = np.ascontiguousarray(rows, dtype=np.float64)
        handle = self._borrow()
        try:
            self._library.dt_select(
                handle, selection.struct, begin_of(given), len(given), begin_of(picked)
            )
        finally:
            self._give_back(handle)
        return picked

    def _borrow(self) -> int:
        """Return a kernel solver with the parameters of this one, for reading rows."""
        if self._handle:
            return self._handle
        handle: int | None = self._spare.take() or self._library.dt_create(
            self.model.struct, self._settings
        )
        if not handle:
            raise MemoryError("no memory for a solver of this size")
        return handle

    def _give_back(self, handle: int) -> None:
        if handle != self._handle:
            self._spare.keep(handle)

    def renew(self) -> None:
        """Take note that the contents of :attr:`parameters` have changed."""
        self._library.dt_renew(self._open())

    def make_ready(self) -> None:
        """Provide what the stiff method requested, see `Status.ANALYSE`."""
        if self._jacobian_to_come:
            self.model.make_jacobian()
            if self._library.dt_set_jacobian(self._open(), self.model.struct):
                raise MemoryError("no memory for a Jacobian of this size")
            self._jacobian_to_come = False
        else:
            self._order_pivots()

    def _order_pivots(self) -> None:
        """Find a pivot order for the matrix that the kernel could not factorise."""
        from drivetrain.kernel.sparse import pivot_order

        pointers = [ctypes.c_void_p() for _ in range(3)]
        n = self._library.dt_get_matrix(self._open(), *map(ctypes.byref, pointers))
        ptr = _view(pointers[0], n + 1, np.int64)
        entries = int(ptr[-1])
        rows = _view(pointers[1], entries, np.int64)
        order = pivot_order(ptr, rows, _view(pointers[2], entries, np.float64))
        if order is not None and self._library.dt_set_pivots(
            self._open(), order[0].ctypes.data, order[1].ctypes.data
        ):
            raise MemoryError("no memory for the factors of a matrix of this size")

    @property
    def parameters(self) -> Floats:
        """Parameter values of the run."""
        return self._arrays["parameters"]

    def table(self, number: int) -> Floats:
        """Return a packed table of the run, and the data that follow it."""
        packed: Floats = self._arrays["tables"][self._arrays["table_offset"][number] :]
        return packed

    @property
    def current(self) -> Floats:
        """Row at the last evaluated instant; after a failure: where it happened."""
        row = np.empty(self.model.row_length)
        self._library.dt_current(self._open(), row.ctypes.data)
        return row

    @property
    def last(self) -> Floats:
        """The same in the row format of :meth:`advance`."""
        row = np.empty(self.written_length)
        self._library.dt_last(self._open(), row.ctypes.data)
        return row

    @property
    def tried(self) -> Floats:
        """Row at the end of the last attempted step."""
        row = np.empty(self.model.row_length)
        self._library.dt_tried(self._open(), row.ctypes.data)
        return row

    @property
    def stats(self) -> Stats:
        """Counters since :meth:`initialise`."""
        return self.count()()

    def count(self) -> Callable[[], Stats]:
        """Return a function that yields :attr:`stats` as of this moment."""
        raw = c.Stats()
        self._library.dt_get_stats(self._open(), ctypes.byref(raw))
        return lambda: Stats(*(getattr(raw, name) for name in Stats._fields))

    def step_probe(self) -> StepProbe:
        """Return the result of the step probes since :meth:`initialise`.

        Runs with very long rows are not probed, nor are those without states: the result is then
        based on 0 steps.
        """
        return StepProbe.of(self.noted, self.model.n_rates)

    @property
    def noted(self) -> c.StepProbe:
        """Result of :meth:`step_probe` as the kernel writes it: for the certificate of a run."""
        noted = c.StepProbe()
        self._library.dt_get_step_probe(self._open(), noted)
        return noted

    @property
    def failure(self) -> Failure | None:
        """The last failure, or None."""
        raw = c.Failure()
        self._library.dt_get_failure(self._open(), ctypes.byref(raw))
        if raw.status == Status.DONE:
            return None
        return Failure.of(raw)

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield modes that only one relation contradicts, after `NO_MODES`."""
        for number in count():
            row, g = np.empty(self.model.row_length), ctypes.c_double()
            relation = self._library.dt_contradiction(
                self._open(), number, ctypes.byref(g), row.ctypes.data
            )
            if relation < 0:
                return
            yield Contradiction(relation, g.value > 0.0, abs(g.value), row)


def _view(pointer: ctypes.c_void_p, size: int, dtype: type) -> npt.NDArray[Any]:
    """Return an array view of the kernel's own memory."""
    kind = ctypes.c_int64 if dtype is np.int64 else ctypes.c_double
    return np.ctypeslib.as_array(ctypes.cast(pointer, ctypes.POINTER(kind)), (size,))
