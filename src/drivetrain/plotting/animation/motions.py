"""What moves and what sticks in a run, as arrays of a few hundred instants."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.model_structure import Part, Structure
from drivetrain.simulation.results.result import Result

__all__ = ["Motions", "elements_of", "motions_of"]

_MOST_ROWS, _LEAST_ROWS = 1200, 200
"""Instants that are shown at most, besides those of events; fewer of very large machines."""
_MOST_NUMBERS = 2_000_000
_SEVERAL = "several"
"""Mode of an array whose elements differ."""
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
        Angle or position since the start, rad or m, of connectors and of parts with inertia, by
        path; of an array the mean of its elements.
    speeds : dict of str to float array
        Speed of the single parts with inertia, rad/s or m/s, by path.
    ranges : dict of str to (float array, float array)
        Least and greatest speed of the elements of arrays with inertia.
    modes : dict of str to int array
        Friction mode by part, as an index into `labels`; of arrays whose elements differ that of
        the label ``"several"``.
    labels : tuple of str
        Names of modes.
    losses : dict of str to float array
        Power turned into heat by part, W; of an array the sum.
    slow : float
        How many times slower the fastest shaft has to be shown to make one turn per second.
    """

    time: Floats
    ports: dict[str, Floats]
    speeds: dict[str, Floats]
    ranges: dict[str, tuple[Floats, Floats]]
    modes: dict[str, NDArray[np.int64]]
    labels: tuple[str, ...]
    losses: dict[str, Floats]
    slow: float


def motions_of(
    result: Result, structure: Structure, shown: Collection[str] | None = None
) -> Motions:
    """Return what can be shown of a run on the diagram of its model.

    Parameters
    ----------
    result : Result
        The run.
    structure : Structure
        The structure of its model.
    shown : collection of str, optional
        Paths of the parts and connectors that the diagram shows; by default all of them.
    """
    parts = [part for part in structure.parts if _is_shown(part, shown)]
    run = _Run(result, _rows(result, 4 * len(parts)))
    ports, speeds, losses = dict[str, Floats](), dict[str, Floats](), dict[str, Floats]()
    ranges, modes = dict[str, tuple[Floats, Floats]](), dict[str, NDArray[np.int64]]()
    labels: dict[str, int] = {}
    for part in parts:
        elements = elements_of(part, structure)
        for path, angles in run.motions(part, elements):
            ports[path] = angles
        rates = run.speeds(elements) if part.stores == "kinetic" else []
        if rates and len(elements) == 1:
            speeds[part.path] = rates[0]
        elif rates:
            ranges[part.path] = np.min(rates, axis=0), np.max(rates, axis=0)
        sticking = run.modes(elements, labels)
        if sticking is not None:
            modes[part.path] = sticking
        powers = run.columns(f"{path}.loss_power" for path in elements)
        if powers:
            losses[part.path] = np.sum(powers, axis=0)
    return Motions(
        run.time, ports, speeds, ranges, modes, tuple(labels), losses, _slow(result, structure)
    )


class _Run:
    """Some rows of a run, as the diagram needs them."""

    def __init__(self, result: Result, rows: NDArray[np.int64]) -> None:
        self._result, self._rows = result, rows
        self._names = set(result.layout.names)
        self.time = np.asarray(result.time, dtype=float)[rows]

    def columns(self, names: Iterable[str]) -> list[Floats]:
        """Return the variables that the run has."""
        known = [name for name in names if name in self._names]
        return [np.asarray(self._result[name], dtype=float)[self._rows] for name in known]

    def motions(self, part: Part, elements: Sequence[str]) -> Iterator[tuple[str, Floats]]:
        """Yield the motion of each connector, and of the part itself if it has inertia."""
        for port in part.ports:
            own = _MOTIONS.get(port.domain)
            if own is None:
                continue
            angles = self.columns(f"{path}.{port.name}.{own[0]}" for path in elements)
            if angles:
                mean = np.mean(angles, axis=0)
                yield f"{part.path}.{port.name}", mean - mean[0]
                if part.stores == "kinetic":
                    yield part.path, mean - mean[0]

    def speeds(self, elements: Sequence[str]) -> list[Floats]:
        """Return the speed of each element that has one."""
        return [
            next(iter(self.columns(f"{path}.{speed}" for _, speed in _MOTIONS.values())))
            for path in elements
            if any(f"{path}.{speed}" in self._names for _, speed in _MOTIONS.values())
        ]

    def modes(self, elements: Sequence[str], labels: dict[str, int]) -> NDArray[np.int64] | None:
        """Return the mode over time; labels that are new are added."""
        layout, found = self._result.layout, list[NDArray[np.int64]]()
        for name in (f"{path}.mode" for path in elements):
            if name not in layout.modes:
                continue
            told = layout.labels.get(name) or {}
            values = np.asarray(self._result[name])[self._rows].astype(np.int64).tolist()
            texts = [told.get(value, str(value)) for value in values]
            found.append(np.array([labels.setdefault(one, len(labels)) for one in texts]))
        if not found:
            return None
        equal = (np.array(found) == found[0]).all(axis=0)
        if equal.all():
            return found[0]
        return np.where(equal, found[0], labels.setdefault(_SEVERAL, len(labels)))


def _is_shown(part: Part, shown: Collection[str] | None) -> bool:
    if shown is None or part.path in shown:
        return True
    return any(f"{part.path}.{port.name}" in shown for port in part.ports)


def _rows(result: Result, columns: int) -> NDArray[np.int64]:
    """Return the rows that are shown: all at events, and others at equal distances."""
    time = np.asarray(result.time, dtype=float)
    n, most = len(time), max(_LEAST_ROWS, min(_MOST_ROWS, _MOST_NUMBERS // max(columns, 1)))
    even = np.linspace(0, n - 1, min(n, most)).round().astype(np.int64)
    twice = np.flatnonzero(np.diff(time) == 0)
    if len(twice) > most:  # so many events that each is narrower than a pixel
        return np.unique(even)
    return np.unique(np.concatenate([even, twice, twice + 1]))


def elements_of(part: Part, structure: Structure) -> list[str]:
    """Return the names that a part has in results: those of all elements of an array.

    Parameters
    ----------
    part : Part
        The part.
    structure : Structure
        The structure of its model.
    """
    paths, walked = [""], ""
    for step in part.path.split("."):
        name = step.removesuffix("[:]")
        walked = f"{walked}.{step}" if walked else step
        marks = structure.part(walked.removesuffix("[:]")).marks
        paths = [f"{path}{'.' if path else ''}{name}{mark}" for path in paths for mark in marks]
    return paths


def _slow(result: Result, structure: Structure) -> float:
    names = set(result.layout.names)
    fastest = max(
        (
            float(np.abs(result[f"{path}.w"]).max(initial=0.0))
            for part in structure.parts
            if part.stores == "kinetic"
            for path in elements_of(part, structure)
            if f"{path}.w" in names
        ),
        default=0.0,
    )
    return max(fastest / _TURN, 1e-3) if fastest else 1.0
