"""Pictures and analyses of the result of a study."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from drivetrain.calls import explained
from drivetrain.errors import UsageError, shown

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from drivetrain.studies.results.study_result import StudyResult
    from drivetrain.studies.sensitivity.regression import Regression
    from drivetrain.studies.sensitivity.sobol import SobolIndices

__all__ = ["StudyViews"]

_MOST_COLUMNS = 8


class StudyViews:
    """Pictures and analyses, for which the outcomes of the runs are needed only."""

    @property
    def _result(self) -> StudyResult:
        return cast("StudyResult", self)

    @explained
    def histogram(
        self,
        *names: str,
        quantiles: Sequence[float] = (0.05, 0.5, 0.95),
        path: str | Path | None = None,
    ) -> Figure:
        """Draw the distribution of outcomes, with quantiles.

        Parameters
        ----------
        *names : str
            Outcomes or parameters; all outcomes if none is given.
        quantiles : sequence of float
            Levels that are marked, between 0 and 1.
        path : str or Path, optional
            File for the picture.

        Raises
        ------
        NameLookupError
            If there is no such outcome.
        """
        from drivetrain.studies.pictures.histogram import draw_histograms

        levels = _levels(quantiles)
        return draw_histograms(self._result, self._named(names), levels, path)

    @explained
    def scatter_matrix(self, *names: str, path: str | Path | None = None) -> Figure:
        """Draw every pair of parameters and outcomes.

        Parameters
        ----------
        *names : str
            Up to ten; by default what varies, then the outcomes, up to eight.
        path : str or Path, optional
            File for the picture.
        """
        from drivetrain.studies.pictures.scatter_matrix import draw_scatter_matrix

        return draw_scatter_matrix(self._result, self._all_or(names), path)

    @explained
    def heat_map(self, x: str, y: str, outcome: str, *, path: str | Path | None = None) -> Figure:
        """Draw an outcome over two parameters: cells of a grid, else contours between samples.

        Parameters
        ----------
        x, y : str
            Parameters.
        outcome : str
            The outcome. Crosses are runs that have none.
        path : str or Path, optional
            File for the picture.

        Raises
        ------
        UsageError
            If a grid has a third parameter, or one of these does not vary.
        """
        from drivetrain.studies.pictures.plane import draw_plane

        return draw_plane(self._result, x, y, outcome, path)

    @explained
    def parallel(
        self, *names: str, colour: str | None = None, path: str | Path | None = None
    ) -> Figure:
        """Draw one line for each run over parallel axes.

        Parameters
        ----------
        *names : str
            Parameters and outcomes in the order of the axes; by default what varies, then the
            outcomes, up to eight.
        colour : str, optional
            What the colours tell; the last axis if omitted.
        path : str or Path, optional
            File for the picture.
        """
        from drivetrain.studies.pictures.parallel import draw_parallel

        chosen = self._all_or(names)
        return draw_parallel(self._result, chosen, chosen[-1] if colour is None else colour, path)

    @explained
    def bands(
        self, *names: str, levels: Sequence[float] = (0.5, 0.9), path: str | Path | None = None
    ) -> Figure:
        """Draw the median and the bands that trajectories lie in.

        Parameters
        ----------
        *names : str
            Variables that the study kept; all of them if none is given.
        levels : sequence of float
            Shares of the runs in a band, at each instant.
        path : str or Path, optional
            File for the picture.

        Raises
        ------
        NameLookupError
            If the study did not keep them.
        """
        from drivetrain.studies.pictures.bands import draw_bands

        kept = names or self._result.kept
        if not kept:
            raise UsageError(
                "bands(): the study kept no trajectories; name them in study(keep=[…])"
            )
        return draw_bands(self._result, kept, levels, path)

    @explained
    def tornado(self, outcome: str, *, path: str | Path | None = None) -> Figure:
        """Draw how far an outcome moves with one parameter at a time.

        Parameters
        ----------
        outcome : str
            The outcome of a study with the design `one_at_a_time`.
        path : str or Path, optional
            File for the picture.

        Raises
        ------
        StudyError
            If the design is another one.
        """
        from drivetrain.studies.pictures.tornado import draw_tornado

        return draw_tornado(self._result, outcome, path)

    @explained
    def sobol(self, outcome: str, *, missing: str = "refuse") -> SobolIndices:
        """Return the shares of the variance of an outcome that each parameter contributes.

        Parameters
        ----------
        outcome : str
            The outcome of a study with the design `saltelli`.
        missing : {"refuse", "drop"}
            What to do with runs that have no value: refuse them, or leave out whole blocks, the
            runs of all batches that belong together. The indices are then those of the remaining
            region, and tell how many blocks were left out.

        Returns
        -------
        SobolIndices
            First-order and total indices with bootstrap intervals.

        Raises
        ------
        StudyError
            If the design is another one, values are missing, or the outcome does not vary.

        References
        ----------
        A. Saltelli et al., Variance based sensitivity analysis of model output. Design and
        estimator for the total sensitivity index, 2010.
        """
        from drivetrain.studies.sensitivity.batches import batches_of
        from drivetrain.studies.sensitivity.sobol import indices_of

        return indices_of(outcome, batches_of(self._result, outcome, missing))

    @explained
    def regression(self, outcome: str, *, missing: str = "refuse") -> Regression:
        """Return the standardised regression of an outcome on the parameters, of any sample.

        Parameters
        ----------
        outcome : str
            The outcome.
        missing : {"refuse", "drop"}
            What to do with runs that have no value.

        Raises
        ------
        StudyError
            If values are missing, or nothing varies.
        """
        from drivetrain.studies.sensitivity.regression import regression_of

        return regression_of(self._result, outcome, missing)

    @explained
    def morris(self, outcome: str) -> pd.DataFrame:
        """Return the elementary effects of each parameter, by SALib.

        Parameters
        ----------
        outcome : str
            The outcome of a study with the design `morris`.

        Returns
        -------
        DataFrame
            ``mu_star``, the mean size of the effect of a step from level to level; ``sigma``, its
            spread, large where it depends on other parameters; per range of probability.

        Raises
        ------
        StudyError
            If the design is another one, or values are missing.
        """
        from drivetrain.studies.sensitivity.salib import morris_of

        return morris_of(self._result, outcome)

    @explained
    def pawn(self, outcome: str, *, missing: str = "refuse") -> pd.DataFrame:
        """Return how the distribution of an outcome changes with each parameter, by SALib.

        Parameters
        ----------
        outcome : str
            The outcome, of any sample.
        missing : {"refuse", "drop"}
            What to do with runs that have no value.

        References
        ----------
        F. Pianosi, T. Wagener, A simple and efficient method for global sensitivity analysis based
        on cumulative distribution functions, 2015.
        """
        from drivetrain.studies.sensitivity.salib import given_data

        return given_data(self._result, outcome, "pawn", missing)

    @explained
    def delta(self, outcome: str, *, missing: str = "refuse") -> pd.DataFrame:
        """Return moment-independent and first-order indices of any sample, by SALib.

        Parameters
        ----------
        outcome : str
            The outcome.
        missing : {"refuse", "drop"}
            What to do with runs that have no value.

        References
        ----------
        E. Borgonovo, A new uncertainty importance measure, 2007.
        """
        from drivetrain.studies.sensitivity.salib import given_data

        return given_data(self._result, outcome, "delta", missing)

    def _named(self, names: Sequence[str]) -> Sequence[str]:
        chosen = names or self._result.outcomes
        if not chosen:
            raise UsageError("this study has no outcomes; name a parameter")
        return chosen

    def _all_or(self, names: Sequence[str]) -> Sequence[str]:
        from drivetrain.studies.pictures.common import varied

        result = self._result
        return names or [*varied(result), *result.outcomes][:_MOST_COLUMNS]


def _levels(quantiles: Any) -> list[float]:
    try:
        found = [float(one) for one in quantiles]
    except (TypeError, ValueError):
        found = [-1.0]
    if not all(0 <= one <= 1 for one in found):
        raise UsageError(f"quantiles={shown(quantiles)}: give levels between 0 and 1")
    return found
