"""What moves in a run, as one message for the diagram of the page; exact speeds at an instant."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.model_structure import Structure
from drivetrain.plotting.animation.motions import Motions, elements_of, motions_of
from drivetrain.plotting.animation.speeds import unit_of_speed
from drivetrain.simulation.results.result import Result
from drivetrain.studio.runs.rows_message import packed

__all__ = ["exact_speeds", "motion_message"]

Floats = NDArray[np.float64]

_SPEEDS = ("w", "v")


def motion_message(
    result: Result, structure: Structure, shown: Collection[str], header: Mapping[str, Any]
) -> bytes:
    """Return motions, speeds, modes and losses of a run as a message.

    The curves have no names; ``ports``, ``speeds``, ``modes`` and ``losses`` in the header tell by
    path which of them is meant. Of speeds it is a pair, the least and the greatest of an array.

    Parameters
    ----------
    result : Result
        The run, with at least one point.
    structure : Structure
        The structure of the model.
    shown : collection of str
        Parts and connectors that the diagram shows.
    header : mapping
        What the message says besides.
    """
    motions = motions_of(result, structure, shown)
    columns = _Columns()
    speeds = {path: (values, values) for path, values in motions.speeds.items()} | motions.ranges
    told = {
        **header,
        "ports": columns.of(motions.ports),
        "losses": columns.of(motions.losses),
        "modes": columns.of(motions.modes),
        "speeds": {path: [columns.add(one) for one in pair] for path, pair in speeds.items()},
        "units": {path: unit_of_speed(structure, path) for path in speeds},
        "labels": motions.labels,
        "slow": motions.slow,
    }
    return packed({**told, **_sizes(motions, columns)}, motions.time, columns.values)


def _sizes(motions: Motions, columns: _Columns) -> dict[str, Any]:
    return {"rows": len(motions.time), "names": [""] * len(columns.values)}


class _Columns:
    """Curves, equal ones once."""

    def __init__(self) -> None:
        self.values: list[Floats] = []
        self._known: dict[bytes, int] = {}

    def add(self, values: NDArray[Any]) -> int:
        """Return the number of a curve."""
        drawn = np.nan_to_num(np.asarray(values, dtype=np.float64))
        number = self._known.setdefault(drawn.tobytes(), len(self.values))
        if number == len(self.values):
            self.values.append(drawn)
        return number

    def of(self, group: Mapping[str, NDArray[Any]]) -> dict[str, int]:
        """Return the numbers of curves by path."""
        return {path: self.add(values) for path, values in group.items()}


def exact_speeds(
    result: Result | None, instant: float, structure: Structure, shown: Collection[str]
) -> dict[str, tuple[float, float]]:
    """Return the speed of each part with inertia: of an array the least and the greatest one.

    Parameters
    ----------
    result : Result or None
        A run.
    instant : float
        Time, s.
    structure : Structure
        The structure of the model.
    shown : collection of str
        Parts that the diagram shows.
    """
    if result is None or not len(result.time):
        return {}
    if not result.time[0] <= instant <= result.time[-1]:
        return {}
    known = set(result.layout.names)
    names = {path: own for path, own in _names(structure, shown, known) if own}
    wanted = [name for own in names.values() for name in own]
    if not wanted:
        return {}
    found = result.at(instant, *wanted)
    values: dict[str, Any] = {wanted[0]: found} if len(wanted) == 1 else found
    speeds = {path: [float(values[name]) for name in own] for path, own in names.items()}
    return {path: (min(own), max(own)) for path, own in speeds.items()}


def _names(
    structure: Structure, shown: Collection[str], known: Collection[str]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the names of the speeds of each part that has inertia."""
    for part in structure.parts:
        if part.stores == "kinetic" and part.path in shown:
            paths = elements_of(part, structure)
            own = [f"{path}.{speed}" for path in paths for speed in _SPEEDS]
            yield part.path, [name for name in own if name in known]
