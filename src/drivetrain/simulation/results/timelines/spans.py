"""Spans of time in which a discrete variable keeps its value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from drivetrain.simulation.results.row_layout import TIME_COLUMN, Layout

__all__ = ["Meaning", "Span", "State", "meaning_of", "spans_of"]

Floats = NDArray[np.float64]
State = Literal["stuck", "sliding", "free", "other"]
"""Kind of state: locked, sliding, open, or a value of another sort."""

_FRICTION: Mapping[str, tuple[State, int]] = {
    "stuck": ("stuck", 0),
    "forward": ("sliding", 1),
    "backward": ("sliding", -1),
    "free": ("free", 0),
}
"""State and direction of the labels that friction elements have."""


@dataclass(frozen=True)
class Span:
    """A span of time in which a variable keeps its value.

    Parameters
    ----------
    begin, end : float
        Instants, s. They are equal if several events at one instant pass through a value.
    value : int or bool
        The value.
    label : str
        Its name, such as ``"stuck"``; the number if it has none.
    state : {"stuck", "sliding", "free", "other"}
        What that means for the part: it is locked, slides, or is open.
    direction : int
        1 for sliding with positive relative speed, -1 with negative, else 0. Other values of
        either sign, such as the two sides of a stop, have directions as well.
    """

    begin: float
    end: float
    value: int | bool
    label: str
    state: State = "other"
    direction: int = 0

    @property
    def duration(self) -> float:
        """Length, s."""
        return self.end - self.begin


@dataclass(frozen=True)
class Meaning:
    """What the values of a variable mean.

    Parameters
    ----------
    kind : str
        ``"boolean"`` or ``"integer"``.
    labels : mapping of int to str
        Names of values.
    lock : str
        Word for a Boolean variable that tells whether its part is locked; else empty.
    """

    kind: str
    labels: Mapping[int, str] = field(default_factory=dict)
    lock: str = ""

    def span(self, begin: float, end: float, value: int) -> Span:
        """Return a span with a value."""
        if self.lock:
            label, state = (self.lock, "stuck") if value else (f"not {self.lock}", "free")
            return Span(begin, end, bool(value), label, state)  # type: ignore[arg-type]
        if self.kind == "boolean":
            return Span(begin, end, bool(value), "true" if value else "false")
        label = self.labels.get(value, str(value))
        state, direction = _FRICTION.get(label, ("other", self._side(value)))
        return Span(begin, end, value, label, state, direction)

    def _side(self, value: int) -> int:
        """Return the sign of a value, if its labels have both signs."""
        both = min(self.labels, default=0) < 0 < max(self.labels, default=0)
        opposite = both and -value in self.labels
        return int(np.sign(value)) if opposite else 0


def meaning_of(layout: Layout, name: str) -> Meaning:
    """Return what the values of a discrete variable mean.

    Parameters
    ----------
    layout : Layout
        The layout that has the variable.
    name : str
        Its name.
    """
    kind = layout.kinds[layout.position(name)]
    is_lock = kind == "boolean" and name in layout.modes
    return Meaning(kind, layout.labels.get(name, {}), name.rpartition(".")[2] if is_lock else "")


def spans_of(
    layout: Layout, rows: Floats, name: str, window: tuple[float, float]
) -> Iterator[Span]:
    """Yield the spans of a discrete variable within a window of time.

    Parameters
    ----------
    layout : Layout
        The layout that has the variable.
    rows : float array
        Rows with both sides of all events.
    name : str
        Name of the variable.
    window : tuple of float
        First and last instant, s.
    """
    meaning = meaning_of(layout, name)
    time = rows[:, TIME_COLUMN]
    values = layout.values(rows, layout.position(name)).astype(np.int64)
    for begin, end, value in _runs(time, values):
        inside = max(begin, window[0]), min(end, window[1])
        passed = begin == end and end > time[0] and window[0] <= begin <= window[1]
        if inside[0] < inside[1] or passed:
            yield meaning.span(*inside, value)


def _runs(time: Floats, values: NDArray[np.int64]) -> Iterator[tuple[float, float, int]]:
    """Yield begin, end and value between changes."""
    first = np.flatnonzero(np.diff(values, prepend=values[:1] - 1))
    last = np.append(first[1:], len(time) - 1)
    for begin, end in zip(first.tolist(), last.tolist(), strict=True):
        yield float(time[begin]), float(time[end]), int(values[begin])
