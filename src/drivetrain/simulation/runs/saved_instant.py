"""An instant at which a run was interrupted and saved, to go on from there with other values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import SimulationError
from drivetrain.kernel.status import Status
from drivetrain.kernel.stepped_run import SteppedRun

__all__ = ["Placed", "SavedInstant", "saved"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SavedInstant:
    """An instant at which a run was interrupted: modes, memory, clocks, delays and step sizes.

    Attributes
    ----------
    time : float
        The instant, s.
    state : bytes
        The run as the kernel saves it, without its last row.
    row : float array
        Values just before the interruption: time, flag, states, quadratures, discrete values.
    """

    time: float
    state: bytes
    row: Floats

    def restore(self, run: SteppedRun) -> None:
        """Take a run of the same model to this instant, where an event is due.

        Raises
        ------
        OtherModelError
            If it is that of another model.
        """
        run.restore(self.state + bytes(8 * run.solver.written_length))


@dataclass(frozen=True, eq=False)
class Placed:
    """Values that a run begins with at a saved instant, in place of those that were reached.

    Attributes
    ----------
    at : SavedInstant
        The instant.
    states, discrete : float array
        The values.
    unrolled : bool
        Whether it is that of the model without loops over rows.
    """

    at: SavedInstant
    states: Floats
    discrete: Floats
    unrolled: bool = False

    def begin(self, run: SteppedRun, stop_time: float) -> Status:
        """Let a run of the same model begin there.

        Parameters
        ----------
        run : SteppedRun
            The run; its parameters are its own.
        stop_time : float
            Its end, s.
        """
        self.at.restore(run)
        run.prolong(stop_time)
        run.renew()
        run.place(self.states, self.discrete)
        return run.go(self.at.time)


def saved(run: SteppedRun, stop_time: float) -> SavedInstant:
    """Interrupt a run where it is, and save it.

    Parameters
    ----------
    run : SteppedRun
        The run.
    stop_time : float
        An instant up to which it may go on, s.

    Raises
    ------
    SimulationError
        If the run cannot be evaluated there.
    """
    run.prolong(stop_time)
    row, status = run.interrupt()
    if status.failed:
        raise SimulationError(f"no run goes on from t = {row[0]:g} s: {status.sentence}")
    state = run.save()
    return SavedInstant(float(row[0]), state[: len(state) - run.row.nbytes], row)
