"""Sobol indices: shares of the variance of an outcome."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.errors import StudyError
from drivetrain.markup import table
from drivetrain.studies.sensitivity.batches import Batches
from drivetrain.text_tables import aligned

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["SobolIndices", "indices_of"]

Floats = NDArray[np.float64]

_RESAMPLES = 1000
_SEED = 20010
_LEAST = 16
_AT_ONCE = 4_000_000


@dataclass(frozen=True, eq=False)
class SobolIndices:
    """Shares of the variance of an outcome that parameters contribute.

    Attributes
    ----------
    outcome : str
        The outcome.
    names : list of str
        Parameters.
    first : float array
        First-order indices: the share that would vanish on average if the parameter were known.
    total : float array
        Total indices: the share that would remain if all others were known.
    first_interval, total_interval : float array, shape (parameters, 2)
        Bootstrap intervals of 95 %.
    n : int
        Blocks of runs that were used.
    dropped : int
        Blocks that were left out, as an outcome was missing in them.
    batches : Batches
        The values of the outcome.
    """

    outcome: str
    names: list[str]
    first: Floats
    total: Floats
    first_interval: Floats
    total_interval: Floats
    n: int
    dropped: int
    batches: Batches = field(repr=False)

    @explained
    def to_pandas(self) -> pd.DataFrame:
        """Return a table with one row for each parameter."""
        import pandas as pd

        columns = {
            "first": self.first,
            "first low": self.first_interval[:, 0],
            "first high": self.first_interval[:, 1],
            "total": self.total,
            "total low": self.total_interval[:, 0],
            "total high": self.total_interval[:, 1],
        }
        return pd.DataFrame(columns, index=pd.Index(self.names, name="parameter"))

    @explained
    def plot(self, *, path: str | Path | None = None) -> Figure:
        """Draw the indices as bars, with their intervals.

        Parameters
        ----------
        path : str or Path, optional
            File for the picture.
        """
        from drivetrain.studies.pictures.indices import draw_indices

        return draw_indices(self, path)

    @explained
    def convergence(self, *, path: str | Path | None = None) -> Figure:
        """Draw how the total indices settle with the number of blocks.

        Parameters
        ----------
        path : str or Path, optional
            File for the picture.
        """
        from drivetrain.studies.pictures.indices import draw_convergence

        return draw_convergence(self, path)

    def over_blocks(self) -> tuple[NDArray[np.int64], Floats]:
        """Return numbers of blocks, and the total indices of so many, shape (numbers, names)."""
        numbers = [self.n]
        while numbers[-1] // 2 >= _LEAST:
            numbers.append(numbers[-1] // 2)
        counts = np.array(numbers[::-1])
        found = [_estimated(self.batches.take(np.arange(n)))[1] for n in counts.tolist()]
        return counts, np.array(found)

    def __repr__(self) -> str:
        """Return the indices as a table."""
        head = ("parameter", "first", "95 %", "total", "95 %")
        lost = f", {self.dropped} blocks left out" if self.dropped else ""
        title = f"<Sobol indices of {self.outcome}: {self.n} blocks{lost}>"
        return f"{title}\n{aligned(head, self._rows(), (1, 3))}"

    def _rows(self) -> list[tuple[str, ...]]:
        return [
            (
                name, f"{first:.3f}", "{:.3f} … {:.3f}".format(*one),
                f"{total:.3f}", "{:.3f} … {:.3f}".format(*other),
            )
            for name, first, one, total, other in zip(
                self.names, self.first, self.first_interval.tolist(), self.total,
                self.total_interval.tolist(), strict=True,
            )
        ]  # fmt: skip

    def _repr_html_(self) -> str:
        head = ("parameter", "first", "95 %", "total", "95 %")
        return table(self._rows(), head, f"Sobol indices of {self.outcome}", numbers=(1, 3))


def indices_of(outcome: str, batches: Batches) -> SobolIndices:
    """Return the indices of an outcome with bootstrap intervals.

    Parameters
    ----------
    outcome : str
        Its name.
    batches : Batches
        Its values.

    Raises
    ------
    StudyError
        If it does not vary.
    """
    if not np.ptp(np.concatenate([batches.a, batches.b])) > 0:
        raise StudyError(f"{outcome!r} is the same in all runs: its variance has no shares")
    first, total = _indices(batches)
    low, high = _intervals(batches)
    intervals = np.stack([low, high], axis=-1)
    return SobolIndices(
        outcome,
        batches.names,
        first,
        total,
        intervals[0],
        intervals[1],
        len(batches.a),
        batches.dropped,
        batches,
    )


def _indices(batches: Batches) -> tuple[Floats, Floats]:
    """Return both indices by SciPy, else by the same estimator.

    SciPy takes powers of two, and more than one parameter.
    """
    n = len(batches.a)
    if n & (n - 1) or len(batches.ab) == 1:
        return _estimated(batches)
    from scipy.stats import sobol_indices

    values: Any = {
        "f_A": batches.a[np.newaxis],
        "f_B": batches.b[np.newaxis],
        "f_AB": batches.ab[:, np.newaxis],
    }
    found = sobol_indices(func=values, n=n)
    return np.atleast_1d(found.first_order), np.atleast_1d(found.total_order)


def _estimated(batches: Batches) -> tuple[Floats, Floats]:
    """Return both indices by the estimators of Saltelli et al. (2010), table 2."""
    one = np.arange(len(batches.a))[np.newaxis]
    first, total = _resampled(batches, one)
    return first[0], total[0]


def _resampled(batches: Batches, places: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return both indices for several choices of blocks, shape (choices, parameters)."""
    mean = np.mean([batches.a, batches.b])
    a, b = batches.a[places] - mean, batches.b[places] - mean
    variance = np.var(np.concatenate([a, b], axis=1), axis=1)
    found = np.empty((2, len(batches.ab), len(places)))
    for k, mixed in enumerate(batches.ab):
        ab = mixed[places] - mean
        found[0, k] = np.mean(b * (ab - a), axis=1)
        found[1, k] = np.mean((a - ab) ** 2, axis=1) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = found / variance
    shares[:, :, variance == 0] = 0.0
    return shares[0].T, shares[1].T


def _intervals(batches: Batches) -> tuple[Floats, Floats]:
    """Return lower and upper ends of the bootstrap intervals, shape (2, parameters).

    SciPy's own bootstrap of these indices takes no seed, so each call would give other numbers.
    """
    n, rng = len(batches.a), np.random.default_rng(_SEED)
    parts = max(1, min(_RESAMPLES, n * _RESAMPLES // _AT_ONCE))
    found = [
        np.stack(_resampled(batches, rng.integers(0, n, (len(part), n))))
        for part in np.array_split(np.arange(_RESAMPLES), parts)
    ]
    low, high = np.quantile(np.concatenate(found, axis=1), [0.025, 0.975], axis=1)
    return low, high
