"""Values at the output points of all runs of a batch."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.simulation.outcomes.batch import Batch
from drivetrain.simulation.output_times import SAME_INSTANT

__all__ = ["at_points"]

Floats = NDArray[np.float64]


def at_points(batch: Batch, names: tuple[str, ...], grid: Floats) -> Floats:
    """Return variables at output points, shape (runs, points, variables).

    At an event the value after it counts. NaN after the end of a run that ended early.

    Parameters
    ----------
    batch : Batch
        The runs, recorded at these points at least.
    names : tuple of str
        The variables.
    grid : float array
        The points, s, increasing.
    """
    place = np.clip(np.searchsorted(grid, batch.time), 1, len(grid) - 1)
    before = batch.time - grid[place - 1] < grid[place] - batch.time
    place = np.where(before, place - 1, place)
    near = np.abs(batch.time - grid[place]) <= SAME_INSTANT * np.spacing(np.abs(grid[place]))
    superseded = np.zeros(len(near), dtype=bool)
    superseded[:-1] = (batch.run[1:] == batch.run[:-1]) & near[1:] & (place[1:] == place[:-1])
    rows = np.flatnonzero(near & ~superseded)
    found = np.full((len(batch), len(grid), len(names)), np.nan)
    for k, name in enumerate(names):
        found[batch.run[rows], place[rows], k] = batch.values(name)[rows]
    return found
