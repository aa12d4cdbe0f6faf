"""The result of a calibration: estimates, how far to trust them, and what remains."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import positive, whole
from drivetrain.analysis.presentation import Presented
from drivetrain.calibration.bootstrap import Bootstrap, bootstrapped
from drivetrain.calibration.kinks import kinks_at
from drivetrain.calibration.near_events import is_near, share_near_events
from drivetrain.calibration.pictures import drawn
from drivetrain.calibration.problem import Problem
from drivetrain.calibration.profile import Profile, profiled
from drivetrain.calibration.solution import Solution
from drivetrain.calibration.starts import Starts
from drivetrain.calibration.uncertainty import Uncertainty, uncertainty_of
from drivetrain.calls import explained, outside
from drivetrain.errors import (
    AnalysisWarning,
    MemberError,
    NameLookupError,
    UsageError,
    nearest,
    shown,
)
from drivetrain.modeling.argument_values import check_flags
from drivetrain.simulation.results.result import Result

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Estimate", "Fit"]

Floats = NDArray[np.float64]

_LEVEL = 0.95
_UNLIKELY = 1e-3
"""Probability of so great a sum of squares, below which it is told."""
_REACH = 4.0
"""Standard errors that a profile covers on each side."""
_POINTS = 9


class Estimate(NamedTuple):
    """An estimated unknown.

    Attributes
    ----------
    value, standard_error : float
        In SI units; the error is infinite if data do not tell the value, NaN at a bound.
    low, high : float
        Ends of the 95 % interval.
    unit : str
        Unit.
    note : str
        What there is to know.
    """

    value: float
    standard_error: float
    low: float
    high: float
    unit: str
    note: str


class Fit(Presented, Mapping[str, Estimate]):
    """A model fitted to measurements: a mapping from unknowns to estimates.

    Parameters
    ----------
    problem : Problem
        The problem.
    solution : Solution
        The end of the search.
    loss, loss_scale : str, float
        What was minimised.
    starts : Starts, optional
        All starts, if there were several.

    Attributes
    ----------
    problem : Problem
        The problem, for other searches.
    uncertainty : Uncertainty
        Covariance, noise, singular values, and what data do not tell.

    Warns
    -----
    AnalysisWarning
        If data do not tell some unknowns, few samples near events decide, or the search did not
        end.
    """

    def __init__(
        self,
        problem: Problem,
        solution: Solution,
        loss: str,
        loss_scale: float,
        starts: Starts | None = None,
    ) -> None:
        self.problem, self._starts = problem, starts
        self._solution, self._loss = solution, (loss, loss_scale)
        self.uncertainty: Uncertainty = uncertainty_of(problem, solution, loss, loss_scale)
        self._kinks = kinks_at(problem, solution.x, solution.residuals)
        self._warn()

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __getitem__(self, name: str) -> Estimate:
        """Return the estimate of an unknown."""
        names = self.problem.names
        if not isinstance(name, str) or name not in names:
            hint = nearest(str(name), names)
            raise NameLookupError(
                f"{shown(name)} was not sought{hint}; there are {', '.join(names)}"
            )
        k = names.index(name)
        low, high = self.interval()[k]
        error = float(self.standard_errors[k])
        unit, note = self.problem.units[k], self._note(k)
        return Estimate(float(self.x[k]), error, float(low), float(high), unit, note)

    @property
    def starts(self) -> Starts:
        """All starts of the search.

        Raises
        ------
        MemberError
            If there was only one.
        """
        if self._starts is None:
            raise MemberError("the search had a single start; ask for more by starts=8")
        return self._starts

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the unknowns."""
        return iter(self.problem.names)

    def __len__(self) -> int:
        """Return the number of unknowns."""
        return len(self.problem.unknowns)

    @property
    def x(self) -> Floats:
        """The estimates, in the order of the unknowns."""
        return self._solution.x.copy()

    @property
    def estimates(self) -> dict[str, float]:
        """The estimates by name."""
        return dict(zip(self.problem.names, self.x.tolist(), strict=True))

    @property
    def standard_errors(self) -> Floats:
        """Standard errors; infinite for what data do not tell, NaN at a bound."""
        return np.sqrt(np.diag(self.uncertainty.covariance))

    @property
    def covariance(self) -> pd.DataFrame:
        """Covariance of the estimates."""
        return self._matrix(self.uncertainty.covariance)

    @property
    def correlation(self) -> pd.DataFrame:
        """Correlation of the estimates."""
        errors = self.standard_errors
        with np.errstate(all="ignore"):
            return self._matrix(self.uncertainty.covariance / np.outer(errors, errors))

    @property
    def cost(self) -> float:
        """What was minimised: half the sum of squares, or of the loss."""
        return self._solution.cost

    @property
    def converged(self) -> bool:
        """Whether the search ended by itself."""
        return self._solution.converged

    @property
    def failures(self) -> dict[str, int]:
        """How often runs failed during the search, by message."""
        return dict(self.problem.failures)

    @explained
    def interval(self, level: float = _LEVEL) -> Floats:
        """Return confidence intervals, by the curvature at the best fit.

        Parameters
        ----------
        level : float
            Level of confidence, between 0 and 1.

        Returns
        -------
        ndarray, shape (n, 2)
            Those of unknowns that were searched over the logarithm are symmetric there.
        """
        factor, errors = self.uncertainty.factor(_level(level)), self.standard_errors
        ends = np.empty((len(self), 2))
        for k, one in enumerate(self.problem.unknowns):
            x = float(self.x[k])
            width = factor * errors[k] / one.rate(x)
            ends[k] = [one.outer(one.inner(x) + sign * width) for sign in (-1, 1)]
        return ends

    @explained
    def parameters(self, experiment: int | str = 0) -> dict[str, Any]:
        """Return the parameters of an experiment: the estimates and what was given.

        Parameters
        ----------
        experiment : int or str
            Its number or name.
        """
        number = self._experiment(experiment)
        given = self.problem.experiments[number].given
        return {**given, **self.problem.parameters(self.x, number)}

    @explained
    def simulate(self, experiment: int | str = 0) -> Result:
        """Return the run of an experiment with the estimates.

        Parameters
        ----------
        experiment : int or str
            Its number or name.
        """
        return self._results[self._experiment(experiment)]

    @cached_property
    def residuals(self) -> pd.DataFrame:
        """A row for each measured number.

        Columns: `experiment`, `column`, `time`, what was `measured` and `modelled`, `sigma`, the
        `residual` beside it, and whether the sample is `near` an event.
        """
        import pandas as pd

        own = self._solution.residuals
        measured, sigma = self.problem.measured, self.problem.sigma
        frames, begin = [], 0
        for number, experiment in enumerate(self.problem.experiments):
            events = self._results[number].events.telling.times()
            for channel in experiment.channels:
                place = slice(begin, begin + len(channel))
                near = is_near(channel.time, events, experiment.timing)
                frames.append(_rows(experiment.label, channel.column, channel.time, near,
                                    measured[place], sigma[place], own[place]))  # fmt: skip
                begin = place.stop
            for single in experiment.singles:
                place = slice(begin, begin + 1)
                frames.append(_rows(experiment.label, single.outcome.name, [np.nan], [False],
                                    measured[place], sigma[place], own[place]))  # fmt: skip
                begin += 1
        return pd.concat(frames, ignore_index=True)

    @property
    def title(self) -> str:
        """What it is, in one line."""
        u, model = self.uncertainty, self.problem.experiments[0].compiled.title
        fit = f"χ² = {u.chi_square:.4g} for {u.degrees} degrees of freedom"
        if np.isnan(u.p_value):
            fit = f"noise {u.noise:.3g} (estimated), {u.degrees} degrees of freedom"
        return f"Fit of {model}: {len(self)} unknowns, {self.problem.runs} runs, {fit}"

    def to_pandas(self) -> pd.DataFrame:
        """Return estimate, unit, standard error, 95 % interval, start and note of each unknown."""
        import pandas as pd

        ends = self.interval()
        table = {
            "estimate": self.x, "unit": self.problem.units,
            "standard error": self.standard_errors, "low": ends[:, 0], "high": ends[:, 1],
            "start": self.problem.start, "note": [self._note(k) for k in range(len(self))],
        }  # fmt: skip
        return pd.DataFrame(table, index=pd.Index(self.problem.names, name="unknown"))

    @explained
    def notes(self) -> list[str]:
        """Return what a reader has to know."""
        lines = [one.text for one in self.uncertainty.directions]
        lines += self._kinks + self._about_search() + self._about_fit()
        if self._starts is not None:
            lines.append(self._starts.title)
        return lines

    @explained
    def profile(self, name: str, *, values: Any = None, level: float = _LEVEL) -> Profile:
        """Return the best fits over one unknown, all others searched anew: its likelihood.

        Unlike the curvature at the best fit it shows bounds, kinks, and what data do not tell.

        Parameters
        ----------
        name : str
            The unknown.
        values : array_like, optional
            Its values; by default nine over four standard errors on both sides.
        level : float
            Level of confidence of the interval.
        """
        from scipy import stats

        self[name]  # refuses what was not sought
        k = self.problem.names.index(name)
        limit = float(stats.chi2.ppf(_level(level), 1))
        u = self.uncertainty
        if np.isnan(u.p_value) and u.degrees > 0:
            limit = u.factor(level) ** 2
        grid = self._around(k) if values is None else np.unique(np.asarray(values, dtype=float))
        noise = u.noise if np.isnan(u.p_value) else 1.0
        return profiled(self.problem, self._solution, k, grid, self._loss, noise, level, limit)

    @explained
    def bootstrap(
        self, count: int = 200, *, seed: int = 0, from_residuals: bool = False,
        level: float = _LEVEL,
    ) -> Bootstrap:  # fmt: skip
        """Fit the model to data with other noise, again and again.

        Parameters
        ----------
        count : int
            Number of fits.
        seed : int
            Seed of the noise.
        from_residuals : bool
            Draw the noise from what remains, rather than from normal distributions.
        level : float
            Level of the intervals.
        """
        check_flags("bootstrap", from_residuals=from_residuals)
        return bootstrapped(
            self.problem, self._solution, whole(count, "count", 2), whole(seed, "seed", 0),
            self._loss, self.uncertainty.noise, _level(level), bool(from_residuals),
        )  # fmt: skip

    @explained
    def plot(
        self, experiment: int | str = 0, *, path: str | Path | None = None,
        title: str | None = None,
    ) -> Figure:  # fmt: skip
        """Draw measurements and model over time, with the residuals below.

        Parameters
        ----------
        experiment : int or str
            Its number or name.
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("fit", self, self._experiment(experiment), path=path, title=title)

    @explained
    def plot_residuals(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw the residuals over time with the events, and beside a normal distribution.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("residuals", self, path=path, title=title)

    @explained
    def plot_correlation(
        self, *, path: str | Path | None = None, title: str | None = None
    ) -> Figure:
        """Draw the correlations, and the singular values that tell what data can tell.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("correlation", self, path=path, title=title)

    @cached_property
    def _results(self) -> list[Result]:
        return [
            one.result(self.problem.parameters(self.x, k))
            for k, one in enumerate(self.problem.experiments)
        ]

    def _around(self, k: int) -> Floats:
        """Return values over some standard errors on both sides of an estimate."""
        one, x = self.problem.unknowns[k], float(self.x[k])
        error = float(self.standard_errors[k])
        width = _REACH * error / one.rate(x) if np.isfinite(error) else 0.5
        inner = float(one.inner(x)) + np.linspace(-width, width, _POINTS)
        return np.unique(np.clip(one.outer(inner), one.low, one.high))

    def _experiment(self, given: int | str) -> int:
        names = [one.label for one in self.problem.experiments]
        if isinstance(given, str):
            if given not in names:
                raise NameLookupError(
                    f"no experiment {given!r}{nearest(given, names)}; there are {', '.join(names)}"
                )
            return names.index(given)
        number = whole(given, "experiment", 0)
        if number >= len(names):
            raise UsageError(f"experiment={number}: there are {len(names)}, from 0 on")
        return number

    def _matrix(self, values: Floats) -> pd.DataFrame:
        import pandas as pd

        names = self.problem.names
        return pd.DataFrame(values, index=names, columns=names)

    def _note(self, k: int) -> str:
        if self._solution.at_bound[k]:
            return "at its bound"
        if np.isinf(self.standard_errors[k]):
            return "not determined"
        return ""

    def _about_search(self) -> list[str]:
        lines = []
        if not self.converged:
            lines.append(f"the search did not end: {self._solution.message}")
        for message, count in self.problem.failures.most_common(1):
            total = sum(self.problem.failures.values())
            lines.append(f"{total} runs failed during the search, {count} of them: {message}")
        if self.problem.absent:
            lines.append(
                f"in {self.problem.absent} runs a measured event did not occur: it counted as if "
                "at the end"
            )
        return lines

    def _about_fit(self) -> list[str]:
        lines, u = [], self.uncertainty
        missing = sum(c.missing for e in self.problem.experiments for c in e.channels)
        if missing:
            lines.append(f"{missing} samples are missing")
        if u.p_value < _UNLIKELY:
            lines.append(
                f"the model does not fit within the given noise (p = {u.p_value:.1g}): its "
                "standard errors are too small"
            )
        share = self._share
        if share.dominates:
            lines.append(
                f"{share.of_samples:.0%} of the samples, near events, make {share.of_squares:.0%} "
                "of the sum of squares: give timing=…, or the instants of events as outcomes"
            )
        return lines + self._by_differences()

    @cached_property
    def _share(self) -> Any:
        return share_near_events(self.problem, self._solution.residuals, self._results)

    def _by_differences(self) -> list[str]:
        """Return which unknowns had no sensitivities."""
        return [
            f"{name} is differentiated by differences: {why}"
            for name, why in self.problem.by_differences.items()
        ]

    def _warn(self) -> None:
        """Say aloud what is wrong."""
        lines = [one.text for one in self.uncertainty.directions] + self._kinks
        if not self.converged:
            lines.append(f"the search did not end: {self._solution.message}")
        if self._share.dominates:
            lines += [line for line in self._about_fit() if "near events" in line]
        if self.problem.method == "sensitivities":
            lines += self._by_differences()
        for line in lines:
            warnings.warn(AnalysisWarning(line), stacklevel=outside())


def _level(level: Any) -> float:
    number = positive(level, "level", "1")
    if not number < 1:
        raise UsageError(f"level={shown(level)}: give a number between 0 and 1")
    return number


def _rows(
    experiment: str, column: str, time: Any, near: Any, measured: Floats, sigma: Floats,
    residuals: Floats,
) -> pd.DataFrame:  # fmt: skip
    """Return the rows of a column as a table."""
    import pandas as pd

    return pd.DataFrame(
        {
            "experiment": experiment, "column": column, "time": time, "measured": measured,
            "modelled": measured + residuals * sigma, "sigma": sigma,
            "residual": residuals, "near": near,
        }
    )  # fmt: skip
