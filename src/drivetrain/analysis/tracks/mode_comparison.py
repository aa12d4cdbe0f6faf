"""Eigenmodes of linear models side by side, such as with a clutch open and closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.analysis.modes.eigenvalues import OfEigenvalues
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.analysis.tracks.following import Point
from drivetrain.analysis.tracks.matching import matched
from drivetrain.analysis.tracks.mode_tracks import eigenvalues_of, tracks_of
from drivetrain.calls import explained
from drivetrain.errors import UsageError, shown

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["ModeComparison", "compared_modes"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_MOST = 40
"""Eigenmodes of each model that are compared, from the lowest; all of small ones."""


class ModeComparison(OfEigenvalues, Presented):
    """Eigenmodes of linear models side by side, each in a row of its own.

    Attributes
    ----------
    labels : tuple of str
        Names of the linear models.
    eigenvalue : complex array, shape (n_models, n_modes)
        Eigenvalues, 1/s; NaN where a model has no such eigenmode.
    quality : float array, shape (n_models, n_modes)
        Likeness of each eigenmode to that of the model before, 0 … 1; NaN where there is none.
    freedoms : tuple of int
        Degrees of freedom that locked elements leave.
    held_by : tuple of tuple of str
        Elements that are locked in each of them.
    contacts : tuple of mapping
        States of all contacts by name.
    free_motions : tuple of int
        Motions that nothing resists.
    parts : tuple of str
        The part with most elastic energy of each eigenmode, in the first model that has it.
    """

    def __init__(self, models: Mapping[str, LinearModel]) -> None:
        self.labels = tuple(models)
        linear = list(models.values())
        points = _points(linear)
        places, self.quality = tracks_of(points)
        self.eigenvalue: Complexes = eigenvalues_of(points, places)
        self.freedoms = tuple(int(one.is_speed[one.reduction.unlocked].sum()) for one in linear)
        self.held_by = tuple(tuple(dict.fromkeys(one.held_by)) for one in linear)
        self.contacts: tuple[Mapping[str, str], ...] = tuple(
            dict(one.point.contacts) for one in linear
        )
        modes = [point.modes for point in points if point.modes is not None]
        self.free_motions = tuple(one.free_motions for one in modes)
        largest = [one.energies.largest()["most elastic"] for one in modes]
        first = (places >= 0).argmax(axis=0)
        self.parts = tuple(
            largest[k][int(places[k, track])] for track, k in enumerate(first.tolist())
        )
        self._names = tuple(dict.fromkeys(one.name for one in linear))

    @property
    def title(self) -> str:
        """What it is, in one line."""
        return f"eigenmodes of {', '.join(self._names)}: {', '.join(self.labels)}"

    @explained
    def plot(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw frequencies and damping ratios of the models, one line for each eigenmode.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_comparison", self, path=path, title=title)

    def to_pandas(self) -> pd.DataFrame:
        """Return frequencies and damping ratios side by side; NaN where there is no such mode."""
        import pandas as pd

        columns: dict[str, Any] = {"most elastic": self.parts}
        for k, label in enumerate(self.labels):
            columns[f"{label} [Hz]"] = self.frequency[k]
        for k, label in enumerate(self.labels):
            columns[f"{label} damping ratio"] = self.damping[k]
        for k, label in enumerate(self.labels[1:], start=1):
            columns[f"likeness of {label}"] = self.quality[k]
        index = pd.Index(np.arange(1, self.eigenvalue.shape[1] + 1), name="mode")
        return pd.DataFrame(columns, index=index)

    def notes(self) -> list[str]:
        """Return degrees of freedom, what is held, and the contacts that differ."""
        lines = []
        for k, label in enumerate(self.labels):
            held = f", held by {', '.join(self.held_by[k])}" if self.held_by[k] else ""
            free = f", {self.free_motions[k]} free motions" if self.free_motions[k] else ""
            lines.append(f"{label}: {self.freedoms[k]} degrees of freedom{free}{held}")
        names = dict.fromkeys(name for one in self.contacts for name in one)
        for name in names:
            states = [one.get(name, "–") for one in self.contacts]
            if len(set(states)) > 1:
                lines.append(f"{name}: {' / '.join(states)}")
        return lines


def compared_modes(models: Mapping[str, Any]) -> ModeComparison:
    """Return the eigenmodes of linear models side by side.

    Parameters
    ----------
    models : mapping of str to LinearModel
        At least two linear models, by a name for each. Eigenmodes are matched by the parts that
        store energy, so that the degrees of freedom may differ.

    Raises
    ------
    UsageError
        If they are something else.
    AnalysisError
        If a linear model comes without its model, as after unpickling.
    """
    for label, model in models.items():
        if not isinstance(model, LinearModel):
            raise UsageError(
                f"compare: {label!r} is {shown(model)}; give linear models by name, "
                "compare({'open': one, 'stuck': other}), or two results"
            )
    if len(models) < 2:
        raise UsageError("compare: give at least two linear models by name")
    return ModeComparison(models)


def _points(models: list[LinearModel]) -> list[Point]:
    found: list[Point] = []
    for k, model in enumerate(models):
        large = len(model.states) > 10 * _MOST
        point = Point(float(k), model.eigenmodes(count=_MOST if large else None))
        if found and found[-1].modes is not None and point.modes is not None:
            point.before = matched(found[-1].modes, point.modes)
        found.append(point)
    return found
