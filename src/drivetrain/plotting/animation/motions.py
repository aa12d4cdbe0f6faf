"""What moves and what sticks in a run, as arrays of a few hundred instants."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.model_structure import Part, Structure
from drivetrain.simulation.results.result import Result

__all__ = ["Motions", "motions_of"]

_MOST_ROWS = 1200
"""Instants that are shown at most, besides those of events."""
_MOTIONS = {"rotation": ("phi", "w"), "translation": ("s", "v")}
_TURN = 2 * np.pi

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Motions:
    """Motions, friction modes and losses at some instants of a run.

    Attributes
    ----------
    time : float array, shape (n,)
        Instants, s; both sides of events.
    ports : dict of str to float array
        Angle or position of connectors since the start, rad or m, by path.
    speeds : dict of str to float array
        Speed of the parts with inertia, rad/s or m/s, by path.
    modes : dict of str to int array
        Friction mode by part, as an index into `labels`.
    labels : tuple of str
        Names of modes.
    losses : dict of str to float array
        Power turned into heat by part, W.
    slow : float
        How many times slower the fastest shaft has to be shown to make one turn per second.
    """

    time: Floats
    ports: dict[str, Floats]
    speeds: dict[str, Floats]
    modes: dict[str, NDArray[np.int64]]
    labels: tuple[str, ...]
    losses: dict[str, Floats]
    slow: float


def motions_of(result: Result, structure: Structure) -> Motions:
    """Return what can be shown of a run on the diagram of its model.

    Parameters
    ----------
    result : Result
        The run.
    structure : Structure
        The structure of its model.
    """
    rows = _rows(result)
    names = set(result.layout.names)
    ports, speeds, losses = dict[str, Floats](), dict[str, Floats](), dict[str, Floats]()
    modes, labels = dict[str, NDArray[np.int64]](), dict[str, int]()
    for path, part in _elements(structure):
        for port in part.ports:
            own = _MOTIONS.get(port.domain)
            if own is not None and f"{path}.{port.name}.{own[0]}" in names:
                values = np.asarray(result[f"{path}.{port.name}.{own[0]}"], dtype=float)
                ports[f"{part.path}.{port.name}"] = values[rows] - values[0]
        if part.count is not None or "[" in part.path:
            continue  # one number cannot tell of several elements
        speed = next((f"{path}.{w}" for _, w in _MOTIONS.values() if f"{path}.{w}" in names), "")
        if part.stores == "kinetic" and speed:
            speeds[part.path] = np.asarray(result[speed], dtype=float)[rows]
        if f"{path}.mode" in result.layout.modes:
            told = result.layout.labels.get(f"{path}.mode") or {}
            values = np.asarray(result[f"{path}.mode"])[rows].astype(np.int64).tolist()
            shown = [told.get(value, str(value)) for value in values]
            modes[part.path] = np.array([labels.setdefault(one, len(labels)) for one in shown])
        if f"{path}.loss_power" in names:
            losses[part.path] = np.asarray(result[f"{path}.loss_power"], dtype=float)[rows]
    time = np.asarray(result.time, dtype=float)[rows]
    return Motions(time, ports, speeds, modes, tuple(labels), losses, _slow(result, structure))


def _rows(result: Result) -> NDArray[np.int64]:
    """Return the rows that are shown: all at events, and others at equal distances."""
    time = np.asarray(result.time, dtype=float)
    n = len(time)
    even = np.linspace(0, n - 1, min(n, _MOST_ROWS)).round().astype(np.int64)
    twice = np.flatnonzero(np.diff(time) == 0)
    if len(twice) > _MOST_ROWS:  # so many events that each is narrower than a pixel
        return np.unique(even)
    return np.unique(np.concatenate([even, twice, twice + 1]))


def _elements(structure: Structure) -> Iterator[tuple[str, Part]]:
    """Yield parts with the names that they have in results: of arrays, the first element."""
    for part in structure.parts:
        path = part.path.replace("[:]", "[0]")
        yield (path if part.count is None else f"{path}[0]"), part


def _slow(result: Result, structure: Structure) -> float:
    names = set(result.layout.names)
    fastest = max(
        (
            float(np.abs(result[f"{path}.w"]).max(initial=0.0))
            for path, part in _elements(structure)
            if part.stores == "kinetic" and f"{path}.w" in names
        ),
        default=0.0,
    )
    return max(fastest / _TURN, 1e-3) if fastest else 1.0
