"""Eigenmodes followed over a parameter."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.modes.eigenvalues import OfEigenvalues
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.analysis.tracks.encounters import Encounter, encounters_of
from drivetrain.analysis.tracks.following import LEAST, Point
from drivetrain.analysis.tracks.matching import EnergyShapes, energy_shapes
from drivetrain.calls import explained

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["ModeTracks", "eigenvalues_of", "tracks_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Complexes = NDArray[np.complex128]

_MOST_KEPT = 4_000_000
"""Amplitudes up to which shapes are kept for telling veering from crossing."""
_MOST_SHOWN = 4
"""Tracks that are printed."""


class ModeTracks(OfEigenvalues, Presented):
    """Eigenmodes over a parameter, each in a track of its own.

    Parameters
    ----------
    model : str
        Name of the model.
    parameter, unit : str
        What is varied.
    points : sequence of Point
        Eigenmodes at its values, each matched with those before.

    Attributes
    ----------
    values : float array, shape (n_points,)
        Values of the parameter; points are inserted where eigenmodes change quickly.
    eigenvalue : complex array, shape (n_points, n_tracks)
        Eigenvalues, 1/s; NaN where a track has none. Tracks are numbered from 1 in the order of
        frequencies at the first point.
    decays : tuple of float array
        Real eigenvalues at each point, 1/s.
    quality : float array, shape (n_points, n_tracks)
        Likeness of each eigenmode to the one at the point before, 0 … 1; NaN where it begins.
    contacts : tuple of str
        States of all contacts at each point.
    messages : tuple of str
        Why there is no linear model at a point; empty if there is one.
    parts : tuple of str
        The part with most elastic energy of each track where it begins; empty if unknown.
    """

    def __init__(self, model: str, parameter: str, unit: str, points: Sequence[Point]) -> None:
        self.model, self.parameter, self.unit = model, parameter, unit
        self.values: Floats = np.array([point.value for point in points])
        self.messages = tuple(point.message for point in points)
        self.contacts = tuple(_contacts(point) for point in points)
        self.decays = tuple(
            np.empty(0) if point.modes is None else point.modes.decays for point in points
        )
        places, self.quality = tracks_of(points)
        self.eigenvalue = eigenvalues_of(points, places)
        self._places = places
        self.parts = tuple(_part(points, column) for column in places.T)
        self._shapes: Sequence[EnergyShapes | None] = _shapes(points)

    @property
    def title(self) -> str:
        """What it is, in one line."""
        unit = f" {self.unit}" if self.unit not in ("", "1") else ""
        span = f"{self.values[0]:.6g} … {self.values[-1]:.6g}{unit}"
        return f"eigenmodes of {self.model} over {self.parameter} = {span}"

    def place(self, point: int, track: int) -> int:
        """Return the place of a track among the eigenmodes at a point; -1 if it has none there."""
        return int(self._places[point, track])

    @cached_property
    def growth(self) -> Floats:
        """Largest real part of all eigenvalues at each point, 1/s; above 0 something grows."""
        found = np.full(len(self.values), np.nan)
        for k, decays in enumerate(self.decays):
            real = self.eigenvalue[k].real
            every = np.concatenate([real[~np.isnan(real)], decays])
            if len(every):
                found[k] = every.max()
        return found

    @cached_property
    def encounters(self) -> tuple[Encounter, ...]:
        """Where two tracks cross, or veer and exchange their shapes."""
        found = encounters_of(self.values, self.eigenvalue, self._shapes, self._places)
        return tuple(found)

    def to_pandas(self) -> pd.DataFrame:
        """Return frequency and damping ratio of each track over the parameter."""
        import pandas as pd

        columns: dict[str, Any] = {}
        for k in range(self.eigenvalue.shape[1]):
            columns[f"frequency {k + 1} [Hz]"] = self.frequency[:, k]
            columns[f"damping ratio {k + 1}"] = self.damping[:, k]
        if len(set(self.contacts)) > 1:
            columns["contacts"] = self.contacts
        unit = f" [{self.unit}]" if self.unit not in ("", "1") else ""
        index = pd.Index(self.values, name=f"{self.parameter}{unit}")
        return pd.DataFrame(columns, index=index)

    def shown_table(self) -> pd.DataFrame:
        """Return the first tracks, which are printed in place of all."""
        table = self.to_pandas()
        kept = [name for name in table.columns if not _number_of(name) > _MOST_SHOWN]
        return table[kept]

    def notes(self) -> list[str]:
        """Return what tracks are, where they meet, and how well they are followed."""
        lines = [f"track {k + 1}: {part}" for k, part in enumerate(self.parts[:8]) if part]
        lines += [
            f"{one.kind}: {one.first} and {one.second} at {one.value:.6g}, "
            f"{one.omega / (2 * np.pi):.6g} Hz"
            for one in self.encounters[:8]
        ]
        count = self.eigenvalue.shape[1]
        if count > _MOST_SHOWN:
            lines.append(f"frequencies and damping ratios of all {count} tracks are in to_pandas()")
        failed = [k for k, message in enumerate(self.messages) if message]
        if failed:
            first = failed[0]
            lines.append(
                f"no linear model at {len(failed)} of {len(self.values)} values; at "
                f"{self.values[first]:.6g}: {self.messages[first]}"
            )
        weak = np.flatnonzero(np.nanmin(self.quality, axis=1, initial=1.0) < LEAST)
        if len(weak):
            lines.append(
                f"uncertain: eigenmodes change within one step at {self.values[weak[0]]:.6g}"
                + (f" and {len(weak) - 1} more values" if len(weak) > 1 else "")
            )
        return lines

    @explained
    def plot(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw frequencies and damping ratios over the parameter.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_tracks", self, path=path, title=title)


def _number_of(column: str) -> int:
    """Return the number of the track in the name of a column, 0 if there is none."""
    return next((int(word) for word in column.split() if word.isdecimal()), 0)


def _contacts(point: Point) -> str:
    if point.modes is None:
        return ""
    return ", ".join(f"{name}: {state}" for name, state in point.modes.model.point.contacts)


def tracks_of(points: Sequence[Point]) -> tuple[Ints, Floats]:
    """Return the place of each track at each point, -1 if it has none, and the quality.

    Parameters
    ----------
    points : sequence of Point
        The points, each matched with the last one before that has eigenmodes.
    """
    places, quality = np.empty((0, 0), dtype=np.int64), np.empty((0, 0))
    known = 0  # the last point with eigenmodes
    for row, point in enumerate(points):
        count = 0 if point.modes is None else len(point.modes)
        here = np.full(places.shape[1], -1, dtype=np.int64)
        alike = np.full(places.shape[1], np.nan)
        if point.before is not None:
            last = places[known]
            on = np.flatnonzero(last >= 0)
            here[on] = point.before.there[last[on]]
            alike[on] = np.where(here[on] >= 0, point.before.quality[last[on]], np.nan)
        new = np.setdiff1d(np.arange(count), here)
        places = np.vstack([_wider(places, len(new), -1), np.concatenate([here, new])])
        known = known if point.modes is None else row
        first = np.full(len(new), np.nan)
        quality = np.vstack([_wider(quality, len(new), np.nan), np.concatenate([alike, first])])
    return places, quality


def _wider(rows: NDArray[Any], count: int, filling: float) -> NDArray[Any]:
    return np.hstack([rows, np.full((len(rows), count), filling, dtype=rows.dtype)])


def eigenvalues_of(points: Sequence[Point], places: Ints) -> Complexes:
    """Return the eigenvalue of each track at each point, NaN if it has none.

    Parameters
    ----------
    points : sequence of Point
        The points.
    places : int array, shape (n_points, n_tracks)
        Place of each track at each point, or -1.
    """
    found = np.full(places.shape, complex(np.nan, np.nan))
    for k, point in enumerate(points):
        if point.modes is not None:
            on = np.flatnonzero(places[k] >= 0)
            found[k, on] = point.modes.eigenvalue[places[k, on]]
    return found


def _part(points: Sequence[Point], places: Ints) -> str:
    """Return the part with most elastic energy where a track begins."""
    first = int(np.argmax(places >= 0))
    modes = points[first].modes
    if modes is None or modes.model.make_details is None:
        return ""
    return modes.energies.largest()["most elastic"][int(places[first])]


def _shapes(points: Sequence[Point]) -> list[EnergyShapes | None]:
    """Return the shapes at each point, unless they are too large to be kept."""
    found: list[EnergyShapes | None] = [None] * len(points)
    left = _MOST_KEPT
    for k, point in enumerate(points):
        if point.modes is None or point.modes.model.make_details is None:
            continue
        found[k] = shapes = energy_shapes(point.modes)
        left -= shapes.values.size
        if left < 0:
            return [None] * len(points)
    return found
