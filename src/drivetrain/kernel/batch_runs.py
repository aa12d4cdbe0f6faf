"""Run many simulations of one model in the kernel, one after another.

No Python code runs in between, so threads that process a batch each do not wait for one another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from drivetrain.errors import DrivetrainError
from drivetrain.kernel import library as c
from drivetrain.kernel.binding import Solver
from drivetrain.kernel.status import Stats, Status
from drivetrain.kernel.step_probe import probe_records
from drivetrain.kernel.verification import Given, RowsOfRuns

__all__ = ["Ended", "Left", "Series", "SeriesStart"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class SeriesStart(NamedTuple):
    """Common initial point of a batch of runs, with values to verify it by.

    Attributes
    ----------
    x0 : float array
        States.
    pre0 : float array
        Discrete variables before the first instant.
    column : int array
        What to check at the first instant: columns of a complete row, and of the derivatives of
        states and quadratures that follow it.
    expected, within : float array
        Expected values, and the permitted differences.
    """

    x0: Floats
    pre0: Floats
    column: Ints
    expected: Floats
    within: Floats


class Ended(Sequence[Floats]):
    """Rows of runs that have reached their stop time: an array for each.

    Attributes
    ----------
    rows : float array
        All of them, run after run.
    n_rows : int array
        How many rows each run has.
    """

    def __init__(self, rows: Floats, n_rows: Ints) -> None:
        self.rows, self.n_rows = rows, n_rows
        self._ends = [0, *np.cumsum(n_rows).tolist()]

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(self.n_rows)

    @overload
    def __getitem__(self, run: int) -> Floats: ...

    @overload
    def __getitem__(self, run: slice) -> list[Floats]: ...

    def __getitem__(self, run: int | slice) -> Floats | list[Floats]:
        """Return the rows of a run."""
        number = range(len(self))[run]
        if isinstance(number, range):
            return [self[k] for k in number]
        return self.rows[self._ends[number] : self._ends[number + 1]]

    def __iter__(self) -> Iterator[Floats]:
        """Iterate over the runs."""
        rows = self.rows
        return (rows[begin:end] for begin, end in pairwise(self._ends))


class Left(NamedTuple):
    """A run of a batch that has not ended.

    Attributes
    ----------
    run : int
        Its number.
    solver : Solver or None
        The solver that continues it, to be closed by the caller; None: it was not started, since
        the initial point is not valid for it.
    status : Status
        `MORE`: continue; `NOT_READY`: start it; else a failure.
    rows : float array
        The rows recorded so far.
    """

    run: int
    solver: Solver | None
    status: Status
    rows: Floats


class Series:
    """Batch of runs of one model that differ in parameters and their consequences.

    Results are bitwise identical to those with a separate solver for each run.

    Parameters
    ----------
    like : Solver
        Common properties of the runs; it may be closed.
    parameters, sample_start, sample_interval, delay_longest : float array, shape (n_runs, …)
        As for a solver, one row per run.
    start : SeriesStart
        Common initial point.

    Raises
    ------
    DrivetrainError
        An array has another shape, or a column does not exist.
    """

    def __init__(
        self,
        like: Solver,
        *,
        parameters: Floats,
        sample_start: Floats,
        sample_interval: Floats,
        delay_longest: Floats,
        start: SeriesStart,
    ) -> None:
        model, count = like.model, len(parameters)
        self._like = like
        self._varied = {
            "parameters": _checked("parameters", parameters, (count, like.parameters.size)),
            "sample_start": _checked("sample_start", sample_start, (count, model.n_sample)),
            "sample_interval": _checked(
                "sample_interval", sample_interval, (count, model.n_sample)
            ),
            "delay_longest": _checked("delay_longest", delay_longest, (count, model.n_delay)),
        }
        if not (self._varied["sample_interval"] > 0).all():
            raise DrivetrainError("series, sample_interval: every clock needs a positive period")
        looks = len(start.column)
        self._start = SeriesStart(
            _checked("x0", start.x0, (model.n_x,)),
            _checked("pre0", start.pre0, (model.n_z,)),
            np.ascontiguousarray(start.column, dtype=np.int64),
            _checked("expected", start.expected, (looks,)),
            _checked("within", start.within, (looks,)),
        )
        length = model.row_length + model.n_rates
        if looks and not 0 <= start.column.min() <= start.column.max() < length:
            raise DrivetrainError("series: looks at a column that rows do not have")
        self._n_rows = np.zeros(count, dtype=np.int64)
        self._probes = probe_records(count)
        self._stats = np.zeros((count, len(Stats._fields)), dtype=np.int64)
        own = {"n_rows": self._n_rows, "probes": self._probes, "stats": self._stats}
        arrays = self._varied | self._start._asdict() | own
        self._struct = c.Series(
            n_runs=count,
            n_parameters=like.parameters.size,
            n_expected=looks,
            **{name: array.ctypes.data for name, array in arrays.items()},
        )

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(self._n_rows)

    @property
    def done(self) -> int:
        """Number of runs that are over, including the one that was left last."""
        return int(self._struct.run)

    def given(self, run: int) -> Given:
        """Return the addresses of a run's parameters and tables, valid while this object lives."""
        parameters, own = self._varied["parameters"], self._like.given
        address = self._struct.parameters + run * parameters.strides[0]
        return own._replace(parameters=address)

    def rows_of(self, ended: Ended, first: int) -> RowsOfRuns:
        """Return the rows of runs that have ended, from run `first` on, with their parameters."""
        parameters = self._varied["parameters"][first : first + len(ended)]
        return RowsOfRuns(ended.rows, ended.n_rows, parameters, self._like.given)

    @property
    def probes(self) -> npt.NDArray[Any]:
        """Step probes of each run, as records.

        The record of a run that was left is that of its solver, once it has ended. For the fields
        see :func:`~drivetrain.kernel.step_probe.probe_records`.
        """
        return self._probes

    def noted(self, run: int) -> c.StepProbe:
        """Return the kernel's record of a run that it has completed."""
        return c.StepProbe.from_buffer_copy(self._probes[run : run + 1].data)

    def stats(self, first: int, count: int) -> list[Stats]:
        """Return the counters of runs that the kernel has completed, from one on."""
        return list(map(Stats._make, self._stats[first : first + count].tolist()))

    def advance(self, max_rows: int, max_steps: int) -> tuple[Ended, Left | None]:
        """Continue with the next runs.

        Parameters
        ----------
        max_rows : int
            Return once this many rows are written.
        max_steps : int
            Return once this many integrator steps were tried; small numbers keep a long batch
            interruptible.

        Returns
        -------
        ended : Ended
            The rows of each run that has reached its stop time.
        left : Left or None
            The next run after these, if it has not ended.
        """
        first, like = self.done, self._like
        buffer = np.empty((max_rows, like.written_length))
        model = like.model.struct
        status = Status(
            c.load_library().dt_run_batch(
                model, like.settings, self._struct, buffer.ctypes.data, max_rows, max_steps
            )
        )
        last = self.done
        n_rows = self._n_rows[first:last]
        whole = int(n_rows.sum())
        done = last == len(self) or (status is Status.MORE and not self._struct.left)
        filled = whole if done else whole + int(self._n_rows[last])
        if 2 * filled < max_rows:
            buffer = buffer[:filled].copy()  # release a buffer that is mostly empty
        ended = Ended(buffer[:whole], n_rows)
        if done:
            return ended, None
        self._struct.run += 1
        return ended, self._left(last, model, status, buffer[whole:filled])

    def _left(self, run: int, model: c.Model, status: Status, rows: Floats) -> Left:
        if not self._struct.left:
            return Left(run, None, status, rows)
        own = {name: array[run] for name, array in self._varied.items()}
        solver = self._like.again(**own, begun=(self._struct.left, model))
        if status is Status.ANALYSE:
            solver.make_ready()
            status = Status.MORE
        return Left(run, solver, status, rows)


def _checked(name: str, values: Floats, shape: tuple[int, ...]) -> Floats:
    """Return an array in the form that the kernel takes, after checking its shape."""
    array: npt.NDArray[Any] = np.ascontiguousarray(values, dtype=np.float64)
    if array.shape != shape:
        raise DrivetrainError(f"series, {name}: needs shape {shape}, has {array.shape}")
    return array
