"""The analysis itself: from a shaft and a signal, as functions of time, to orders."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.order_analysis.half_range import HalfRange, half_ranges
from drivetrain.analysis.order_analysis.order_map import OrderMap
from drivetrain.analysis.order_analysis.resolution import Resolution
from drivetrain.analysis.order_analysis.shaft import Shaft, turned
from drivetrain.analysis.order_analysis.spans import Look, Spans, Values, spans_of
from drivetrain.analysis.order_analysis.spectra import spectra_of
from drivetrain.analysis.order_analysis.stretches import left_out
from drivetrain.errors import AnalysisError, NameLookupError

__all__ = ["Signal", "order_map"]

Floats = NDArray[np.float64]

_POINTS_PER_WAVE = 20
"""Points per wave from which on straight lines between them lose less than one percent of it."""


@dataclass(frozen=True, eq=False)
class Signal:
    """What is analysed.

    Attributes
    ----------
    name, unit : str
        Its name and unit.
    value : callable
        Its values at an array of instants, s.
    """

    name: str
    unit: str
    value: Values


def _nothing_else(name: str) -> tuple[str, Values]:
    raise NameLookupError(f"there is no variable {name!r} here; take 'time' or 'speed'")


def order_map(
    shaft: Shaft,
    signal: Signal,
    resolution: Resolution,
    *,
    model: str = "data",
    look: Look = _nothing_else,
    data: Floats | None = None,
) -> OrderMap:
    """Return the orders of a signal in windows along a run.

    Parameters
    ----------
    shaft : Shaft
        The reference shaft.
    signal : Signal
        The signal.
    resolution : Resolution
        Windows and orders.
    model : str
        Name of the model, for titles.
    look : callable
        Returns unit and values (a function of instants) of a variable, by its name.
    data : float array, optional
        Instants of the points, s, between which shaft and signal are only interpolated on straight
        lines; without it they are known at all instants.

    Raises
    ------
    AnalysisError
        If the shaft does not turn steadily in one direction for a whole window, or a value of the
        signal is not finite.
    UsageError
        If there are too many values to be computed.
    """
    parts = turned(shaft, resolution)
    values = _values(signal, [part.instants for part in parts])
    known = [(part.panels, own) for part, own in zip(parts, values, strict=True)]
    spectra = [spectra_of(panels, own, resolution) for panels, own in known]
    windows = spans_of(parts, resolution.length, resolution.hop, look)
    turns = spans_of(parts, resolution.cells, resolution.cells, look)
    whole = half_ranges(known)
    steady = [part.panels.stretch.times[[0, -1]] for part in parts]
    return OrderMap(
        model,
        signal.name,
        signal.unit,
        shaft.name,
        resolution,
        windows,
        np.concatenate([one.amplitudes for one in spectra]),
        np.concatenate([one.errors for one in spectra]),
        _known_up_to(windows, data, resolution),
        HalfRange(signal.name, signal.unit, shaft.name, whole, turns, turns.usual_axis),
        left_out(float(shaft.times[0]), float(shaft.times[-1]), steady),
    )


def _values(signal: Signal, instants: list[Floats]) -> list[Floats]:
    """Return the signal at the instants of all stretches, found in one call."""
    asked = np.concatenate([some.ravel() for some in instants])
    values = np.asarray(signal.value(asked), dtype=np.float64)
    wrong = np.flatnonzero(~np.isfinite(values))
    if wrong.size:
        raise AnalysisError(
            f"{signal.name} is {values[wrong[0]]} at t = {asked[wrong[0]]:g} s: orders are those "
            "of finite numbers; choose another span of time, between=(…, …)"
        )
    ends = np.cumsum([some.size for some in instants])[:-1]
    shapes = [some.shape for some in instants]
    parts = np.split(values, ends)
    return [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]


def _known_up_to(windows: Spans, data: Floats | None, resolution: Resolution) -> Floats:
    """Return the highest order that straight lines between points follow, for each window."""
    if data is None:
        return np.full(len(windows), np.inf)
    points = np.searchsorted(data, windows.ends) - np.searchsorted(data, windows.begins)
    waves = points / (_POINTS_PER_WAVE * resolution.revolutions)
    return np.floor(waves * resolution.revolutions) / resolution.revolutions
