"""What the parts of a model store, absorb and decide, to first or second order around a point.

Linear models carry these tables so that eigenmodes can be told by parts: where the energy is, what
damps, and at which amplitude a contact would change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from drivetrain.analysis.linear.linear_model import LinearModel

__all__ = [
    "ELASTIC",
    "KINETIC",
    "OTHER",
    "Conditions",
    "Details",
    "ParameterSlopes",
    "StateMatrices",
    "StoredEnergies",
    "TransmittedPowers",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Numbers = NDArray[Any]
Matrix = Any

KINETIC, ELASTIC, OTHER = 0, 1, 2


@dataclass(frozen=True, eq=False)
class StoredEnergies:
    """Energy stored by parts, to second order in the states.

    The energy of part ``p`` changes by ``sum(slope[k] * v[first[k]] * v[second[k]]) / 2`` over the
    terms ``k`` with ``part[k] == p``, where ``v = rows @ states`` are changes of variables.

    Attributes
    ----------
    parts : sequence of str
        Paths of the parts.
    rows : matrix, shape (n_variables, n_states)
        Variables on which energies depend.
    part, kind, first, second : int array, shape (n_terms,)
        Part and kind (`KINETIC`, `ELASTIC`, `OTHER`) of each term, and the variables in it.
    slope : float array, shape (n_terms,)
        Second derivative of the energy.
    """

    parts: Sequence[str]
    rows: Matrix
    part: Ints
    kind: Ints
    first: Ints
    second: Ints
    slope: Floats


@dataclass(frozen=True, eq=False)
class TransmittedPowers:
    """Angles and torques (or positions and forces) at all flanges of all parts.

    Attributes
    ----------
    parts : sequence of str
        Paths of the parts.
    motions, loads : matrix, shape (n_flanges, n_states)
        Angle or position of each flange, and the torque or force into the part there.
    part : int array, shape (n_flanges,)
        Part of each flange.
    turns : bool array, shape (n_flanges,)
        Whether its motion is an angle, not a position.
    """

    parts: Sequence[str]
    motions: Matrix
    loads: Matrix
    part: Ints
    turns: NDArray[np.bool_]


class StateMatrices(NamedTuple):
    """Matrices of a linear model.

    Attributes
    ----------
    A, B, C, D : matrix
        As in `LinearModel`; they may be complex.
    """

    A: Matrix
    B: Matrix
    C: Matrix
    D: Matrix


@dataclass(frozen=True, eq=False)
class Conditions:
    """Conditions on which the laws of a model depend; each holds while its function is positive.

    Attributes
    ----------
    parts : sequence of str
        Paths of the elements; empty for a condition of the model itself.
    names : sequence of str
        What becomes true in them when the function passes zero.
    values : float array
        The functions at the operating point.
    by_states, by_inputs : matrix
        Their slopes.
    """

    parts: Sequence[str]
    names: Sequence[str]
    values: Floats
    by_states: Matrix
    by_inputs: Matrix


class ParameterSlopes(Protocol):
    """Computes how eigenvalues change with the parameters of a model."""

    def eigenvalue_slopes(
        self, left: Numbers, right: Numbers, names: Sequence[str], follows: bool
    ) -> Numbers:
        """Return derivatives of eigenvalues, shape (n_modes, n_parameters).

        Parameters
        ----------
        left, right : complex array, shape (n_states, n_modes)
            Eigenvectors, with ``left.T @ right`` the identity.
        names : sequence of str
            Parameters.
        follows : bool
            Whether the operating point follows the parameters, rather than staying where it is.
        """

    def matrix_slope(self, name: str) -> Matrix:
        """Return the derivative of the state matrix with respect to a parameter."""

    def parameters(self, patterns: Sequence[str]) -> list[tuple[str, float, str]]:
        """Return names, values and units of the parameters that fit names or patterns."""


class Details(ParameterSlopes, Protocol):
    """What else a compiled model knows about its parts at the operating point."""

    def energies(self) -> StoredEnergies:
        """Return the stored energies."""

    def powers(self) -> TransmittedPowers:
        """Return the powers at flanges."""

    def altered(self, factors: Mapping[str, complex]) -> StateMatrices:
        """Return the matrices of laws with complex factors of parameters.

        Parameters
        ----------
        factors : mapping of str to complex
            Factors by name of a parameter. The operating point stays as it is.
        """

    def conditions(self, factors: Mapping[str, complex]) -> Conditions:
        """Return the conditions on which laws depend.

        Parameters
        ----------
        factors : mapping of str to complex
            As for :meth:`altered`; the slopes may be complex.
        """

    def beside(self, change: Floats) -> LinearModel:
        """Return the linear model where the states differ by a little, contacts decided anew."""

    def indeterminate(self) -> Sequence[str]:
        """Return the variables that depend on how locked elements share a load."""
