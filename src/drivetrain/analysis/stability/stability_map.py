"""Stability over two parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.modes.eigenmodes import Eigenmodes
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.analysis.stability.root_locus import growth_of
from drivetrain.calls import explained
from drivetrain.errors import AnalysisError, DrivetrainError

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["StabilityMap", "stability_map"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class StabilityMap(Presented):
    """Growth of the least stable motion over two parameters.

    Attributes
    ----------
    model : str
        Name of the model.
    parameters, units : (str, str)
        The parameters and their units.
    values : (float array, float array)
        Their values.
    growth : float array, shape (n_first, n_second)
        Largest real part of all eigenvalues, 1/s; above 0 something grows. NaN where there is no
        linear model.
    omega : float array, shape (n_first, n_second)
        Undamped angular frequency of that motion, rad/s; 0 if it does not oscillate.
    messages : tuple of str
        Why there is no linear model at some points, each reason once.
    """

    model: str
    parameters: tuple[str, str]
    units: tuple[str, str]
    values: tuple[Floats, Floats]
    growth: Floats
    omega: Floats
    messages: tuple[str, ...]

    @property
    def title(self) -> str:
        """What it is, in one line."""
        return f"growth of {self.model}, 1/s, over {' and '.join(self.parameters)}"

    @property
    def is_stable(self) -> NDArray[np.bool_]:
        """Where nothing grows, shape (n_first, n_second); False where there is no linear model."""
        return np.asarray(self.growth <= 0)

    def to_pandas(self) -> pd.DataFrame:
        """Return the growth, rows by the first parameter and columns by the second."""
        import pandas as pd

        index = pd.Index(self.values[0], name=self.parameters[0])
        columns = [f"{self.parameters[1]} = {value:g}" for value in self.values[1]]
        return pd.DataFrame(self.growth, index=index, columns=columns)

    def notes(self) -> list[str]:
        """Return how much is stable, and why points are missing."""
        known = ~np.isnan(self.growth)
        lines = [f"stable: {int(self.is_stable.sum())} of {int(known.sum())} points"]
        missing = int((~known).sum())
        if missing:
            lines.append(f"no linear model at {missing} points: {'; '.join(self.messages[:3])}")
        return lines

    @explained
    def plot(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw the border of stability; what is unstable is shaded.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_stability_map", self, path=path, title=title)


def stability_map(
    evaluate: Callable[[float, float], Eigenmodes],
    parameters: tuple[str, str],
    units: tuple[str, str],
    values: tuple[Any, Any],
) -> StabilityMap:
    """Return the growth over a grid of two parameters.

    Parameters
    ----------
    evaluate : callable
        Returns the eigenmodes for two values.
    parameters, units : (str, str)
        What is varied.
    values : (array_like, array_like)
        Its values.

    Raises
    ------
    AnalysisError
        If there is no linear model at any of the points.
    """
    first, second = (np.asarray(one, dtype=float) for one in values)
    growth, omega = np.full((2, len(first), len(second)), np.nan)
    messages: dict[str, None] = {}
    name = ""
    for i, one in enumerate(first.tolist()):
        for j, other in enumerate(second.tolist()):
            try:
                modes = evaluate(one, other)
            except DrivetrainError as error:
                messages[str(error)] = None
                continue
            name = modes.model.name
            growth[i, j], omega[i, j] = growth_of(modes)
    if not name:
        raise AnalysisError(
            f"there is no linear model at any of these values: {next(iter(messages), '')}"
        )
    return StabilityMap(name, parameters, units, (first, second), growth, omega, tuple(messages))
