"""Linear models along a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, overload

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.analysis.presentation import Presented
from drivetrain.analysis.tracks.following import Point
from drivetrain.analysis.tracks.matching import matched
from drivetrain.analysis.tracks.mode_tracks import ModeTracks
from drivetrain.calls import explained

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["LinearModels"]

Floats = NDArray[np.float64]

_SHOWN = 4
"""Frequencies in the table."""


@dataclass(frozen=True, eq=False, repr=False)
class LinearModels(Presented, Sequence[LinearModel]):
    """Linear models at several instants of a run, both sides of events among them.

    Attributes
    ----------
    models : tuple of LinearModel
        In the order of time; of an event first the side before it, then that behind it.
    sides : tuple of str
        ``"before"`` or ``"after"`` an event, ``""`` elsewhere.
    """

    models: tuple[LinearModel, ...]
    sides: tuple[str, ...] = field(repr=False)

    @property
    def times(self) -> Floats:
        """Instants, s."""
        return np.array([one.point.time for one in self.models])

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.models)

    @overload
    def __getitem__(self, place: int) -> LinearModel: ...

    @overload
    def __getitem__(self, place: slice) -> LinearModels: ...

    def __getitem__(self, place: int | slice) -> LinearModel | LinearModels:
        """Return one of them, or some."""
        if isinstance(place, slice):
            return LinearModels(self.models[place], self.sides[place])
        return self.models[place]

    @property
    def title(self) -> str:
        """What it is, in one line."""
        if not self.models:
            return "no linear models"
        first, last = self.times[[0, -1]]
        return f"{len(self)} linear models of {self[0].name}, {first:g} s to {last:g} s"

    @explained
    def tracks(self) -> ModeTracks:
        """Return the eigenmodes along the run, each followed from point to point.

        Where contacts change, eigenmodes are told by the parts that store their energy.

        Returns
        -------
        ModeTracks
            Frequencies and damping ratios over the time.
        """
        points: list[Point] = []
        for linear in self.models:
            modes = linear.eigenmodes()
            before = points[-1].modes if points else None
            same = None if before is None else matched(before, modes)
            points.append(Point(linear.point.time, modes, before=same))
        return ModeTracks(self[0].name, "time", "s", points)

    @explained
    def plot(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw frequencies and damping ratios of the eigenmodes along the run.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return self.tracks().plot(path=path, title=title)

    def to_pandas(self) -> pd.DataFrame:
        """Return a line for each: undamped frequencies in Hz, and contacts that differ."""
        import pandas as pd

        modes = [one.eigenmodes() for one in self.models]
        columns: dict[str, object] = {
            "side": list(self.sides),
            "oscillations": [len(one) for one in modes],
            "stable": [one.is_stable for one in modes],
        }
        for k in range(min(max(map(len, modes), default=0), _SHOWN)):
            columns[f"f{k + 1} [Hz]"] = [
                float(one.frequency[k]) if k < len(one) else np.nan for one in modes
            ]
        columns["contacts"] = self._differing()
        return pd.DataFrame(columns, index=pd.Index(self.times, name="time [s]"))

    def _differing(self) -> list[str]:
        """Return the states of the contacts that are not the same in all of them."""
        states = [{one.name: one.state for one in linear.point.contacts} for linear in self.models]
        names = [name for name in states[0] if len({one[name] for one in states}) > 1]
        return ["; ".join(f"{name} {one[name]}" for name in names) for one in states]
