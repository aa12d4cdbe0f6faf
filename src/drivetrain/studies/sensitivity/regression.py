"""Linear regression of an outcome on the parameters, of values and of ranks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.errors import StudyError
from drivetrain.studies.sensitivity.batches import checked_values
from drivetrain.text_tables import aligned

if TYPE_CHECKING:
    import pandas as pd

    from drivetrain.studies.results.study_result import StudyResult

__all__ = ["Regression", "regression_of"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Regression:
    """Standardised regression of an outcome on the parameters.

    It needs no independent parameters, but says only what is linear, or monotonic by the ranks.

    Attributes
    ----------
    outcome : str
        The outcome.
    names : list of str
        Parameters.
    coefficients : float array
        Standard deviations by which the outcome changes with one of the parameter.
    rank_coefficients : float array
        The same for ranks in place of values.
    r_squared, rank_r_squared : float
        Share of the variance that each regression explains.
    n : int
        Runs that were used.
    """

    outcome: str
    names: list[str]
    coefficients: Floats
    rank_coefficients: Floats
    r_squared: float
    rank_r_squared: float
    n: int

    @explained
    def to_pandas(self) -> pd.DataFrame:
        """Return a table with one row for each parameter."""
        import pandas as pd

        columns = {"values": self.coefficients, "ranks": self.rank_coefficients}
        return pd.DataFrame(columns, index=pd.Index(self.names, name="parameter"))

    def __repr__(self) -> str:
        """Return the coefficients as a table."""
        rows = [
            (name, f"{one:+.3f}", f"{other:+.3f}")
            for name, one, other in zip(
                self.names, self.coefficients, self.rank_coefficients, strict=True
            )
        ]
        rows.append(("R²", f"{self.r_squared:.3f}", f"{self.rank_r_squared:.3f}"))
        title = f"<Regression of {self.outcome}: {self.n} runs>"
        return f"{title}\n{aligned(('parameter', 'values', 'ranks'), rows, (1, 2))}"


def regression_of(result: StudyResult, outcome: str, missing: str) -> Regression:
    """Return the regression of an outcome; see :meth:`StudyResult.regression`.

    Parameters
    ----------
    result : StudyResult
        The study.
    outcome : str
        The outcome.
    missing : {"refuse", "drop"}
        What to do if some values are missing.

    Raises
    ------
    StudyError
        If there are too few runs, or nothing varies.
    """
    from scipy.stats import rankdata

    there = checked_values(result, outcome, missing)
    columns = {
        name: values[there].astype(float)
        for name, values in result.parameters.items()
        if values.dtype.kind in "biuf" and np.ptp(values[there].astype(float)) > 0
    }
    y = result[outcome][there]
    if len(y) < len(columns) + 2 or not columns or not np.ptp(y) > 0:
        raise StudyError(
            f"a regression of {outcome!r} on {len(columns)} parameters needs more runs than these "
            f"{len(y)}, and an outcome that varies"
        )
    x = np.column_stack(list(columns.values()))
    of_values = _standardised(x, y)
    of_ranks = _standardised(rankdata(x, axis=0), rankdata(y))
    return Regression(
        outcome, list(columns), of_values[0], of_ranks[0], of_values[1], of_ranks[1], len(y)
    )


def _standardised(x: Floats, y: Floats) -> tuple[Floats, float]:
    x, y = (x - x.mean(axis=0)) / x.std(axis=0), (y - y.mean()) / y.std()
    found = np.asarray(np.linalg.lstsq(x, y, rcond=None)[0], dtype=np.float64)
    return found, float(1 - np.mean((y - x @ found) ** 2))
