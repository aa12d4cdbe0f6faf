"""A run that stops at requested instants, can be changed there, saved and restored."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from drivetrain.errors import DrivetrainError
from drivetrain.kernel import library as c
from drivetrain.kernel.arrays import Floats, begin_of, fixed
from drivetrain.kernel.binding import Solver
from drivetrain.kernel.status import STATUS_OF, Status
from drivetrain.kernel.sundials import SUNDIALS

__all__ = ["OtherModelError", "SteppedRun"]

Keep: TypeAlias = Callable[[Floats], None]

_ROWS = 64
"""Rows for which there is room in one call."""
_ALL_STEPS = 2**62
_CELLS = 2**20
"""Most numbers in that room."""
_OTHER_VERSION, _OTHER_MODEL = 1, 2


class OtherModelError(DrivetrainError):
    """A saved state does not belong to this model, or to this version of the kernel."""


class SteppedRun:
    """The run of a solver, from instant to instant.

    Steps are those of a run without stops: a step usually passes the requested instant, where the
    values follow from its continuous extension.

    Parameters
    ----------
    solver : Solver
        Initialised by :meth:`Solver.initialise`, or about to be restored.

    Attributes
    ----------
    row : ndarray
        The last row, at the present instant, in the format of :meth:`Solver.advance`; overwritten
        by the next call.
    """

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self._library = c.load_library()
        self._handle = solver.handle
        width = solver.written_length
        self._room = np.zeros((max(2, min(_ROWS, _CELLS // width)), width))
        self._rows = list(self._room)
        self._address = self._room.ctypes.data
        self._count = ctypes.c_int64()
        self._counted = ctypes.byref(self._count)
        self._step_to = self._library.dt_step_to
        self.row: Floats = self._rows[0]

    def go(
        self,
        time: float,
        keep: Keep | None = None,
        goes_on: Callable[[], bool] | None = None,
    ) -> Status:
        """Continue to an instant.

        Parameters
        ----------
        time : float
            In s; not before the present instant.
        keep : callable, optional
            Receives new rows, which are overwritten later.
        goes_on : callable, optional
            Asked after each tenth of a second or so whether to continue.

        Returns
        -------
        Status
            `DONE`, a failure, or `MORE` if it was not to continue.
        """
        capacity = len(self._rows)
        while True:
            code = self._step_to(
                self._handle, time, self._address, capacity, self._counted, _ALL_STEPS
            )
            count = self._count.value
            if count:
                self.row = self._rows[count - 1]
                if keep is not None:
                    keep(self._room[:count])
            if code == Status.DONE:
                return Status.DONE
            status = STATUS_OF[code]
            if status is Status.STEP:
                status = self.solver.make_external_step()
            elif status is Status.ANALYSE:
                self.solver.make_ready()
            elif goes_on is not None and not goes_on():
                return status
            if status.failed:
                return status

    def step_ends(self, time: float) -> list[float]:
        """Continue to an instant, and return the ends of the steps on the way.

        Parameters
        ----------
        time : float
            In s; not before the present instant.

        Returns
        -------
        list of float
            Instants in s: ends of steps, and events. A failure ends the list.
        """
        found: list[float] = []
        span = c.Span()
        while True:
            code = self._step_to(
                self._handle, time, self._address, len(self._rows), self._counted, 1
            )
            self._library.dt_get_span(self._handle, ctypes.byref(span))
            if not found or span.start > found[-1]:
                found.append(span.start)
            if STATUS_OF[code] is Status.ANALYSE:
                self.solver.make_ready()
            elif STATUS_OF[code] is not Status.MORE:
                return found

    def interrupt(self) -> tuple[Floats, Status]:
        """Make the present instant that of an event.

        Returns
        -------
        row : ndarray
            Its left limit.
        status : Status
            `DONE`, or a failure.
        """
        row = np.empty(self.solver.written_length)
        status = STATUS_OF[self._library.dt_interrupt(self._handle, row.ctypes.data)]
        return row, status

    def place(self, states: Floats, discrete: Floats) -> None:
        """Let the event at the present instant begin with other values, as if a motion led there.

        Parameters
        ----------
        states, discrete : float array
            The states and the discrete values, to follow :meth:`interrupt`.

        Raises
        ------
        DrivetrainError
            No event is due, or their number is wrong.
        """
        model = self.solver.model
        x: Floats = fixed("states", states, np.float64, model.n_x)
        z: Floats = fixed("discrete", discrete, np.float64, model.n_z)
        if self._library.dt_place(self._handle, begin_of(x), begin_of(z)) != Status.DONE:
            raise DrivetrainError("values can be placed at an interruption only: call interrupt")

    def renew(self) -> None:
        """Take note that the contents of the parameters have changed."""
        self.solver.renew()

    def prolong(self, stop_time: float) -> None:
        """End the run later; one that has ended continues."""
        self._library.dt_prolong(self._handle, stop_time)

    def save(self) -> bytes:
        """Return the whole state of the run.

        Raises
        ------
        DrivetrainError
            The steps are made by a code of SUNDIALS, or a program computes a part of the model:
            their states are not accessible.
        """
        if self.solver.model.foreign:
            raise DrivetrainError(
                f"'{self.solver.model.foreign[0].part}' is computed by a program of its own (an "
                "FMU), whose state cannot be copied or saved, so that no other run can begin here; "
                "make runs from the start, with simulate(…)"
            )
        return self._state()

    def continued_by(self, solver: Solver) -> SteppedRun:
        """Return the same run with another solver of the model, which goes on in place of this one.

        Parameters
        ----------
        solver : Solver
            Its parameters may be others, see :meth:`Solver.check_foreign`.
        """
        solver.take_foreign(self.solver)
        made = SteppedRun(solver)
        made.restore(self._state())
        return made

    def _state(self) -> bytes:
        """Return the whole state, without that of programs that compute blocks."""
        if self.solver.method in SUNDIALS:
            raise DrivetrainError(
                f"the steps of solver={self.solver.method!r} depend on what this code keeps for "
                "itself, so that its state cannot be copied or saved; choose 'auto'"
            )
        size = self._library.dt_state_size(self._handle)
        if size < 0:
            raise MemoryError("no memory to save the state of a run of this size")
        state = ctypes.create_string_buffer(size)
        self._library.dt_save(self._handle, ctypes.addressof(state))
        return state.raw + self.row.tobytes()

    def restore(self, state: bytes) -> None:
        """Continue from a state that :meth:`save` has returned.

        Raises
        ------
        OtherModelError
            It is that of another model, or of another version.
        """
        last = 8 * self.solver.written_length
        size = max(len(state) - last, 0)
        outcome = self._library.dt_restore(self._handle, state[:size], size)
        if outcome == _OTHER_VERSION:
            raise OtherModelError("the state was saved by another version of the kernel")
        if outcome == _OTHER_MODEL:
            raise OtherModelError("the state is that of another model")
        if outcome:
            raise OtherModelError("the state is incomplete")
        self.row = self._rows[0]
        self.row[:] = np.frombuffer(state[size:])
