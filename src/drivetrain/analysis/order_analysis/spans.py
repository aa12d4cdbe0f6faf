"""Spans of angle, such as windows: when the shaft turned by them, how fast, and means over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.order_analysis.quadrature import WEIGHTS
from drivetrain.analysis.order_analysis.shaft import Turned
from drivetrain.errors import AnalysisError, UsageError, shown

__all__ = ["SPEED", "TIME", "Axis", "Look", "Spans", "Values", "Variables", "spans_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Values = Callable[[Floats], Floats]
"""Values at any instants, s."""
Look = Callable[[str], tuple[str, Values]]
"""Finds a variable by its name: its unit and its values."""

TIME, SPEED = "time", "speed"


@dataclass(frozen=True, eq=False)
class Axis:
    """What something is told over.

    Attributes
    ----------
    name : str
        ``"time"``, ``"speed"``, or the name of a variable.
    unit : str
        Its unit.
    values : float array
        One for each span.
    """

    name: str
    unit: str
    values: Floats

    @property
    def header(self) -> str:
        """Name and unit."""
        return f"{self.name} [{self.unit}]"


@dataclass(frozen=True, eq=False)
class Variables:
    """Variables of the run, to be averaged over spans.

    Attributes
    ----------
    look : callable
        Finds a variable by its name.
    parts : sequence of Turned
        Stretches of the run.
    starts : int array
        First cell of each span in its stretch.
    cells : int
        Cells of a span.
    """

    look: Look
    parts: Sequence[Turned]
    starts: Ints
    cells: int

    def mean(self, name: str, stretch: Ints) -> tuple[str, Floats]:
        """Return unit and means of a variable over the angle of all spans.

        Parameters
        ----------
        name : str
            The variable.
        stretch : int array
            Stretch of each span.

        Raises
        ------
        NameLookupError
            If the run has no such variable.
        """
        unit, value = self.look(name)
        values = value(np.concatenate([part.instants.ravel() for part in self.parts]))
        means = np.empty(len(self.starts))
        done = 0
        for k, part in enumerate(self.parts):
            panels, own = part.panels, stretch == k
            count = part.instants.size
            of_panels = values[done : done + count].reshape(part.instants.shape) @ WEIGHTS / 2
            done += count
            of_panels *= panels.right - panels.left
            of_cells = np.bincount(panels.cell, of_panels, panels.count)
            means[own] = [
                of_cells[start : start + self.cells].mean() for start in self.starts[own].tolist()
            ]
        return unit, means


@dataclass(frozen=True, eq=False)
class Spans:
    """Spans of a run in which the shaft turns by equal angles.

    Attributes
    ----------
    begins, ends : float array, shape (n,)
        Instants, s.
    speeds : float array, shape (n,)
        Mean speeds of the shaft, rad/s; negative if its angle falls.
    stretch : int array, shape (n,)
        Number of the stretch of steady rotation that each of them belongs to.
    variables : Variables, optional
        The run, for means over the spans; not in pickles and copies.
    """

    begins: Floats
    ends: Floats
    speeds: Floats
    stretch: Ints
    variables: Variables | None = field(default=None, repr=False)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.begins)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle all numbers; the run that other variables would come from is not included."""
        return {**vars(self), "variables": None}

    @property
    def times(self) -> Floats:
        """Middles of the spans, s."""
        return np.asarray((self.begins + self.ends) / 2)

    @property
    def usual_axis(self) -> Axis:
        """The speed if it only grows or only falls, otherwise the time."""
        steps = np.diff(self.speeds)
        steady = len(steps) > 0 and bool((steps > 0).all() or (steps < 0).all())
        return self.axis(SPEED if steady else TIME)

    def axis(self, name: str | None) -> Axis:
        """Return what spans can be told over.

        Parameters
        ----------
        name : str, optional
            ``"time"``, ``"speed"``, or a variable of the run, of which the means over the angle of
            each span are taken; see :attr:`usual_axis` if it is left out.

        Raises
        ------
        UsageError
            If it is no text.
        NameLookupError
            If the run has no such variable.
        AnalysisError
            If the run is not at hand.
        """
        if name is None:
            return self.usual_axis
        if not isinstance(name, str):
            raise UsageError(
                f"{shown(name)} is nothing to tell orders over: give 'time', 'speed', or the name "
                "of a variable"
            )
        if name == TIME:
            return Axis(TIME, "s", self.times)
        if name == SPEED:
            return Axis(SPEED, "rad/s", self.speeds)
        if self.variables is None:
            raise AnalysisError(
                f"means of {name!r} are not at hand: this was copied or unpickled, and comes "
                "without its run; take 'time' or 'speed', or ask the result again"
            )
        return Axis(name, *self.variables.mean(name, self.stretch))


def spans_of(parts: Sequence[Turned], cells: int, hop: int, look: Look) -> Spans:
    """Return spans of a number of cells each.

    Parameters
    ----------
    parts : sequence of Turned
        Stretches of a run.
    cells : int
        Cells of a span.
    hop : int
        Cells from the begin of one to that of the next.
    look : callable
        Finds other variables.
    """
    starts = [np.arange(0, part.panels.count - cells + 1, hop) for part in parts]
    begins = [part.edges[own] for part, own in zip(parts, starts, strict=True)]
    ends = [part.edges[own + cells] for part, own in zip(parts, starts, strict=True)]
    turns = [part.panels.stretch.direction * cells / part.panels.per_turn for part in parts]
    stretch = np.repeat(np.arange(len(parts)), [len(own) for own in starts])
    begin, end = np.concatenate(begins), np.concatenate(ends)
    speeds = 2 * np.pi * np.array(turns)[stretch] / (end - begin)
    variables = Variables(look, parts, np.concatenate(starts), cells)
    return Spans(begin, end, speeds, stretch, variables)
