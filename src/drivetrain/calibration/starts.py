"""Searches from many starts: an ensemble tells which are worth it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.presentation import Presented
from drivetrain.calibration.problem import Problem
from drivetrain.calibration.search import solve
from drivetrain.calibration.solution import Solution
from drivetrain.calls import explained
from drivetrain.errors import AnalysisError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Starts", "searched"]

Floats = NDArray[np.float64]

_SAME = 1e-3
"""Relative difference of costs up to which two ends are the same."""


class Starts(Presented):
    """The starts of a search, and where it led from each.

    Parameters
    ----------
    names : list of str
        The unknowns.
    starts, ends : float array, shape (k, n)
        Values at the starts and ends; NaN at the end of a search that was not made.
    first, last : float array, shape (k,)
        Half the sum of squares at start and end.
    """

    def __init__(
        self, names: list[str], starts: Floats, ends: Floats, first: Floats, last: Floats
    ) -> None:
        self.names, self.starts, self.ends, self.first, self.last = names, starts, ends, first, last

    @property
    def title(self) -> str:
        """What it is, in one line."""
        best = np.nanmin(self.last)
        same = int(np.sum(self.last <= best * (1 + _SAME) + 1e-12))
        made = int(np.sum(np.isfinite(self.last)))
        return f"{len(self.first)} starts: {same} of {made} searches end at the best fit"

    def to_pandas(self) -> pd.DataFrame:
        """Return a table with a row for each start, the best end first."""
        import pandas as pd

        order = np.argsort(np.where(np.isfinite(self.last), self.last, np.inf), kind="stable")
        columns = {"cost": self.last, "cost at start": self.first}
        columns |= {name: self.ends[:, k] for k, name in enumerate(self.names)}
        columns |= {f"start of {name}": self.starts[:, k] for k, name in enumerate(self.names)}
        return pd.DataFrame(columns).iloc[order].reset_index(drop=True)

    @explained
    def plot(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw the costs in order, a waterfall: a first plateau means that the best is found.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        from drivetrain.calibration.pictures import drawn

        return drawn("waterfall", self, path=path, title=title)


def searched(
    problem: Problem, first: Floats, count: int, seed: int, loss: str, scale: float
) -> tuple[Starts, Solution]:
    """Return all starts with their ends, and the best end.

    Parameters
    ----------
    problem : Problem
        The problem; its bounds have to be finite.
    first : float array
        The first start.
    count, seed : int
        Number of starts, and seed of the others.
    loss, scale : str, float
        What is minimised.

    Raises
    ------
    UsageError
        If an unknown has no bounds.
    AnalysisError
        If the runs fail from all starts.
    """
    starts = np.vstack([first, _spread(problem, count - 1, seed)])
    costs = problem.objective(starts)
    ends, last = np.full_like(starts, np.nan), np.full(count, np.nan)
    best: Solution | None = None
    for k in np.argsort(costs, kind="stable").tolist():
        try:
            found = solve(problem, starts[k], loss, scale)
        except AnalysisError:
            continue  # its failure is counted by the problem
        ends[k], last[k] = found.x, found.cost
        if best is None or found.cost < best.cost:
            best = found
    if best is None:
        why = next(iter(problem.failures), "")
        raise AnalysisError(f"the runs of all {count} starts fail: {why}")
    return Starts(problem.names, starts, ends, np.asarray(costs), last), best


def _spread(problem: Problem, count: int, seed: int) -> Floats:
    """Return starts spread over the bounds, by a Latin hypercube."""
    from scipy.stats import qmc

    for one in problem.unknowns:
        if not np.isfinite(one.high - one.low):
            raise UsageError(
                f"many starts are spread over bounds, and {one.name} has none: give both"
            )
    low = np.array([one.inner(one.low) for one in problem.unknowns])
    high = np.array([one.inner(one.high) for one in problem.unknowns])
    cube = qmc.LatinHypercube(len(low), rng=np.random.default_rng(seed)).random(count)
    inner = low + cube * (high - low)
    return np.column_stack([one.outer(inner[:, k]) for k, one in enumerate(problem.unknowns)])
