"""Eigenmodes of many variants of a machine, each matched with those of the machine itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.modes.eigenvalues import OfEigenvalues
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained
from drivetrain.errors import UsageError, shown

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["ModeEnsemble"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_UNCERTAIN = 0.5
"""Likeness to the eigenmode of the machine itself below which the match is uncertain."""


@dataclass(frozen=True, eq=False, repr=False)
class ModeEnsemble(OfEigenvalues, Presented):
    """Eigenmodes of many variants of a machine.

    Attributes
    ----------
    model : str
        Name of the model.
    given : mapping
        The parameters that were given: name → array with one value for each run.
    nominal : complex array, shape (n_modes,)
        Eigenvalues of the machine itself, with its own values of these parameters, 1/s.
    eigenvalue : complex array, shape (n_runs, n_modes)
        Eigenvalues of each run, in the order of `nominal`, whatever the order of frequencies; NaN
        where a run has no such eigenmode.
    quality : float array, shape (n_runs, n_modes)
        Likeness of each eigenmode to that of the machine itself, 0 … 1.
    growth : float array, shape (n_runs,)
        Largest real part of all eigenvalues, decays included, 1/s.
    messages : tuple of str
        Why a run has no linear model; empty if it has one.
    parts : tuple of str
        The part with most elastic energy of each eigenmode.
    index : object
        Labels of the runs, if the parameters were given as a table; else None.
    """

    model: str
    given: Mapping[str, NDArray[Any]]
    nominal: Complexes
    eigenvalue: Complexes
    quality: Floats
    growth: Floats
    messages: tuple[str, ...]
    parts: tuple[str, ...] = ()
    index: Any = field(default=None)

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(self.messages)

    @property
    def title(self) -> str:
        """What it is, in one line."""
        return f"{len(self.nominal)} eigenmodes of {len(self)} variants of {self.model}"

    @property
    def failed(self) -> list[int]:
        """Indices of the runs without a linear model."""
        return [k for k, message in enumerate(self.messages) if message]

    @explained
    def percentile(self, *percent: float) -> pd.DataFrame:
        """Return tolerance bands: percentiles of frequency and damping ratio over all runs.

        Parameters
        ----------
        *percent : float
            Percentages, 0 … 100; 5, 50 and 95 by default.

        Returns
        -------
        DataFrame
            One row for each eigenmode; runs without it do not count.

        Raises
        ------
        UsageError
            If a percentage is none.
        """
        import pandas as pd

        asked = percent or (5.0, 50.0, 95.0)
        for one in asked:
            if not isinstance(one, (int, float)) or not 0 <= one <= 100:
                raise UsageError(f"percentile({shown(one)}): give percentages from 0 to 100")
        columns: dict[str, Any] = {"nominal [Hz]": np.abs(self.nominal) / (2 * np.pi)}
        for label, values in (("frequency", self.frequency), ("damping ratio", self.damping)):
            for one, band in zip(asked, _percentiles(values, asked), strict=True):
                unit = " [Hz]" if label == "frequency" else ""
                columns[f"{label} {one:g} %{unit}"] = band
        return pd.DataFrame(columns, index=pd.Index(self._numbers(), name="mode"))

    def _numbers(self) -> NDArray[np.int64]:
        return np.arange(1, len(self.nominal) + 1)

    def to_pandas(self) -> pd.DataFrame:
        """Return one row for each run: parameters, frequencies, damping ratios, message."""
        import pandas as pd

        columns: dict[str, Any] = dict(self.given)
        for k, number in enumerate(self._numbers().tolist()):
            columns[f"frequency {number} [Hz]"] = self.frequency[:, k]
            columns[f"damping ratio {number}"] = self.damping[:, k]
        return pd.DataFrame({**columns, "message": self.messages}, index=self.index)

    def shown_table(self) -> pd.DataFrame:
        """Return the tolerance bands, which are printed in place of all runs."""
        return self.percentile()

    def notes(self) -> list[str]:
        """Return what grows, fails, or is uncertain."""
        lines = []
        growing = int((self.growth > 0).sum())
        if growing:
            lines.append(f"unstable: {growing} of {len(self)} runs")
        if self.failed:
            first = self.failed[0]
            lines.append(f"failed: {len(self.failed)} runs; run {first}: {self.messages[first]}")
        uncertain = int((self.quality < _UNCERTAIN).any(axis=1).sum()) - len(self.failed)
        if uncertain > 0:
            lines.append(
                f"uncertain: in {uncertain} runs an eigenmode is less than half like that of the "
                "machine itself"
            )
        return lines

    @explained
    def plot(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw the tolerance bands of frequencies and damping ratios.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_mode_ensemble", self, path=path, title=title)


def _percentiles(values: Floats, percent: tuple[float, ...]) -> Floats:
    """Return percentiles of columns, NaN apart, shape (n_percent, n_columns)."""
    found = np.full((len(percent), values.shape[1]), np.nan)
    for k, column in enumerate(values.T):
        known = column[~np.isnan(column)]
        if len(known):
            found[:, k] = np.percentile(known, percent)
    return found
