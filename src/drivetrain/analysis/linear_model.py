"""A linear model: matrices with names and units, valid at one operating point."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.eigenmodes import Eigenmodes, eigenmodes_of
from drivetrain.analysis.reduction import Reduction, reduction_of
from drivetrain.errors import NameLookupError, nearest

__all__ = ["Contact", "LinearModel", "OperatingPoint", "Signals"]

Floats = NDArray[np.float64]

_STEADY = 1e-6
"""Largest rate of change at rest, in nominal values per second, that counts as none."""


@dataclass(frozen=True)
class Contact:
    """An element with several laws, and the one that holds at the operating point.

    Attributes
    ----------
    name : str
        Its variable that says so, such as ``"clutch.mode"``.
    state : str
        Name of the value, such as ``"stuck"``.
    """

    name: str
    state: str


@dataclass(frozen=True, eq=False)
class Signals:
    """States, inputs or outputs of a linear model.

    Attributes
    ----------
    names : tuple of str
        Dotted names, in the order of rows and columns.
    units : tuple of str
        Their units.
    """

    names: tuple[str, ...]
    units: tuple[str, ...]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.names)

    def index(self, name: str) -> int:
        """Return the place of a signal.

        Raises
        ------
        NameLookupError
            If there is no such signal; the nearest one is suggested.
        """
        try:
            return self.names.index(name)
        except ValueError:
            hint = nearest(name, self.names)
            raise NameLookupError(f"this linear model has no signal {name!r}{hint}") from None


@dataclass(frozen=True, eq=False)
class OperatingPoint:
    """Where a model was linearised.

    Attributes
    ----------
    time : float
        Instant, s.
    states : float array
        Values of the states.
    rates : float array
        Their derivatives.
    nominal : float array
        Their typical magnitudes.
    contacts : tuple of Contact
        Elements with several laws, and those that hold.
    """

    time: float
    states: Floats
    rates: Floats
    nominal: Floats
    contacts: tuple[Contact, ...]


@dataclass(frozen=True, eq=False)
class LinearModel:
    """``x' = A x + B u``, ``y = C x + D u`` for small deviations from an operating point.

    Contacts are those of the operating point: what is stuck there stays stuck.

    Attributes
    ----------
    title : str
        Name of the model.
    A, B, C, D : float array
        The matrices. Units follow from those of the signals.
    states, inputs, outputs : Signals
        Names and units of their rows and columns.
    point : OperatingPoint
        Where they hold.
    constraints : float array, shape (n_constraints, n_states)
        Combinations of the states that locked elements hold at zero.
    held_by : tuple of str
        The element behind each of them.
    """

    title: str
    A: Floats
    B: Floats
    C: Floats
    D: Floats
    states: Signals
    inputs: Signals
    outputs: Signals
    point: OperatingPoint
    constraints: Floats
    held_by: tuple[str, ...]
    _shapes: Any = field(default=None, repr=False)

    @cached_property
    def reduction(self) -> Reduction:
        """The states that are left without those held by locks, and without free motions."""
        return reduction_of(self.A, self.constraints, self.point.nominal)

    def eigenmodes(self) -> Eigenmodes:
        """Return the eigenmodes.

        Returns
        -------
        Eigenmodes
            Oscillations in the order of their frequency, and decays.
        """
        return eigenmodes_of(self.reduction, self.C, self.outputs.names)

    @property
    def residual(self) -> float:
        """Largest rate of change of a state at the point, in nominal values per second.

        Angles, which may turn steadily, do not count.
        """
        moving = np.isin(np.arange(len(self.A)), self._turning)
        rates = np.abs(self.point.rates) / self.point.nominal
        return float(rates[~moving].max(initial=0.0))

    @cached_property
    def _turning(self) -> list[int]:
        """States that change while others are steady: those of free motions."""
        free = self.reduction.free
        return sorted({int(k) for direction in free for k in np.flatnonzero(direction)})
