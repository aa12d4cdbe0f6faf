"""Interface of a run to what is made of its events and energies."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from drivetrain.simulation.results.event_log import EventLog
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.row_layout import Layout

__all__ = ["RecordedRun"]


class RecordedRun(Protocol):
    """A result, as far as timelines and energy flows need it."""

    model: str

    @property
    def time(self) -> NDArray[np.float64]:
        """Instants of the rows, s."""

    @property
    def events(self) -> EventLog:
        """The events."""

    @property
    def event_source(self) -> tuple[Layout, NDArray[np.float64]]:
        """Layout and rows with both sides of all events."""

    @property
    def audited(self) -> Recording:
        """Rows of all variables of which the energy audit is made."""
