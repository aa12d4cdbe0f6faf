"""Read variables from the present row of a run, with names resolved once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from drivetrain.kernel.binding import Selection
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.stepping.live_run import LiveRun

__all__ = ["Reader"]

Floats = NDArray[np.float64]


class Reader:
    """Reads some variables of a simulation, as often as it is called.

    Parameters
    ----------
    model : PreparedModel
        The model.
    run : callable
        Returns the run as it is now.
    names : tuple of str
        Variables, or patterns.

    Attributes
    ----------
    names : list of str
        The variables.
    """

    def __init__(
        self, model: PreparedModel, run: Callable[[], LiveRun], names: tuple[str, ...]
    ) -> None:
        layout: Layout = model.layout
        self.names = layout.match(*names)
        self._columns = layout.columns(*names)
        self._run = run
        kernel = model.translation.kernel
        self._selection: Selection | None = None
        if self._columns.last >= kernel.known_length:
            self._selection = Selection(kernel, self._columns.column, self._columns.opposite)
        self._all_vary = len(self._columns.varying) == len(self._columns.constant)

    def __call__(self) -> Floats:
        """Return the present values, in the order of :attr:`names`; a fresh array."""
        run, columns = self._run(), self._columns
        if self._selection is not None and run.short_rows:
            values: Floats = run.select(self._selection)
        else:
            values = run.row[columns.column]
            if len(columns.opposite):
                values[columns.opposite] = 0.0 - values[columns.opposite]
        if self._all_vary:
            return values
        complete = columns.constant.copy()
        complete[columns.varying] = values
        return complete

    def __repr__(self) -> str:
        return f"<reader of {', '.join(self.names[:6])}{', …' if len(self.names) > 6 else ''}>"
