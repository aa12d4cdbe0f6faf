"""Eigenvalues over a parameter, and the values at which something begins to grow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import numbers
from drivetrain.analysis.modes.eigenmodes import Eigenmodes
from drivetrain.analysis.presentation import drawn
from drivetrain.analysis.tracks.following import Evaluate, Point, followed
from drivetrain.analysis.tracks.mode_tracks import ModeTracks
from drivetrain.calls import explained
from drivetrain.errors import AnalysisError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

__all__ = ["Critical", "RootLocus", "root_locus"]

Floats = NDArray[np.float64]


class Critical(NamedTuple):
    """A value at which something begins or ceases to grow.

    Attributes
    ----------
    value : float
        Value of the parameter.
    omega : float
        Angular frequency of what grows, rad/s; 0 if it does not oscillate.
    grows_above : bool
        Whether it grows above the value, rather than below.
    jumps : bool
        Whether the real part jumps there, since a contact changes, rather than passing zero.
    """

    value: float
    omega: float
    grows_above: bool
    jumps: bool


class RootLocus(ModeTracks):
    """Eigenvalues over a parameter, with the critical values at which something begins to grow.

    Parameters
    ----------
    model, parameter, unit, points
        As for :class:`ModeTracks`.
    critical : sequence of Critical
        The critical values.

    Attributes
    ----------
    critical : tuple of Critical
        Values at which the largest real part of all eigenvalues passes zero, or jumps over it.
    """

    def __init__(
        self, model: str, parameter: str, unit: str, points: Sequence[Point],
        critical: Sequence[Critical],
    ) -> None:  # fmt: skip
        super().__init__(model, parameter, unit, points)
        self.critical = tuple(critical)

    @property
    def is_stable(self) -> bool:
        """Whether nothing grows at any of the values."""
        return not bool((self.growth > 0).any())

    def notes(self) -> list[str]:
        """Return critical values, and what there is to know about the tracks."""
        unit = f" {self.unit}" if self.unit not in ("", "1") else ""
        lines = []
        for one in self.critical:
            what = f"{one.omega / (2 * np.pi):.6g} Hz" if one.omega else "without oscillation"
            side = "above" if one.grows_above else "below"
            jump = ", where a contact changes" * one.jumps
            lines.append(f"critical: {one.value:.9g}{unit}, {what}, unstable {side}{jump}")
        if not self.critical:
            always = "nothing grows" if self.is_stable else "something grows"
            lines.append(f"{always} at any of these values")
        return lines + super().notes()

    @explained
    def plot(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw the traces of the eigenvalues in the complex plane.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_root_locus", self, path=path, title=title)

    @explained
    def plot_tracks(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw frequencies and damping ratios over the parameter.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_tracks", self, path=path, title=title)


def root_locus(evaluate: Evaluate, parameter: str, unit: str, values: Any) -> RootLocus:
    """Return the eigenvalues over a parameter.

    Parameters
    ----------
    evaluate : callable
        Returns the eigenmodes for a value.
    parameter, unit : str
        What is varied.
    values : array_like
        At least two values, increasing or decreasing.

    Raises
    ------
    UsageError
        If they are not.
    AnalysisError
        If there is no linear model at any of them.
    """
    grid = in_order(values, parameter, unit)
    points = followed(evaluate, grid)
    known = [point.modes for point in points if point.modes is not None]
    if not known:
        raise AnalysisError(
            f"there is no linear model at any of the values of {parameter}; at {grid[0]:g}: "
            f"{points[0].message}"
        )
    critical = [
        _critical(evaluate, one, other) for one, other in pairwise(points) if _changes(one, other)
    ]
    return RootLocus(known[0].model.name, parameter, unit, points, critical)


def in_order(values: Any, label: str, unit: str) -> list[float]:
    """Return values that increase or decrease.

    Parameters
    ----------
    values : array_like
        The values.
    label, unit : str
        What they are, for messages and quantities.

    Raises
    ------
    UsageError
        If there are less than two, or they do not.
    """
    grid = numbers(values, label, unit)
    steps = np.diff(grid)
    if len(grid) < 2 or not ((steps > 0).all() or (steps < 0).all()):
        raise UsageError(f"{label}: give at least two values, each larger than the one before")
    return [float(value) for value in grid]


def growth_of(modes: Eigenmodes) -> tuple[float, float]:
    """Return the largest real part of all eigenvalues, 1/s, and the frequency of that one, rad/s.

    Parameters
    ----------
    modes : Eigenmodes
        The eigenmodes.
    """
    real = np.concatenate([modes.eigenvalue.real, modes.decays])
    if not len(real):
        return -np.inf, 0.0
    largest = int(real.argmax())
    return float(real[largest]), float(modes.omega[largest]) if largest < len(modes) else 0.0


def _changes(one: Point, other: Point) -> bool:
    if one.modes is None or other.modes is None:
        return False
    return (growth_of(one.modes)[0] > 0) != (growth_of(other.modes)[0] > 0)


def _critical(evaluate: Evaluate, one: Point, other: Point) -> Critical:
    """Return the value between two points at which something begins to grow."""
    from scipy.optimize import brentq

    assert one.modes is not None
    assert other.modes is not None
    known = {one.value: growth_of(one.modes), other.value: growth_of(other.modes)}

    def growth(value: float) -> float:
        if value not in known:
            known[value] = growth_of(evaluate(value))
        return known[value][0]

    value = float(brentq(growth, one.value, other.value, xtol=1e-300, rtol=8.9e-16))
    largest = max(abs(known[end][0]) for end in (one.value, other.value))
    nearest = min(known, key=lambda there: (abs(there - value), there))
    grows_above = (known[other.value][0] > 0) == (other.value > one.value)
    jumps = abs(known[nearest][0]) > 1e-6 * largest
    omega = max((known[end] for end in (one.value, other.value)), key=lambda found: found[0])[1]
    return Critical(value, known[nearest][1] or (omega if jumps else 0.0), grows_above, jumps)
