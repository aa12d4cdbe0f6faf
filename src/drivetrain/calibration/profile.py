"""Profile likelihood: the best fit over one unknown, all others searched anew."""

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

__all__ = ["Profile", "profiled"]

Floats = NDArray[np.float64]


_PRECISION = 1e-6


class Profile(Presented):
    """Increase of the sum of squares over an unknown, all others at their best.

    Parameters
    ----------
    name, unit : str
        The unknown.
    best : float
        Its estimate.
    values : float array
        Its values, increasing.
    increase : float array
        Increase of the sum of squares beside the variance of the residuals.
    level : float
        Level of confidence.
    limit : float
        Increase at that level.

    Attributes
    ----------
    interval : tuple of float
        Where the increase is below the limit; infinite where it is so up to the last value.
    """

    def __init__(
        self, name: str, unit: str, best: float, values: Floats, increase: Floats, level: float,
        limit: float,
    ) -> None:  # fmt: skip
        self.name, self.unit, self.best, self.level, self.limit = name, unit, best, level, limit
        self.values, self.increase = values, increase
        self.interval = self._side(-1), self._side(1)

    def _side(self, sign: int) -> float:
        """Return where the increase reaches the limit on one side, by linear interpolation of √."""
        order = np.argsort(sign * self.values)
        x, root = self.values[order], np.sqrt(np.maximum(self.increase[order], 0.0))
        begin = int(np.argmin(np.abs(x - self.best)))
        x, root, goal = x[begin:], root[begin:], self.limit**0.5
        above = np.flatnonzero(root > goal)
        if not len(above) or above[0] == 0:
            return float(sign * np.inf)
        k = int(above[0])
        part = (goal - root[k - 1]) / (root[k] - root[k - 1])
        return float(x[k - 1] + part * (x[k] - x[k - 1]))

    @property
    def title(self) -> str:
        """What it is, in one line."""
        low, high = self.interval
        unit = "" if self.unit in ("", "1") else f" {self.unit}"
        return (
            f"Profile of {self.name}: {self.best:.6g}{unit}, {self.level:.0%} interval "
            f"{low:.6g} … {high:.6g}{unit}"
        )

    def to_pandas(self) -> pd.DataFrame:
        """Return the increase over the values."""
        import pandas as pd

        unit = "" if self.unit in ("", "1") else f" [{self.unit}]"
        index = pd.Index(self.values, name=f"{self.name}{unit}")
        return pd.DataFrame({"increase": self.increase}, index=index)

    @explained
    def plot(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw the increase over the unknown, with the limit.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        from drivetrain.calibration.pictures import drawn

        return drawn("profile", self, path=path, title=title)


def profiled(
    problem: Problem,
    solution: Solution,
    number: int,
    values: Floats,
    loss: tuple[str, float],
    noise: float,
    level: float,
    limit: float,
) -> Profile:
    """Return the profile of an unknown.

    Parameters
    ----------
    problem : Problem
        The problem.
    solution : Solution
        The best fit.
    number : int
        The unknown.
    values : float array
        Its values, increasing; the searches go outwards from the estimate.
    loss : tuple of str and float
        What is minimised.
    noise : float
        Standard deviation of the residuals.
    level, limit : float
        Level of confidence, and the increase at that level.

    Raises
    ------
    AnalysisError
        If no search succeeds.
    """
    best = float(solution.x[number])
    free = solution.free.copy()
    free[number] = False
    costs = np.full(len(values), np.nan)
    for side in (np.flatnonzero(values < best)[::-1], np.flatnonzero(values >= best)):
        x = solution.x.copy()
        for k in side.tolist():
            x[number] = values[k]
            try:
                found = solve(problem, x, *loss, free=free, precision=_PRECISION)
            except AnalysisError:
                break  # counted by the problem; the profile ends here
            costs[k], x = found.cost, found.x.copy()
    made = np.isfinite(costs)
    if not made.any():
        raise AnalysisError(f"the runs fail at all values of {problem.names[number]}")
    one = problem.unknowns[number]
    made &= ~np.isclose(values, best, rtol=1e-9, atol=0.0)
    increase = 2 * (costs[made] - solution.cost) / noise**2
    places = np.append(values[made], best)
    order = np.argsort(places, kind="stable")
    return Profile(
        one.name, one.unit, best, places[order], np.append(increase, 0.0)[order], level, limit
    )
