"""A linear model: matrices with names and units, valid at one operating point."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.analysis.eigenmodes import Eigenmodes, eigenmodes_of
from drivetrain.analysis.reduction import Reduction, reduction_of
from drivetrain.calls import explained
from drivetrain.errors import NameLookupError, UsageError, nearest

__all__ = ["Contact", "LinearModel", "OperatingPoint", "Signals"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_STEADY = 1e-6
"""Largest rate of change at rest, in nominal values per second, that counts as none."""
_CANCELS = 1e-9
"""Sum of terms that counts as zero, relative to the sum of their magnitudes."""


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


@dataclass(frozen=True, eq=False, repr=False)
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

    def __repr__(self) -> str:
        """Return one line."""
        return f"<LinearModel of {self.title} at {self.point.time:g} s: {self._sizes()}>"

    def _sizes(self) -> str:
        counted = ((self.states, "state"), (self.inputs, "input"), (self.outputs, "output"))
        return ", ".join(f"{len(some)} {what}{'s' * (len(some) != 1)}" for some, what in counted)

    def __str__(self) -> str:
        """Return what it is, where it holds and what is held there."""
        point = self.point
        lines = [
            f"{self.title}, linear at t = {point.time:g} s",
            self._sizes(),
            f"largest rate of change there: {self.residual:.3g} nominal values per second"
            + ("" if self.residual <= _STEADY else ": no equilibrium"),
        ]
        lines += [f"{contact.name}: {contact.state}" for contact in point.contacts]
        if self.held_by:
            lines.append(f"held by {', '.join(dict.fromkeys(self.held_by))}")
        return "\n".join(lines)

    @explained
    def frequency_response(self, omega: ArrayLike) -> Complexes:
        """Return the response to harmonic inputs.

        Parameters
        ----------
        omega : array_like, shape (n,)
            Angular frequencies, rad/s, none of which is zero.

        Returns
        -------
        complex array, shape (n, n_outputs, n_inputs)
            Complex amplitude of each output for an amplitude of 1 of each input:
            ``C (i omega I - A)^-1 B + D``.

        Raises
        ------
        UsageError
            If a frequency is zero or not finite.
        """
        asked = np.atleast_1d(np.asarray(omega, dtype=float))
        if not (np.isfinite(asked) & (asked != 0)).all():
            raise UsageError("omega: give frequencies in rad/s that are finite and not zero")
        unit = np.eye(len(self.A))
        found = [self.C @ np.linalg.solve(1j * w * unit - self.A, self.B) for w in asked]
        response: Complexes = np.array(found, dtype=complex)
        response += self.D
        return response

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

        Shafts that turn steadily and are not tied to the ground are at rest in this sense.
        """
        rates = self.point.rates / self.point.nominal
        turning = [one for one in self.reduction.free if self._is_without_effect(one)]
        if turning:
            ways = (np.array(turning) / self.point.nominal).T
            rates = rates - ways @ np.linalg.lstsq(ways, rates, rcond=None)[0]
        return float(np.abs(rates).max(initial=0.0))

    def _is_without_effect(self, direction: Floats) -> bool:
        """Tell whether a change of the states in a direction changes no derivative."""
        terms = np.abs(self.A) @ np.abs(direction)
        return bool(np.all(np.abs(self.A @ direction) <= _CANCELS * terms))
