"""Bootstrap: fits to data with other noise, drawn from what remains or from the given noise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.presentation import Presented
from drivetrain.calibration.problem import Problem
from drivetrain.calibration.search import solve
from drivetrain.calibration.solution import Solution
from drivetrain.calls import explained
from drivetrain.errors import AnalysisError

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Bootstrap", "bootstrapped"]

Floats = NDArray[np.float64]


_PRECISION = 1e-6
"""Of each search: a hundredth of a standard error."""


class Bootstrap(Presented):
    """Estimates from data with other noise.

    Parameters
    ----------
    names, units : list of str
        The unknowns.
    best : float array
        Their estimates.
    samples : float array, shape (k, n)
        Estimates from data with other noise.
    level : float
        Level of the intervals.
    failed : int
        Number of searches that failed.
    """

    def __init__(
        self, names: list[str], units: list[str], best: Floats, samples: Floats, level: float,
        failed: int,
    ) -> None:  # fmt: skip
        self.names, self.units, self.best, self.samples = names, units, best, samples
        self.level, self.failed = level, failed

    @property
    def title(self) -> str:
        """What it is, in one line."""
        failed = f", {self.failed} failed" if self.failed else ""
        return f"Bootstrap of {len(self.names)} unknowns: {len(self.samples)} fits{failed}"

    @property
    def covariance(self) -> pd.DataFrame:
        """Covariance of the estimates."""
        import pandas as pd

        matrix = np.atleast_2d(np.cov(self.samples.T))
        return pd.DataFrame(matrix, index=self.names, columns=self.names)

    def to_pandas(self) -> pd.DataFrame:
        """Return estimate, mean, standard deviation and percentile interval of each unknown."""
        import pandas as pd

        ends = (1 - self.level) / 2, (1 + self.level) / 2
        low, high = np.quantile(self.samples, ends, axis=0)
        table = {
            "estimate": self.best, "unit": self.units, "mean": self.samples.mean(axis=0),
            "standard error": self.samples.std(axis=0, ddof=1), "low": low, "high": high,
        }  # fmt: skip
        return pd.DataFrame(table, index=pd.Index(self.names, name="unknown"))

    @explained
    def plot(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw histograms and pairs of the estimates.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        from drivetrain.calibration.pictures import drawn

        return drawn("bootstrap", self, path=path, title=title)


def bootstrapped(
    problem: Problem,
    solution: Solution,
    count: int,
    seed: int,
    loss: tuple[str, float],
    noise: float,
    level: float,
    from_residuals: bool,
) -> Bootstrap:
    """Return fits to data with other noise.

    Parameters
    ----------
    problem : Problem
        The problem.
    solution : Solution
        The best fit.
    count, seed : int
        Number of fits, and seed.
    loss : tuple of str and float
        What is minimised.
    noise : float
        Standard deviation of the residuals.
    level : float
        Level of the intervals.
    from_residuals : bool
        Whether noise is drawn from what remains, column by column, or from normal distributions.

    Raises
    ------
    AnalysisError
        If fewer than two searches succeed.
    """
    rng = np.random.default_rng(seed)
    problem.jacobian(solution.x)  # from here on known at the common start
    size = problem.measured_count
    own = solution.residuals[:size]
    fitted = problem.measured + own * problem.sigma
    samples, failed = [], 0
    for _ in range(count):
        drawn_noise = _drawn(problem, own, rng) if from_residuals else noise * rng.normal(size=size)
        other = problem.with_measured(fitted - drawn_noise * problem.sigma)
        try:
            found = solve(other, solution.x, *loss, free=solution.free, precision=_PRECISION)
            samples.append(found.x)
        except AnalysisError:
            failed += 1  # told in the title
    if len(samples) < 2:
        raise AnalysisError(f"{failed} of {count} fits of the bootstrap failed")
    return Bootstrap(problem.names, problem.units, solution.x, np.array(samples), level, failed)


def _drawn(problem: Problem, residuals: Floats, rng: np.random.Generator) -> Floats:
    """Return residuals drawn with replacement, those of each column among themselves."""
    found = residuals.copy()
    for _, _, place in problem.channels():
        own = residuals[place]
        found[place] = rng.choice(own - own.mean(), size=len(own))
    return found
