"""Cells of equal angle, split where events are: the panels on which signals are integrated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.order_analysis.quadrature import NODES
from drivetrain.analysis.order_analysis.stretches import Stretch, rounding

__all__ = ["Panels", "panels_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_NO_WIDTH = 1e-9
"""Part of a cell that is too narrow for a panel of its own."""


@dataclass(frozen=True, eq=False)
class Panels:
    """Panels of a stretch, in the order of time.

    The cells are those between whole multiples of a turn over their number, so that the zero of
    the angle is an edge of one.

    Attributes
    ----------
    stretch : Stretch
        Where they are.
    per_turn : int
        Cells per revolution.
    first : int
        Number of the first cell, counted from the zero of the angle times the direction.
    count : int
        Number of cells.
    cell : int array, shape (n_panels,)
        Cell of each panel, from 0.
    left, right : float array, shape (n_panels,)
        Its edges in cells, from the middle of its cell: -1/2 and 1/2 if it is whole.
    """

    stretch: Stretch
    per_turn: int
    first: int
    count: int
    cell: Ints
    left: Floats
    right: Floats

    @property
    def places(self) -> Floats:
        """Nodes in cells, from the middle of their cell, shape (n_panels, 15)."""
        middle, half = (self.left + self.right) / 2, (self.right - self.left) / 2
        return np.asarray(middle[:, None] + half[:, None] * NODES)

    @property
    def nodes(self) -> Floats:
        """Angles of the nodes times the direction, rad, increasing, shape (n_panels, 15)."""
        angles = self._angle((self.first + self.cell)[:, None] + (0.5 + self.places))
        return np.clip(angles, *self.stretch.angles[[0, -1]])

    @property
    def edges(self) -> Floats:
        """Angles between which the cells lie times the direction, rad, shape (count + 1,)."""
        angles = self._angle(self.first + np.arange(self.count + 1))
        return np.clip(angles, *self.stretch.angles[[0, -1]])

    def _angle(self, cells: Floats | Ints) -> Floats:
        return np.asarray(2 * np.pi * cells / self.per_turn)


def panels_of(stretch: Stretch, per_turn: int, events: Floats) -> Panels:
    """Return the panels of all whole cells in a stretch.

    Parameters
    ----------
    stretch : Stretch
        The stretch.
    per_turn : int
        Cells per revolution.
    events : float array
        Increasing instants of events, s; those outside of the stretch are of no effect.
    """
    ends = stretch.angles[[0, -1]]
    slack = rounding(ends) * [-1.0, 1.0]
    begin, end = (ends + slack) * (per_turn / (2 * np.pi))
    first, last = int(np.ceil(begin)), int(np.floor(end))
    count = max(last - first, 0)
    at = np.interp(events, stretch.times, stretch.angles)  # known points: nothing is interpolated
    splits = at * (per_turn / (2 * np.pi)) - first
    splits = splits[(splits > 0) & (splits < count)]
    splits = splits[np.abs(splits - np.rint(splits)) > _NO_WIDTH]
    splits = splits[np.diff(splits, prepend=-1.0) > _NO_WIDTH]
    begins = np.sort(np.concatenate([np.arange(count), splits]))
    cell = np.floor(begins).astype(np.int64)
    ends_at = np.minimum(np.append(begins[1:], count), cell + 1)
    return Panels(stretch, per_turn, first, count, cell, begins - cell - 0.5, ends_at - cell - 0.5)
